/* rows.c - which rows each rank of a world has, worked out the plain way
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "migrate/layout/owned_rows.h"
#include "tests/migrate/world.h"

#define BEYOND (UINT64_C(1) << 50)  /* added to places out of the whole */
#define GARBAGE (UINT64_C(1) << 60) /* from here on, never to be copied */

struct rows {
    uint64_t *numbers;
    size_t count;
    size_t room;
};

static void push(struct rows *rows, uint64_t number)
{
    if (rows->count == rows->room) {
        rows->room = 2 * rows->room + 16;
        rows->numbers =
            realloc(rows->numbers, rows->room * sizeof(rows->numbers[0]));
    }
    rows->numbers[rows->count++] = number;
}

static void push_garbage(struct rows *rows, size_t rank)
{
    push(rows, GARBAGE + rank * 1000000 + rows->count);
}

/* Rows but those that the next rank has, too. */
static uint64_t unshared(const struct world *w, uint64_t count)
{
    return count > 0 && w->it.spread == ITEM_BLOCK ? count - w->it.shared[0]
                                                   : count;
}

static uint64_t sum_before(const struct world *w, size_t rank)
{
    uint64_t sum = 0;

    for (size_t r = 0; r < rank; r++)
        sum += unshared(w, w->old[r]->items[w->item].count);
    return sum;
}

/* Only the ranks with the first and the last row have rows beyond; inner
 * halos are what they were a while ago.
 */
static void old_block(const struct world *w, size_t rank, struct rows *rows)
{
    int64_t before = (int64_t)item_before(&w->it, 0);
    int64_t after = (int64_t)item_after(&w->it, 0);
    int64_t start = (int64_t)sum_before(w, rank);
    int64_t count = (int64_t)w->old[rank]->items[w->item].count;
    int64_t whole = (int64_t)(w->total ? w->total + w->it.shared[0] : 0);
    int64_t own =
        start > 0 && !w->equal ? start + (int64_t)w->it.shared[0] : start;
    bool first = count ? start == 0 : w->total == 0 && rank == 0;
    bool last =
        count ? start + count == whole : w->total == 0 && rank == w->n - 1;

    for (int64_t i = start - before; i < start + count + after; i++)
        if ((i >= own && i < start + count) || (i < 0 && first)
            || (i >= whole && last))
            push(rows, BEYOND + (uint64_t)i);
        else
            push_garbage(rows, rank);
}

static void new_block(const struct world *w, size_t rank, struct rows *rows)
{
    int64_t before = (int64_t)item_before(&w->it, 0);
    int64_t after = (int64_t)item_after(&w->it, 0);
    int64_t start = 0;
    int64_t count = 0;

    for (size_t r = 0; r <= rank; r++) {
        start += (int64_t)unshared(w, (uint64_t)count);
        count = (int64_t)division_count(w->shares, w->item, r);
    }
    for (int64_t i = start - before; i < start + count + after; i++)
        push(rows, BEYOND + (uint64_t)i);
}

static void cyclic(const struct world *w,
                   size_t rank,
                   size_t size,
                   struct rows *rows)
{
    uint64_t block = w->it.spread == ITEM_CYCLIC ? 1 : w->it.block;

    for (uint64_t i = 0; i < w->total; i++)
        if (i / block % size == rank)
            push(rows, i);
}

/* A cell of the halo around the whole is good in the rank that has the cell
 * of the grid which is nearest.
 */
static void grid(const struct item *it,
                 size_t rank,
                 bool old,
                 bool equal,
                 struct rows *rows)
{
    int64_t low[3] = { 0, 0, 0 };
    int64_t high[3] = { 1, 1, 1 };
    int64_t own[3], end[3];
    int64_t x[3];

    for (uint64_t d = 0; d < it->dimensions; d++) {
        own[d] = (int64_t)it->origin[d];
        low[d] = own[d] - (int64_t)item_before(it, d);
        end[d] = own[d] + (int64_t)it->box[d];
        high[d] = end[d] + (int64_t)item_after(it, d);
        if (own[d] > 0 && !equal)
            own[d] += (int64_t)it->shared[d];
    }
    for (x[0] = low[0]; x[0] < high[0]; x[0]++)
        for (x[1] = low[1]; x[1] < high[1]; x[1]++)
            for (x[2] = low[2]; x[2] < high[2]; x[2]++) {
                uint64_t number = 0;
                bool good = true;

                for (uint64_t d = 0; d < it->dimensions; d++) {
                    int64_t near = x[d];

                    if (near < 0)
                        near = 0;
                    if (near >= (int64_t)it->shape[d])
                        near = (int64_t)it->shape[d] - 1;
                    good = good && near >= own[d] && near < end[d];
                    number = number * 1000 + (uint64_t)(x[d] + 100);
                }
                if (good || !old)
                    push(rows, number);
                else
                    push_garbage(rows, rank);
            }
}

static void ragged(const struct world *w,
                   uint64_t first,
                   uint64_t count,
                   struct rows *rows)
{
    uint64_t start = world_element(w, first);
    uint64_t end = world_element(w, first + count);

    for (uint64_t i = start; i < end; i++)
        push(rows, i);
}

static void new_ragged(const struct world *w, size_t rank, struct rows *rows)
{
    uint64_t first = 0;

    for (size_t r = 0; r < rank; r++)
        first += division_count(w->shares, w->index, r);
    ragged(w, first, division_count(w->shares, w->index, rank), rows);
}

static void push_local(const struct world *w, size_t rank, struct rows *rows)
{
    for (uint64_t i = 0; i < w->old[rank]->items[w->item].count; i++)
        push(rows, OWNED_ROWS_LOCAL(rank + 1) + i);
}

static void new_local(const struct world *w, size_t rank, struct rows *rows)
{
    const struct lineage *q = w->request;

    for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++)
        if (q->parents[i].part == 0 || w->it.flags & (ITEM_SPLIT | ITEM_PACK))
            push_local(w, q->parents[i].rank, rows);
}

/* Also where its owners are to say how many it will have. */
static uint64_t new_count(const struct world *w, size_t rank)
{
    const uint64_t *starts = w->shares->share[w->item].new_starts;

    return starts[rank + 1] - starts[rank];
}

static void new_bag(const struct world *w, size_t rank, struct rows *rows)
{
    const struct lineage *q = w->request;
    uint64_t start = 0;

    if (q->even || w->it.flags & ITEM_OWNER) {
        for (size_t r = 0; r < rank; r++)
            start += new_count(w, r);
        for (uint64_t i = 0; i < new_count(w, rank); i++)
            push(rows, start + i);
        return;
    }
    for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++) {
        const struct parent *p = &q->parents[i];
        uint64_t count = w->old[p->rank]->items[w->item].count;
        uint64_t part = 0;

        for (uint64_t k = 0; k < count; k++) {
            while (k >= lineage_part(count, part + 1, p->parts))
                part++;
            if (part == p->part)
                push(rows, sum_before(w, p->rank) + k);
        }
    }
}

static uint64_t *finish(struct rows *rows, size_t *count)
{
    *count = rows->count;
    return rows->numbers;
}

uint64_t *world_old_rows(const struct world *w, size_t rank, size_t *count)
{
    const struct item *it = &w->old[rank]->items[w->item];
    struct rows rows = { .numbers = NULL };

    switch (it->spread) {
    case ITEM_BLOCK:
        old_block(w, rank, &rows);
        break;
    case ITEM_CYCLIC:
    case ITEM_BLOCK_CYCLIC:
        cyclic(w, rank, w->n, &rows);
        break;
    case ITEM_GRID:
        grid(it, rank, true, w->equal, &rows);
        break;
    case ITEM_RAGGED:
        ragged(w, sum_before(w, rank), it->count, &rows);
        break;
    case ITEM_LOCAL:
        push_local(w, rank, &rows);
        break;
    case ITEM_BAG:
        for (uint64_t i = 0; i < it->count; i++)
            push(&rows, sum_before(w, rank) + i);
        break;
    default:
        for (uint64_t i = 0; i < it->count; i++)
            push(&rows, i);
    }
    return finish(&rows, count);
}

uint64_t *world_new_rows(const struct world *w, size_t rank, size_t *count)
{
    const struct item *it = &w->new[rank]->items[w->item];
    struct rows rows = { .numbers = NULL };

    switch (it->spread) {
    case ITEM_BLOCK:
        new_block(w, rank, &rows);
        break;
    case ITEM_CYCLIC:
    case ITEM_BLOCK_CYCLIC:
        cyclic(w, rank, w->m, &rows);
        break;
    case ITEM_GRID:
        grid(it, rank, false, false, &rows);
        break;
    case ITEM_RAGGED:
        new_ragged(w, rank, &rows);
        break;
    case ITEM_LOCAL:
        new_local(w, rank, &rows);
        break;
    case ITEM_BAG:
        new_bag(w, rank, &rows);
        break;
    default:
        for (uint64_t i = 0; i < w->total; i++)
            push(&rows, i);
    }
    return finish(&rows, count);
}
