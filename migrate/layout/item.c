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

    for (uint64_t d = 0; d < item->dimensions && d < ITEM_DIMENSIONS; d++)
        cells *= item->box[d];
    return cells;
}

uint64_t item_before(const struct item *item, uint64_t d)
{
    return item->halo + item->before[d];
}

uint64_t item_after(const struct item *item, uint64_t d)
{
    return item->halo + item->after[d];
}

bool item_is_bare(const struct item *item)
{
    uint64_t any = item->halo;

    for (int d = 0; d < ITEM_DIMENSIONS; d++)
        any |= item->before[d] | item->after[d] | item->shared[d];
    return any == 0;
}

bool item_goes_with(const struct item *item, const struct item *bag)
{
    return item == bag
           || (item->group == bag->group && item->group != ITEM_NONE);
}

uint64_t item_bytes(const struct item *item, uint64_t count)
{
    if (item->spread == ITEM_GRID) {
        count = 1;
        for (uint64_t d = 0; d < item->dimensions; d++)
            count *= item->box[d] + item_before(item, d) + item_after(item, d);
    } else {
        count += item_before(item, 0) + item_after(item, 0);
        if (item->flags & ITEM_OFFSETS)
            count++;
    }
    return count * item_row_bytes(item);
}

struct item_place item_place(const struct item *item)
{
    struct item_place place;

    if (item->line > 0)
        snprintf(place.text, sizeof(place.text), "at %.*s:%" PRIu64,
                 ITEM_FILE - 1, item->file, item->line);
    else
        snprintf(place.text, sizeof(place.text), "in %.*s", ITEM_FILE - 1,
                 item->file);
    return place;
}

static bool terminated(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
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
        return error_set(err, "has no dimensions or more than three");
    for (uint64_t d = 0; d < item->dimensions; d++) {
        uint64_t shape = item->shape[d];
        uint64_t around = item_before(item, d) + item_after(item, d);

        if (shape >= ITEM_LIMIT || item->box[d] > shape
            || item->origin[d] > shape - item->box[d])
            return error_set(err, "has a box beyond its grid");
        if (!times(&whole, shape + around)
            || !times(&mine, item->box[d] + around))
            return error_set(err, "has more cells than there can be");
    }
    if (item->count != item_cells(item))
        return error_set(err, "has another count than cells in its box");
    return 0;
}

/* A type without a name is believed. */
bool item_has_integers(const struct item *item)
{
    static const char *const other[] = { "FLOAT", "DOUBLE", "REAL",
                                         "COMPLEX" };

    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
        if (strstr(item->type_name, other[i]))
            return false;
    return item->extent == 4 || item->extent == 8;
}

static int check_index(const struct item *item, struct error *err)
{
    if (item->spread != ITEM_BLOCK || !item_is_bare(item) || item->row != 1
        || !item_has_integers(item))
        return error_set(
            err, "tells the lengths of rows, so it must be a block array "
                 "of integers of 4 or 8 bytes, one a row, without halo");
    return 0;
}

/* Halos, and what is shared, are numbers of rows as any. */
static bool in_bounds(const struct item *item)
{
    bool good = item->halo < ITEM_LIMIT;

    for (int d = 0; d < ITEM_DIMENSIONS; d++)
        good = good && item->before[d] < ITEM_LIMIT
               && item->after[d] < ITEM_LIMIT && item->shared[d] < ITEM_LIMIT;
    return good;
}

int item_check(const struct item *item, struct error *err)
{
    uint64_t bytes = item->extent;

    if (!terminated(item->name, sizeof(item->name)) || !item->name[0]
        || !terminated(item->lengths, sizeof(item->lengths))
        || !terminated(item->file, sizeof(item->file))
        || !terminated(item->type_name, sizeof(item->type_name)))
        return error_set(err, "has no proper name");
    if (item->spread < ITEM_REPLICATED || item->spread > ITEM_LOCAL)
        return error_set(err, "is spread in a way that is not known");
    if (item->extent == 0 || item->row == 0)
        return error_set(err, "has rows of no bytes");
    if (!in_bounds(item) || item->count >= ITEM_LIMIT
        || item->block >= ITEM_LIMIT || item->extent >= ITEM_LIMIT
        || (item->group >= ITEM_LIMIT && item->group != ITEM_NONE)
        || !times(&bytes, item->row))
        return error_set(err, "has a size beyond all bounds");
    if (!item_is_bare(item) && item->spread != ITEM_BLOCK
        && item->spread != ITEM_GRID)
        return error_set(
            err, "has a halo or shared rows, which only blocks and grids "
                 "can");
    if (item->spread == ITEM_BLOCK_CYCLIC && item->block == 0)
        return error_set(err, "is block-cyclic with blocks of no rows");
    if (item->spread == ITEM_RAGGED && !item->lengths[0])
        return error_set(err, "is ragged but names no lengths");
    if (item->flags & ITEM_OWNER && item->spread != ITEM_BAG)
        return error_set(err, "has an owner of each item, as only bags can");
    if (item->spread == ITEM_GRID)
        return check_grid(item, err);
    if (!times(&bytes,
               item->count + item_before(item, 0) + item_after(item, 0) + 1)
        || item->base > 1)
        return error_set(err, "has a size beyond all bounds");
    if (item->flags & ITEM_INDEX
        || (item->flags & ITEM_OFFSETS && item->spread != ITEM_RAGGED))
        return check_index(item, err);
    return 0;
}
