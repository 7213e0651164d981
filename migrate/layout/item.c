/* item.c - what one rank says of one registered thing
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "migrate/layout/item.h"

static const char *const spread_names[] = {
    NULL,   "replicated", "block", "cyclic", "block-cyclic",
    "grid", "ragged",     "bag",   "local",
};

const char *item_spread_name(uint64_t spread)
{
    if (spread < ITEM_REPLICATED || spread > ITEM_LOCAL)
        return "unknown";
    return spread_names[spread];
}

uint64_t item_row_bytes(const struct item *item)
{
    return item->row * item->extent;
}

uint64_t item_cells(const struct item *item)
{
    uint64_t cells = 1;

    for (uint64_t d = 0; d < item->dimensions; d++)
        cells *= item->box[d];
    return cells;
}

uint64_t item_bytes(const struct item *item, uint64_t count)
{
    if (item->spread == ITEM_GRID) {
        count = 1;
        for (uint64_t d = 0; d < item->dimensions; d++)
            count *= item->box[d] + 2 * item->halo;
    } else {
        count += 2 * item->halo;
        if (item->flags & ITEM_OFFSETS)
            count++;
    }
    return count * item_row_bytes(item);
}

struct item_place item_place(const struct item *item)
{
    struct item_place place;

    if (item->line > 0)
        snprintf(place.text, sizeof(place.text), "at %s:%" PRIu64, item->file,
                 item->line);
    else
        snprintf(place.text, sizeof(place.text), "in %s", item->file);
    return place;
}

static bool terminated(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static int wrong(const struct item *item, struct error *err, const char *what)
{
    return error_set(err, "\"%s\" %s %s", item->name, item_place(item).text,
                     what);
}

/* Whether 'a' times 'b' is below the limit; 'a' becomes it. */
static bool times(uint64_t *a, uint64_t b)
{
    return !__builtin_mul_overflow(*a, b, a) && *a < ITEM_LIMIT;
}

static int check_grid(const struct item *item, struct error *err)
{
    uint64_t whole = item_row_bytes(item);
    uint64_t mine = whole;

    if (item->dimensions < 1 || item->dimensions > ITEM_DIMENSIONS)
        return wrong(item, err, "has no dimensions or more than three");
    for (uint64_t d = 0; d < item->dimensions; d++) {
        uint64_t shape = item->shape[d];

        if (shape >= ITEM_LIMIT || item->box[d] > shape
            || item->origin[d] > shape - item->box[d])
            return wrong(item, err, "has a box beyond its grid");
        if (!times(&whole, shape + 2 * item->halo)
            || !times(&mine, item->box[d] + 2 * item->halo))
            return wrong(item, err, "has more cells than there can be");
    }
    if (item->count != item_cells(item))
        return wrong(item, err, "has another count than cells in its box");
    return 0;
}

static int check_index(const struct item *item, struct error *err)
{
    if (item->spread != ITEM_BLOCK || item->halo != 0 || item->row != 1
        || (item->extent != 4 && item->extent != 8))
        return wrong(item, err,
                     "tells the lengths of rows, so it must be a block array "
                     "of integers, one a row, without halo");
    return 0;
}

int item_check(const struct item *item, struct error *err)
{
    uint64_t bytes = item->extent;

    if (!terminated(item->name, sizeof(item->name)) || !item->name[0]
        || !terminated(item->lengths, sizeof(item->lengths))
        || !terminated(item->file, sizeof(item->file))
        || !terminated(item->type_name, sizeof(item->type_name)))
        return error_set(err, "an item has no proper name");
    if (item->spread < ITEM_REPLICATED || item->spread > ITEM_LOCAL)
        return wrong(item, err, "is spread in a way that is not known");
    if (item->extent == 0 || item->row == 0)
        return wrong(item, err, "has rows of no bytes");
    if (item->halo >= ITEM_LIMIT || item->count >= ITEM_LIMIT
        || item->block >= ITEM_LIMIT || item->extent >= ITEM_LIMIT
        || (item->group >= ITEM_LIMIT && item->group != ITEM_NONE)
        || !times(&bytes, item->row))
        return wrong(item, err, "has a size beyond all bounds");
    if (item->halo && item->spread != ITEM_BLOCK && item->spread != ITEM_GRID)
        return wrong(item, err, "has a halo, which only blocks and grids can");
    if (item->spread == ITEM_BLOCK_CYCLIC && item->block == 0)
        return wrong(item, err, "is block-cyclic with blocks of no rows");
    if (item->spread == ITEM_RAGGED && !item->lengths[0])
        return wrong(item, err, "is ragged but names no lengths");
    if (item->spread == ITEM_GRID)
        return check_grid(item, err);
    if (!times(&bytes, item->count + 2 * item->halo + 1) || item->base > 1)
        return wrong(item, err, "has a size beyond all bounds");
    if (item->flags & ITEM_INDEX
        || (item->flags & ITEM_OFFSETS && item->spread != ITEM_RAGGED))
        return check_index(item, err);
    return 0;
}
