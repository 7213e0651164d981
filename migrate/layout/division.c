/* division.c - what the ranks of a new generation are to hold
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/division.h"
#include "migrate/layout/manifests_agree.h"

/* ---- questions ---- */

static const struct item *old_item(const struct division *s,
                                   size_t i,
                                   size_t r)
{
    return &s->old[r]->items[i];
}

static const struct item *new_item(const struct division *s,
                                   size_t i,
                                   size_t r)
{
    return &s->new[r]->items[i];
}

/* The last place in 'starts', of 'size' ranks, where 'row' is not before. */
static size_t search(const uint64_t *starts, size_t size, uint64_t row)
{
    size_t low = 0;
    size_t high = size;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (starts[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t division_owner(const struct division *s, size_t item, uint64_t row)
{
    return search(s->share[item].old_starts, s->request->old_size, row);
}

/* The element that row 'row', up to the whole, of ragged 'item' starts at. */
static uint64_t element_of(const struct division *s, size_t item, uint64_t row)
{
    const struct share *share = &s->share[item];
    size_t rank = division_owner(s, item, row);
    const struct item *index;

    if (row >= share->old_starts[s->request->old_size])
        return share->old_elements[s->request->old_size];
    index = old_item(s, old_item(s, item, rank)->index, rank);
    return share->old_elements[rank]
           + index->starts[row - share->old_starts[rank]];
}

size_t division_source(const struct division *s, size_t rank)
{
    const struct lineage *q = s->request;

    if (q->old_size == q->new_size && q->first[rank] < q->first[rank + 1])
        return q->parents[q->first[rank]].rank;
    return rank % q->old_size;
}

bool division_staged(const struct division *s, size_t item, size_t rank)
{
    const struct lineage *q = s->request;
    uint64_t flags = old_item(s, item, 0)->flags;

    if (flags & ITEM_OWNED)
        return true;
    if (old_item(s, item, 0)->spread != ITEM_LOCAL)
        return false;
    if (flags & ITEM_PACK)
        return true;
    if (flags & ITEM_MERGE && q->first[rank + 1] - q->first[rank] > 1)
        return true;
    for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++)
        if (flags & ITEM_SPLIT && q->parents[i].parts > 1)
            return true;
    return false;
}

uint64_t division_rows(const struct division *s, size_t item, size_t rank)
{
    const uint64_t *starts = s->share[item].new_starts;
    uint64_t rows = starts[rank + 1] - starts[rank];

    if (rows > 0 && old_item(s, item, 0)->spread == ITEM_BLOCK)
        rows += old_item(s, item, 0)->shared[0];
    return rows;
}

/* The rows that count in shares: all, or those that the next rank has not. */
static uint64_t unshared(const struct item *item)
{
    uint64_t shared = item->spread == ITEM_BLOCK ? item->shared[0] : 0;

    return item->count > shared ? item->count - shared : 0;
}

uint64_t division_count(const struct division *s, size_t item, size_t rank)
{
    const struct item *it = old_item(s, item, 0);
    const uint64_t *starts = s->share[item].new_starts;

    if (division_staged(s, item, rank))
        return DIVISION_LATER;
    if (it->spread == ITEM_RAGGED && it->group != ITEM_NONE
        && it->group != s->old[0]->items[it->index].group)
        starts = s->share[item].new_elements;
    if (starts == s->share[item].new_starts)
        return division_rows(s, item, rank);
    return starts[rank + 1] - starts[rank];
}

/* ---- dividing ---- */

/* What the parents of 'rank' had, their parts of it. */
static uint64_t inherited(const struct division *s, size_t item, size_t rank)
{
    const struct lineage *q = s->request;
    bool whole = old_item(s, item, 0)->spread == ITEM_LOCAL;
    uint64_t sum = 0;

    for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++) {
        const struct parent *p = &q->parents[i];
        uint64_t count = unshared(old_item(s, item, p->rank));

        if (!whole)
            sum += lineage_part(count, p->part + 1, p->parts)
                   - lineage_part(count, p->part, p->parts);
        else if (p->part == 0)
            sum += count;
    }
    return sum;
}

static void inherit(const struct division *s, size_t item, uint64_t *starts)
{
    for (size_t r = 0; r < s->request->new_size; r++)
        starts[r + 1] = starts[r] + inherited(s, item, r);
}

/* Rounding the borders rather than the shares, they add up. */
static void weigh(const double *weights,
                  size_t size,
                  uint64_t total,
                  uint64_t *starts)
{
    double sum = 0;
    double upto = 0;

    for (size_t r = 0; r < size; r++)
        sum += weights[r];
    for (size_t r = 0; r + 1 < size; r++) {
        upto += weights[r];
        starts[r + 1] = (uint64_t)((double)total * (upto / sum) + 0.5);
        if (starts[r + 1] > total)
            starts[r + 1] = total;
    }
    starts[size] = total;
}

/* What the new ranks registered, if it adds up to the whole. */
static bool stand(const struct division *s,
                  size_t item,
                  uint64_t total,
                  uint64_t *starts)
{
    size_t size = s->request->new_size;

    for (size_t r = 0; r < size; r++)
        starts[r + 1] = starts[r] + unshared(new_item(s, item, r));
    return starts[size] == total;
}

static void divide(const struct division *s,
                   size_t item,
                   uint64_t total,
                   uint64_t *starts)
{
    const struct lineage *q = s->request;

    if (q->weights)
        weigh(q->weights, q->new_size, total, starts);
    else if (!stand(s, item, total, starts))
        for (size_t r = 0; r < q->new_size; r++)
            starts[r + 1] = lineage_part(total, r + 1, q->new_size);
}

static void deal(const struct division *s,
                 uint64_t block,
                 uint64_t total,
                 uint64_t *starts)
{
    for (size_t r = 0; r < s->request->new_size; r++)
        starts[r + 1] =
            starts[r]
            + manifests_agree_cyclic(total, block, r, s->request->new_size);
}

static void fill_new(const struct division *s, size_t item)
{
    const struct item *it = old_item(s, item, 0);
    struct share *share = &s->share[item];
    uint64_t total = share->old_starts[s->request->old_size];
    uint64_t *starts = share->new_starts;

    switch (it->spread) {
    case ITEM_CYCLIC:
        deal(s, 1, total, starts);
        break;
    case ITEM_BLOCK_CYCLIC:
        deal(s, it->block, total, starts);
        break;
    case ITEM_GRID:
        stand(s, item, total, starts);
        break;
    case ITEM_REPLICATED:
        for (size_t r = 0; r < s->request->new_size; r++)
            starts[r + 1] = starts[r] + it->count;
        break;
    case ITEM_LOCAL:
        inherit(s, item, starts);
        break;
    default:
        if (s->request->even)
            divide(s, item, total, starts);
        else
            inherit(s, item, starts);
    }
}

static void fill_old(const struct division *s, size_t item)
{
    uint64_t *starts = s->share[item].old_starts;

    for (size_t r = 0; r < s->request->old_size; r++)
        starts[r + 1] = starts[r] + unshared(old_item(s, item, r));
}

/* Ragged rows go where their lengths go. */
static void fill_ragged(const struct division *s, size_t item)
{
    const struct lineage *q = s->request;
    uint64_t index = old_item(s, item, 0)->index;
    struct share *share = &s->share[item];
    const struct share *rows = &s->share[index];

    memcpy(share->old_starts, rows->old_starts,
           (q->old_size + 1) * sizeof(share->old_starts[0]));
    memcpy(share->new_starts, rows->new_starts,
           (q->new_size + 1) * sizeof(share->new_starts[0]));
    for (size_t r = 0; r < q->old_size; r++) {
        const struct item *lengths = old_item(s, index, r);

        share->old_elements[r + 1] =
            share->old_elements[r] + lengths->starts[lengths->count];
    }
    for (size_t r = 0; r < q->new_size; r++)
        share->new_elements[r + 1] =
            element_of(s, item, share->new_starts[r + 1]);
}

/* ---- what weights would change ---- */

/* A rank's rows by its weight: how soon it is done. */
static double more(double most, uint64_t rows, double weight)
{
    return (double)rows / weight > most ? (double)rows / weight : most;
}

/* Whether no rank is a row or more away from its share, and the one that has
 * most for its weight would have no less: which of them get what is left over
 * is all the same.
 */
static bool keeps(const struct manifest *const *old,
                  size_t size,
                  size_t item,
                  const double *weights,
                  uint64_t *starts)
{
    double sum = 0, now = 0, then = 0;
    uint64_t total = 0;

    for (size_t r = 0; r < size; r++) {
        sum += weights[r];
        total += unshared(&old[r]->items[item]);
    }
    weigh(weights, size, total, starts);
    for (size_t r = 0; r < size; r++) {
        uint64_t rows = unshared(&old[r]->items[item]);
        double away = (double)rows - (double)total * weights[r] / sum;

        if (away <= -1 || away >= 1)
            return false;
        now = more(now, rows, weights[r]);
        then = more(then, starts[r + 1] - starts[r], weights[r]);
    }
    return now <= then;
}

bool division_keeps(const struct manifest *const *old,
                    size_t size,
                    const double *weights)
{
    uint64_t *starts = calloc(size + 1, sizeof(*starts));
    bool same = starts, any = false;

    for (size_t r = 1; r < size; r++)
        same = same && old[r]->count == old[0]->count;
    for (size_t i = 0; same && i < old[0]->count; i++) {
        const struct item *item = &old[0]->items[i];

        if (item->flags & ITEM_OWNED || item->spread == ITEM_BAG) {
            same = false;
        } else if (item->spread == ITEM_BLOCK) {
            same = keeps(old, size, i, weights, starts);
            any = true;
        }
    }
    free(starts);
    return same && any;
}

bool division_has_shares(const struct manifest *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->items[i].spread == ITEM_BLOCK || m->items[i].spread == ITEM_BAG)
            return true;
    return false;
}

/* ---- making and checking ---- */

static uint64_t *zeros(size_t size)
{
    return calloc(size + 1, sizeof(uint64_t));
}

static bool make_room(struct share *share,
                      const struct lineage *q,
                      bool ragged)
{
    share->old_starts = zeros(q->old_size);
    share->new_starts = zeros(q->new_size);
    if (!share->old_starts || !share->new_starts)
        return false;
    if (!ragged)
        return true;
    share->old_elements = zeros(q->old_size);
    share->new_elements = zeros(q->new_size);
    return share->old_elements && share->new_elements;
}

static int check_measured(const struct division *s,
                          size_t i,
                          struct error *err)
{
    if (!(old_item(s, i, 0)->flags & (ITEM_INDEX | ITEM_OFFSETS)))
        return 0;
    for (size_t r = 0; r < s->request->old_size; r++)
        if (!old_item(s, i, r)->starts)
            return error_set(err, "rank %zu did not measure \"%s\"", r,
                             old_item(s, i, r)->name);
    return 0;
}

static int fill(struct division *s, struct error *err)
{
    for (size_t i = 0; i < s->items; i++) {
        bool ragged = old_item(s, i, 0)->spread == ITEM_RAGGED;

        if (check_measured(s, i, err) < 0)
            return -1;
        if (!make_room(&s->share[i], s->request, ragged))
            return error_set(err, "shares of %zu ranks: %s",
                             s->request->new_size, strerror(errno));
        if (!ragged) {
            fill_old(s, i);
            fill_new(s, i);
        }
    }
    for (size_t i = 0; i < s->items; i++)
        if (old_item(s, i, 0)->spread == ITEM_RAGGED)
            fill_ragged(s, i);
    return 0;
}

static bool later(const struct division *s, size_t i, size_t other, size_t r)
{
    return division_count(s, i, r) == DIVISION_LATER
           || division_count(s, other, r) == DIVISION_LATER;
}

/* Items that share a count must come to the same, as far as can be known. */
static int check_group(const struct division *s, size_t i, struct error *err)
{
    const struct item *item = old_item(s, i, 0);
    size_t other = 0;

    if (item->group == ITEM_NONE)
        return 0;
    while (old_item(s, other, 0)->group != item->group)
        other++;
    for (size_t r = 0; r < s->request->new_size; r++)
        if (!later(s, i, other, r)
            && division_count(s, i, r) != division_count(s, other, r))
            return error_set(err,
                             "\"%s\" (%s) and \"%s\" (%s) share a count, but "
                             "new rank %zu would get %" PRIu64
                             " rows of one and %" PRIu64 " of the other",
                             old_item(s, other, 0)->name,
                             item_spread_name(old_item(s, other, 0)->spread),
                             item->name, item_spread_name(item->spread), r,
                             division_count(s, other, r),
                             division_count(s, i, r));
    return 0;
}

static int check_sizes(const struct division *s,
                       const struct lineage *q,
                       struct error *err)
{
    if (s->old[0]->size != q->old_size || s->new[0]->size != q->new_size)
        return error_set(err,
                         "the request is for %zu ranks to become %zu, there "
                         "are %" PRIu64 " and %" PRIu64,
                         q->old_size, q->new_size, s->old[0]->size,
                         s->new[0]->size);
    return lineage_check(q, err);
}

struct division *division_create(const struct manifest *const *old,
                                 const struct manifest *const *new,
                                 const struct lineage *request,
                                 struct error *err)
{
    struct division *s = calloc(1, sizeof(*s));

    if (!s)
        return error_null(err, "shares: %s", strerror(errno));
    s->old = old;
    s->new = new;
    s->request = request;
    if (check_sizes(s, request, err) < 0)
        goto fail;
    s->items = old[0]->count;
    if (!(s->share = calloc(s->items + 1, sizeof(s->share[0])))) {
        error_set(err, "shares of %zu items: %s", s->items, strerror(errno));
        goto fail;
    }
    if (fill(s, err) < 0)
        goto fail;
    for (size_t i = 0; i < s->items; i++)
        if (check_group(s, i, err) < 0)
            goto fail;
    return s;
fail:
    division_destroy(s);
    return NULL;
}

void division_destroy(struct division *s)
{
    if (!s)
        return;
    for (size_t i = 0; s->share && i < s->items; i++) {
        free(s->share[i].old_starts);
        free(s->share[i].new_starts);
        free(s->share[i].old_elements);
        free(s->share[i].new_elements);
    }
    free(s->share);
    free(s);
}
