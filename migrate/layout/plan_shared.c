/* plan_shared.c - what several old ranks have, from those that do not own it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/layout/box.h"
#include "migrate/layout/plan.h"

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The first rows of old rank 'from', but of the first rank, as far as they are
 * those of the new one.
 */
static int push_rows(struct plan *p,
                     const struct division *s,
                     size_t item,
                     size_t rank,
                     size_t from,
                     struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];
    const struct share *share = &s->share[item];
    uint64_t there = share->old_starts[from];
    uint64_t here = share->new_starts[rank];
    uint64_t own = here > 0 ? here + it->shared[0] : 0;
    uint64_t first = most(there, own);
    uint64_t end =
        least(there + it->shared[0], here + division_rows(s, item, rank));
    uint64_t bytes = item_row_bytes(it), before = item_before(it, 0);
    struct copy c = { .from = (uint32_t)from, .to = { .times = 1 } };

    if (there == 0 || share->old_starts[from + 1] == there || first >= end)
        return 0;
    c.to.offset = (before + first - here) * bytes;
    c.to.bytes = (end - first) * bytes;
    c.from_offset = (before + first - there) * bytes;
    return plan_push(p, &c, err);
}

/* Of the box of old rank 'from' what it does not own is a slab on its low side
 * in each dimension, without the slabs of dimensions before.
 */
static int push_cells(struct plan *p,
                      const struct division *s,
                      size_t item,
                      size_t rank,
                      size_t from,
                      struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];
    const struct item *other = &s->old[from]->items[item];
    struct box mine = box_owned(it), owned = box_owned(other);
    struct box slab = box_here(other);

    for (int d = 0; d < BOX_DIMENSIONS; d++) {
        int64_t high = slab.high[d];
        struct box common;

        slab.high[d] = owned.low[d];
        common = box_common(&slab, &mine);
        if (!box_empty(&common)
            && plan_push_box(p, &common, false, it, other, from, err) < 0)
            return -1;
        slab.low[d] = owned.low[d];
        slab.high[d] = high;
    }
    return 0;
}

int plan_shared(struct plan *p,
                const struct division *s,
                size_t item,
                size_t rank,
                struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];

    *p = (struct plan){ .row_bytes = item_row_bytes(it) };
    for (size_t from = 0; from < s->request->old_size; from++) {
        int rc = 0;

        if (it->spread == ITEM_GRID)
            rc = push_cells(p, s, item, rank, from, err);
        else if (it->spread == ITEM_BLOCK)
            rc = push_rows(p, s, item, rank, from, err);
        if (rc < 0) {
            plan_free(p);
            return -1;
        }
    }
    return 0;
}
