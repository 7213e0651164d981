/* owned_rows.c - which rows of an item a rank owns, and where they are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "migrate/layout/box.h"
#include "migrate/layout/owned_rows.h"

void owned_rows_free(struct owned_rows *h)
{
    free(h->runs);
    *h = (struct owned_rows){ .runs = NULL };
}

uint64_t owned_rows_row_bytes(const struct item *item)
{
    if (item->spread == ITEM_LOCAL || item->spread == ITEM_REPLICATED)
        return sizeof(uint64_t);
    return item_row_bytes(item);
}

static int push(struct owned_rows *h, struct stride run, struct error *err)
{
    if (run.bytes == 0 || run.times == 0)
        return 0;
    if (!grow(&h->runs, sizeof(run), h->count, &h->room))
        return error_set(err, "no memory for more than %zu runs", h->count);
    h->runs[h->count++] = run;
    return 0;
}

static int push_one(struct owned_rows *h,
                    uint64_t first,
                    uint64_t offset,
                    uint64_t bytes,
                    struct error *err)
{
    return push(
        h,
        (struct stride){
            .first = first, .offset = offset, .bytes = bytes, .times = 1 },
        err);
}

/* Whole blocks, and the one that may be cut off. */
static int hold_cyclic(struct owned_rows *h,
                       const struct item *item,
                       uint64_t block,
                       size_t rank,
                       size_t size,
                       uint64_t count,
                       struct error *err)
{
    uint64_t bytes = item_row_bytes(item);
    uint64_t blocks = count / block;
    struct stride whole = { .first = rank * block,
                            .bytes = block * bytes,
                            .times = blocks,
                            .first_step = block * size,
                            .step = block * bytes };

    if (push(h, whole, err) < 0)
        return -1;
    return push_one(h, (blocks * size + rank) * block, blocks * block * bytes,
                    count % block * bytes, err);
}

static int hold_grid(struct owned_rows *h,
                     const struct item *item,
                     struct error *err)
{
    struct box box = box_owned(item);
    struct box memory = box_memory(item);
    uint64_t cell = item_row_bytes(item);

    for (int64_t z = box.low[0]; z < box.high[0] && !box_empty(&box); z++) {
        int64_t corner[3] = { z, box.low[1], box.low[2] };
        struct stride run = {
            .first = box_row(item, corner),
            .offset = box_place(&memory, corner) * cell,
            .bytes = (uint64_t)(box.high[2] - box.low[2]) * cell,
            .times = (uint64_t)(box.high[1] - box.low[1]),
            .first_step = box_stride(item),
            .step = (uint64_t)(memory.high[2] - memory.low[2]) * cell,
        };

        if (push(h, run, err) < 0)
            return -1;
    }
    return 0;
}

/* Rows or elements that are numbered throughout. */
struct numbered {
    uint64_t first;
    uint64_t rows;
    bool follows; /* there is a rank before that has rows */
};

/* Behind a halo and what the rank before owns. */
static int hold_block(struct owned_rows *h,
                      const struct item *item,
                      struct numbered n,
                      struct error *err)
{
    uint64_t bytes = item_row_bytes(item);
    uint64_t not_ours = n.follows ? item->shared[0] : 0;

    if (n.rows > 0)
        n.rows += item->shared[0] - not_ours;
    return push_one(h, n.first + not_ours,
                    (item_before(item, 0) + not_ours) * bytes, n.rows * bytes,
                    err);
}

/* How many new ranks read all that old rank 'rank' has. */
static uint64_t count_readers(const struct division *s,
                              size_t item,
                              size_t rank)
{
    const struct item *it = &s->old[rank]->items[item];
    uint64_t readers = 0;

    if (it->spread == ITEM_LOCAL && it->flags & (ITEM_SPLIT | ITEM_PACK))
        return lineage_parts(s->request, rank);
    if (it->spread != ITEM_REPLICATED)
        return 1;
    for (size_t r = 0; r < s->request->new_size; r++)
        readers += division_source(s, r) == rank;
    return readers;
}

/* What rank 'rank' of 'size' has, rows in blocks and ragged ones being 'n'. */
static int hold(struct owned_rows *h,
                const struct item *it,
                size_t rank,
                size_t size,
                struct numbered n,
                struct error *err)
{
    uint64_t bytes = it->count * item_row_bytes(it);

    if (it->flags & ITEM_OFFSETS)
        return 0;
    switch (it->spread) {
    case ITEM_BLOCK:
    case ITEM_RAGGED:
        return hold_block(h, it, n, err);
    case ITEM_CYCLIC:
        return hold_cyclic(h, it, 1, rank, size, it->count, err);
    case ITEM_BLOCK_CYCLIC:
        return hold_cyclic(h, it, it->block, rank, size, it->count, err);
    case ITEM_GRID:
        return hold_grid(h, it, err);
    case ITEM_BAG:
        return push_one(h, STRIDE_ANYWHERE, 0, bytes, err);
    case ITEM_LOCAL:
        return push_one(h, OWNED_ROWS_LOCAL(rank), 0, bytes, err);
    default:
        return push_one(h, 0, 0, bytes, err);
    }
}

int owned_rows_old(struct owned_rows *h,
                   const struct division *s,
                   size_t item,
                   size_t rank,
                   struct error *err)
{
    const struct item *it = &s->old[rank]->items[item];
    const struct share *share = &s->share[item];
    const uint64_t *starts =
        it->spread == ITEM_RAGGED ? share->old_elements : share->old_starts;
    struct numbered n = { starts[rank], starts[rank + 1] - starts[rank],
                          starts[rank] > 0 };

    *h = (struct owned_rows){ .readers = count_readers(s, item, rank),
                              .row_bytes = owned_rows_row_bytes(it) };
    return hold(h, it, rank, s->request->old_size, n, err);
}

/* Rows or elements that the next rank does not have. */
static uint64_t numbered_rows(const struct manifest *m, const struct item *it)
{
    const struct item *lengths;

    if (it->spread == ITEM_BLOCK)
        return it->count > it->shared[0] ? it->count - it->shared[0] : 0;
    if (it->spread != ITEM_RAGGED)
        return 0;
    lengths = &m->items[it->index];
    return lengths->starts[lengths->count];
}

int owned_rows_alone(struct owned_rows *h,
                     const struct manifest *m,
                     size_t item,
                     uint64_t *rows,
                     struct error *err)
{
    const struct item *it = &m->items[item];
    struct numbered n = { 0, numbered_rows(m, it), m->rank > 0 };

    *h = (struct owned_rows){ .readers = 1,
                              .row_bytes = owned_rows_row_bytes(it) };
    *rows = n.rows;
    return hold(h, it, (size_t)m->rank, (size_t)m->size, n, err);
}
