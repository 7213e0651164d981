/* box.c - boxes of cells of a grid, always as if it had three dimensions
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/box.h"

/* Where dimension 'd' of three is among those that 'item' has, or below 0. */
static int own(const struct item *item, int d)
{
    return d - (BOX_DIMENSIONS - (int)item->dimensions);
}

struct box box_here(const struct item *item)
{
    struct box b;

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int i = own(item, d);

        b.low[d] = i < 0 ? 0 : (int64_t)item->origin[i];
        b.high[d] = b.low[d] + (i < 0 ? 1 : (int64_t)item->box[i]);
    }
    return b;
}

struct box box_owned(const struct item *item)
{
    struct box b = box_here(item);

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int i = own(item, d);

        if (i >= 0 && b.low[d] > 0)
            b.low[d] += (int64_t)item->shared[i];
        if (b.low[d] > b.high[d])
            b.low[d] = b.high[d];
    }
    return b;
}

struct box box_memory(const struct item *item)
{
    struct box b = box_here(item);

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int i = own(item, d);

        if (i < 0)
            continue;
        b.low[d] -= (int64_t)item_before(item, (uint64_t)i);
        b.high[d] += (int64_t)item_after(item, (uint64_t)i);
    }
    return b;
}

struct box box_source(const struct item *item)
{
    struct box b = box_owned(item);

    if (box_empty(&b))
        return b;
    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int i = own(item, d);

        if (i >= 0 && b.low[d] == 0)
            b.low[d] -= (int64_t)item_before(item, (uint64_t)i);
        if (i >= 0 && b.high[d] == (int64_t)item->shape[i])
            b.high[d] += (int64_t)item_after(item, (uint64_t)i);
    }
    return b;
}

bool box_empty(const struct box *b)
{
    for (int d = 0; d < BOX_DIMENSIONS; d++)
        if (b->low[d] >= b->high[d])
            return true;
    return false;
}

uint64_t box_cells(const struct box *b)
{
    uint64_t cells = 1;

    if (box_empty(b))
        return 0;
    for (int d = 0; d < BOX_DIMENSIONS; d++)
        cells *= (uint64_t)(b->high[d] - b->low[d]);
    return cells;
}

struct box box_common(const struct box *a, const struct box *b)
{
    struct box c;

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        c.low[d] = a->low[d] > b->low[d] ? a->low[d] : b->low[d];
        c.high[d] = a->high[d] < b->high[d] ? a->high[d] : b->high[d];
    }
    return c;
}

uint64_t box_place(const struct box *b, const int64_t *cell)
{
    uint64_t place = 0;

    for (int d = 0; d < BOX_DIMENSIONS; d++)
        place = place * (uint64_t)(b->high[d] - b->low[d])
                + (uint64_t)(cell[d] - b->low[d]);
    return place;
}

uint64_t box_row(const struct item *item, const int64_t *cell)
{
    uint64_t row = 0;

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int i = own(item, d);

        row = row * (i < 0 ? 1 : item->shape[i]) + (uint64_t)cell[d];
    }
    return row;
}

uint64_t box_stride(const struct item *item)
{
    return item->shape[item->dimensions - 1];
}
