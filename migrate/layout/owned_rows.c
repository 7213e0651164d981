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

/* Rows or elements that are numbered throughout, behind a halo. */
static int hold_block(struct owned_rows *h,
                      const struct item *item,
                      const uint64_t *starts,
                      size_t rank,
                      struct error *err)
{
    uint64_t bytes = item_row_bytes(item);

    return push_one(h, starts[rank], item->halo * bytes,
                    (starts[rank + 1] - starts[rank]) * bytes, err);
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

int owned_rows_old(struct owned_rows *h,
                   const struct division *s,
                   size_t item,
                   size_t rank,
                   struct error *err)
{
    const struct item *it = &s->old[rank]->items[item];
    const struct share *share = &s->share[item];
    size_t size = s->request->old_size;
    uint64_t bytes = it->count * item_row_bytes(it);

    *h = (struct owned_rows){ .readers = count_readers(s, item, rank),
                              .row_bytes = owned_rows_row_bytes(it) };
    if (it->flags & ITEM_OFFSETS)
        return 0;
    switch (it->spread) {
    case ITEM_BLOCK:
        return hold_block(h, it, share->old_starts, rank, err);
    case ITEM_RAGGED:
        return hold_block(h, it, share->old_elements, rank, err);
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

/* The whole blobs of those parents that come here. */
static int hold_local(struct owned_rows *h,
                      const struct division *s,
                      size_t item,
                      size_t rank,
                      struct error *err)
{
    const struct lineage *q = s->request;
    uint64_t at = 0;

    for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++) {
        const struct parent *p = &q->parents[i];
        const struct item *it = &s->old[p->rank]->items[item];
        uint64_t bytes = it->count * item_row_bytes(it);

        if (p->part > 0 && !(it->flags & (ITEM_SPLIT | ITEM_PACK)))
            continue;
        if (push_one(h, OWNED_ROWS_LOCAL(p->rank), at, bytes, err) < 0)
            return -1;
        at += bytes;
    }
    return 0;
}

int owned_rows_new(struct owned_rows *h,
                   const struct division *s,
                   size_t item,
                   size_t rank,
                   struct error *err)
{
    const struct item *it = &s->new[rank]->items[item];
    const struct share *share = &s->share[item];
    size_t size = s->request->new_size;
    uint64_t count = share->new_starts[rank + 1] - share->new_starts[rank];
    uint64_t bytes = count * item_row_bytes(it);

    *h = (struct owned_rows){ .readers = 1,
                              .row_bytes = owned_rows_row_bytes(it) };
    if (it->flags & ITEM_OFFSETS)
        return 0;
    switch (it->spread) {
    case ITEM_BLOCK:
        return hold_block(h, it, share->new_starts, rank, err);
    case ITEM_RAGGED:
        return hold_block(h, it, share->new_elements, rank, err);
    case ITEM_CYCLIC:
        return hold_cyclic(h, it, 1, rank, size, count, err);
    case ITEM_BLOCK_CYCLIC:
        return hold_cyclic(h, it, it->block, rank, size, count, err);
    case ITEM_GRID:
        return hold_grid(h, it, err);
    case ITEM_BAG:
        return push_one(h, STRIDE_ANYWHERE, 0, bytes, err);
    case ITEM_LOCAL:
        return hold_local(h, s, item, rank, err);
    default:
        return push_one(h, 0, 0, bytes, err);
    }
}
