/* prove_compare.c - where the state of two runs is not the same
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/prove/prove_compare.h"

/* The next pair of rows of the same sync, at which both have something to
 * tell.  Returns false when there is none.
 */
struct pairs {
    const struct prove_sums *a, *b;
    size_t x, y;
};

static bool next_pair(struct pairs *p,
                      const struct prove_row **a,
                      const struct prove_row **b)
{
    while (p->x < p->a->rows && p->y < p->b->rows) {
        *a = &p->a->row[p->x];
        *b = &p->b->row[p->y];
        p->x += (*a)->sync <= (*b)->sync;
        p->y += (*b)->sync <= (*a)->sync;
        if ((*a)->sync == (*b)->sync && !(*a)->wrong && !(*b)->wrong)
            return true;
    }
    return false;
}

/* The first rank that has something else; -1 where ranks do not have the same
 * rows, so that it cannot be told.
 */
static int find_rank(const struct prove_row *a,
                     const struct prove_row *b,
                     size_t i)
{
    int found = -1;

    if (a->ranks != b->ranks)
        return -1;
    for (int r = a->ranks - 1; r >= 0; r--) {
        const struct sums_value *x = &a->ranked[r]->value[i];
        const struct sums_value *y = &b->ranked[r]->value[i];

        if (x->rows != y->rows)
            return -1;
        if (x->sum != y->sum)
            found = r;
    }
    return found;
}

/* The sync at which the generation of 'row' began, if there was another. */
static uint64_t change_before(const struct prove_sums *t,
                              const struct prove_row *row)
{
    uint64_t first = 0;

    for (size_t i = t->rows; i-- > 0;)
        if (t->row[i].generation == row->generation)
            first = t->row[i].sync;
    return row->generation > 1 ? first : 0;
}

/* Whether the memory of 'i' was another one right after the change, although
 * its rows were not.
 */
static bool is_halo_other(const struct prove_sums *a,
                          const struct prove_sums *b,
                          uint64_t sync,
                          size_t i)
{
    const struct prove_row *x = prove_sums_find(a, sync);
    const struct prove_row *y = prove_sums_find(b, sync);

    if (!x || !y || x->wrong || y->wrong || x->ranks != y->ranks
        || !a->item[i].halo || x->sum[i] != y->sum[i])
        return false;
    for (int r = 0; r < x->ranks; r++)
        if (x->ranked[r]->value[i].whole != y->ranked[r]->value[i].whole)
            return true;
    return false;
}

static void describe(const struct prove_sums *a,
                     const struct prove_sums *b,
                     const struct prove_row *x,
                     const struct prove_row *y,
                     size_t i,
                     struct prove_difference *d)
{
    d->sync = x->sync;
    d->item = i;
    d->rank = find_rank(x, y, i);
    d->change = change_before(b, y);
    d->halo = d->change > 0 && is_halo_other(a, b, d->change, i);
}

/* Items are in the order of their names. */
bool prove_compare(const struct prove_sums *a,
                   const struct prove_sums *b,
                   const bool *skip,
                   struct prove_difference *d)
{
    struct pairs p = { a, b, 0, 0 };
    const struct prove_row *x, *y;
    size_t found = 0;

    memset(d, 0, sizeof(*d));
    while (found == 0 && next_pair(&p, &x, &y))
        for (size_t i = a->items; i-- > 0;)
            if (!skip[i] && x->sum[i] != y->sum[i]) {
                describe(a, b, x, y, i, d);
                found++;
            }
    d->others = found > 0 ? found - 1 : 0;
    return found > 0;
}

void prove_compare_all(const struct prove_sums *a,
                       const struct prove_sums *b,
                       bool *skip)
{
    struct pairs p = { a, b, 0, 0 };
    const struct prove_row *x, *y;

    while (next_pair(&p, &x, &y))
        for (size_t i = 0; i < a->items; i++)
            skip[i] = skip[i] || x->sum[i] != y->sum[i];
}

bool prove_compare_items(const struct prove_sums *a,
                         const struct prove_sums *b)
{
    if (a->items != b->items)
        return false;
    for (size_t i = 0; i < a->items; i++)
        if (strcmp(a->item[i].name, b->item[i].name) != 0)
            return false;
    return true;
}

bool prove_compare_constants(const struct prove_sums *t,
                             const bool *skip,
                             struct prove_difference *d)
{
    const struct prove_row *before = NULL;

    memset(d, 0, sizeof(*d));
    for (size_t n = 0; n < t->rows; n++) {
        const struct prove_row *row = &t->row[n];

        if (row->wrong)
            continue;
        for (size_t i = 0; before && i < t->items; i++)
            if (t->item[i].flags & ITEM_CONSTANT && !skip[i]
                && row->sum[i] != before->sum[i]) {
                d->sync = row->sync;
                d->item = i;
                d->rank = find_rank(before, row, i);
                return true;
            }
        before = row;
    }
    return false;
}

bool prove_compare_ranks(const struct prove_sums *t,
                         size_t i,
                         struct prove_difference *d)
{
    memset(d, 0, sizeof(*d));
    if (t->item[i].spread != ITEM_REPLICATED)
        return false;
    for (size_t n = 0; n < t->rows; n++)
        for (int r = 1; !t->row[n].wrong && r < t->row[n].ranks; r++)
            if (t->row[n].ranked[r]->value[i].sum != t->row[n].sum[i]) {
                d->sync = t->row[n].sync;
                d->item = i;
                d->rank = r;
                return true;
            }
    return false;
}
