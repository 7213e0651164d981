/* plan.c - which bytes of old ranks fill the memory of a new one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "migrate/layout/owned_rows.h"
#include "migrate/layout/plan.h"

/* What a plan for one item in one rank is made from. */
struct task {
    struct plan *plan;
    const struct division *s;
    size_t item;
    size_t rank;
    const struct item *it; /* as the new rank registered it */
    uint64_t row_bytes;
    struct error *err;
};

void plan_free(struct plan *p)
{
    free(p->copies);
    *p = (struct plan){ .copies = NULL };
}

uint64_t plan_volume(const struct plan *p)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < p->count; i++)
        sum += p->copies[i].to.bytes * p->copies[i].to.times;
    return sum;
}

static int append(struct plan *p, const struct copy *c, struct error *err)
{
    if (!grow(&p->copies, sizeof(*c), p->count, &p->room))
        return error_set(err, "no memory for more than %zu copies", p->count);
    p->copies[p->count++] = *c;
    return 0;
}

/* Whether 'next' goes on where 'c' ends, here and there. */
static bool follows(const struct plan *p,
                    const struct copy *c,
                    const struct copy *next)
{
    uint64_t bytes = c->to.bytes;

    return c->to.times == 1 && next->to.times == 1 && c->from == next->from
           && c->owned == next->owned
           && c->to.offset + bytes == next->to.offset
           && c->from_offset + bytes == next->from_offset
           && (!c->owned || c->to.first == STRIDE_ANYWHERE
               || c->to.first + bytes / p->row_bytes == next->to.first);
}

int plan_push(struct plan *p, const struct copy *c, struct error *err)
{
    struct copy *last = p->count > 0 ? &p->copies[p->count - 1] : NULL;

    if (c->to.bytes == 0 || c->to.times == 0)
        return 0;
    if (last && follows(p, last, c)) {
        last->to.bytes += c->to.bytes;
        return 0;
    }
    return append(p, c, err);
}

static const struct item *old_item(const struct task *t, size_t rank)
{
    return &t->s->old[rank]->items[t->item];
}

static int push_one(const struct task *t,
                    size_t from,
                    uint64_t first,
                    bool owned,
                    uint64_t from_row,
                    uint64_t to_row,
                    uint64_t rows)
{
    struct copy c = {
        .to = { .first = first,
                .offset = to_row * t->row_bytes,
                .bytes = rows * t->row_bytes,
                .times = 1 },
        .from = (uint32_t)from,
        .owned = owned,
        .from_offset = from_row * t->row_bytes,
    };

    return plan_push(t->plan, &c, t->err);
}

/* ---- blocks ---- */

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Places count from the first row of the halo before the whole: row i is at
 * place i + before, and a rank's memory starts at the place that its first row
 * has as a number.  The places before and beyond the whole are with the ranks
 * that have its first and last row.  Shared rows are with the first rank that
 * has them, so each rank owns what its share is, so many rows further on, and
 * the first one those before that.
 *
 * The old rank to take place 'x' from; 'end' becomes where that ends.
 */
static size_t source(const struct task *t, uint64_t x, uint64_t *end)
{
    size_t size = t->s->request->old_size;
    const uint64_t *starts = t->s->share[t->item].old_starts;
    uint64_t before = item_before(t->it, 0), after = item_after(t->it, 0);
    uint64_t further = before + t->it->shared[0];
    uint64_t total = starts[size];
    uint64_t row = x < further ? 0 : x - further;
    size_t rank;

    if (total == 0) {
        *end = x < before ? before : before + after;
        return x < before ? 0 : size - 1;
    }
    rank = division_owner(t->s, t->item, least(row, total - 1));
    *end =
        starts[rank + 1] + further + (starts[rank + 1] == total ? after : 0);
    return rank;
}

static int plan_block(const struct task *t)
{
    const struct share *share = &t->s->share[t->item];
    uint64_t before = item_before(t->it, 0);
    uint64_t start = share->new_starts[t->rank];
    uint64_t end = start + division_rows(t->s, t->item, t->rank);
    uint64_t own = least(end, start > 0 ? start + t->it->shared[0] : 0);
    uint64_t last = end + before + item_after(t->it, 0);
    uint64_t next;

    for (uint64_t x = start; x < last; x = next) {
        size_t from = source(t, x, &next);
        bool owned = x >= own + before && x < end + before;

        next = least(next, x < own + before ? own + before
                           : owned          ? end + before
                                            : last);
        if (push_one(t, from, x - before, owned, x - share->old_starts[from],
                     x - start, next - x)
            < 0)
            return -1;
    }
    return 0;
}

/* ---- ragged rows ---- */

static int plan_ragged(const struct task *t)
{
    const struct share *share = &t->s->share[t->item];
    uint64_t start = share->new_elements[t->rank];
    uint64_t end = share->new_elements[t->rank + 1];
    uint64_t row = share->new_starts[t->rank];
    size_t size = t->s->request->old_size;
    uint64_t next;

    if (start == end)
        return 0;
    for (size_t from = division_owner(t->s, t->item, row);
         from < size && start < end; from++, start = next) {
        next = least(share->old_elements[from + 1], end);
        if (push_one(t, from, start, true, start - share->old_elements[from],
                     start - share->new_elements[t->rank], next - start)
            < 0)
            return -1;
    }
    return 0;
}

/* ---- bags, local and replicated things ---- */

/* Of each parent its part, one behind the other. */
static int plan_parents(const struct task *t)
{
    const struct lineage *q = t->s->request;
    uint64_t at = 0;

    for (size_t i = q->first[t->rank]; i < q->first[t->rank + 1]; i++) {
        const struct parent *p = &q->parents[i];
        uint64_t count = old_item(t, p->rank)->count;
        uint64_t from = lineage_part(count, p->part, p->parts);
        uint64_t rows = lineage_part(count, p->part + 1, p->parts) - from;

        if (push_one(t, p->rank, STRIDE_ANYWHERE, true, from, at, rows) < 0)
            return -1;
        at += rows;
    }
    return 0;
}

/* As a block, but that where a row is does not matter.  What goes on to the
 * owners of items is to get there in the order of the old ranks.
 */
static int plan_bag(const struct task *t)
{
    if (!t->s->request->even && !t->plan->staged)
        return plan_parents(t);
    if (plan_block(t) < 0)
        return -1;
    for (size_t i = 0; i < t->plan->count; i++)
        t->plan->copies[i].to.first = STRIDE_ANYWHERE;
    return 0;
}

static int plan_local(const struct task *t)
{
    const struct lineage *q = t->s->request;
    uint64_t functions = t->it->flags & (ITEM_SPLIT | ITEM_PACK);
    uint64_t at = 0;

    for (size_t i = q->first[t->rank]; i < q->first[t->rank + 1]; i++) {
        const struct parent *p = &q->parents[i];
        struct copy c = {
            .to = { .first = OWNED_ROWS_LOCAL(p->rank),
                    .offset = at,
                    .bytes = old_item(t, p->rank)->count * t->row_bytes,
                    .times = 1 },
            .from = p->rank,
            .owned = true,
        };

        if (p->part > 0 && !functions)
            continue;
        if ((c.to.bytes > 0 || t->plan->staged)
            && append(t->plan, &c, t->err) < 0)
            return -1;
        at += c.to.bytes;
    }
    t->plan->bytes = at;
    return 0;
}

static int plan_replicated(const struct task *t)
{
    size_t from = division_source(t->s, t->rank);

    return push_one(t, from, 0, true, 0, 0, old_item(t, from)->count);
}

/* ---- all of them ---- */

static uint64_t memory_bytes(const struct task *t)
{
    const struct share *share = &t->s->share[t->item];
    const uint64_t *elements = share->new_elements;

    if (t->it->spread == ITEM_RAGGED)
        return item_bytes(t->it, elements[t->rank + 1] - elements[t->rank]);
    return item_bytes(t->it, division_rows(t->s, t->item, t->rank));
}

static int plan_by_spread(const struct task *t)
{
    switch (t->it->spread) {
    case ITEM_BLOCK:
        return plan_block(t);
    case ITEM_RAGGED:
        return plan_ragged(t);
    case ITEM_CYCLIC:
    case ITEM_BLOCK_CYCLIC:
        return plan_cyclic(t->plan, t->s, t->item, t->rank, t->err);
    case ITEM_GRID:
        return plan_grid(t->plan, t->s, t->item, t->rank, t->err);
    case ITEM_BAG:
        return plan_bag(t);
    case ITEM_LOCAL:
        return plan_local(t);
    default:
        return plan_replicated(t);
    }
}

int plan_make(struct plan *p,
              const struct division *s,
              size_t item,
              size_t rank,
              struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];
    struct task t = { .plan = p,
                      .s = s,
                      .item = item,
                      .rank = rank,
                      .it = it,
                      .row_bytes = item_row_bytes(it),
                      .err = err };

    *p = (struct plan){ .bytes = memory_bytes(&t),
                        .row_bytes = owned_rows_row_bytes(it),
                        .rebuild = it->flags & ITEM_OFFSETS,
                        .staged = division_staged(s, item, rank) };
    if (p->rebuild)
        return 0;
    if (plan_by_spread(&t) < 0) {
        plan_free(p);
        return -1;
    }
    return 0;
}
