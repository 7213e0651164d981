/* owner_bounds.c - in which rank's part of space an item is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "pmpi/state/owner_bounds.h"

/* Bytes of a coordinate: in structs, and by default, they are doubles. */
static size_t coordinate_bytes(const struct item *item)
{
    return strcmp(item->type_name, "MPI_FLOAT") == 0 ? sizeof(float)
                                                     : sizeof(double);
}

int owner_bounds_check(const mito_layout *l,
                       const struct item *item,
                       struct error *err)
{
    uint64_t bytes = (uint64_t)l->dimensions * coordinate_bytes(item);

    if (!l->low && !l->high)
        return l->position ? error_set(
                   err, "has a 'position', and no 'low' and 'high'")
                           : 0;
    if (!l->low || !l->high)
        return error_set(err, "has '%s', and no '%s'", l->low ? "low" : "high",
                         l->low ? "high" : "low");
    if (l->owner || l->owners)
        return error_set(err, "has both bounds and an '%s'",
                         l->owner ? "owner" : "owners");
    if (item->spread != ITEM_BAG)
        return error_set(err, "has bounds, as only bags can");
    if (l->dimensions < 1 || l->dimensions > MITO_DIMENSIONS)
        return error_set(err, "has bounds in %d dimensions: 1 to %d can be",
                         l->dimensions, MITO_DIMENSIONS);
    if (l->position > item_row_bytes(item)
        || bytes > item_row_bytes(item) - l->position)
        return error_set(err,
                         "has items of %llu bytes, which have no coordinates "
                         "of %llu bytes at %zu",
                         (unsigned long long)item_row_bytes(item),
                         (unsigned long long)bytes, l->position);
    return 0;
}

void owner_bounds_get(struct owner_bounds *b, const mito_layout *l)
{
    memset(b, 0, sizeof(*b));
    for (int i = 0; i < l->dimensions; i++) {
        b->low[i] = l->low[i];
        b->high[i] = l->high[i];
    }
}

/* Rows of bytes are anywhere in memory. */
static void read_point(const struct item *item,
                       const mito_layout *l,
                       const void *at,
                       double point[MITO_DIMENSIONS])
{
    const char *from = (const char *)at + l->position;
    float narrow[MITO_DIMENSIONS];

    if (coordinate_bytes(item) == sizeof(double)) {
        memcpy(point, from, (size_t)l->dimensions * sizeof(double));
        return;
    }
    memcpy(narrow, from, (size_t)l->dimensions * sizeof(float));
    for (int i = 0; i < l->dimensions; i++)
        point[i] = (double)narrow[i];
}

/* Where parts meet a point is with the one that begins there. */
static bool is_within(const struct owner_bounds *b,
                      const double *point,
                      int dimensions,
                      bool end_too)
{
    for (int i = 0; i < dimensions; i++)
        if (!(point[i] >= b->low[i])
            || !(point[i] < b->high[i] || (end_too && point[i] <= b->high[i])))
            return false;
    return true;
}

int owner_bounds_find(const struct owner_bounds *all,
                      int ranks,
                      const struct item *item,
                      const mito_layout *l,
                      const void *at,
                      int guess)
{
    double point[MITO_DIMENSIONS];

    read_point(item, l, at, point);
    if (is_within(&all[guess], point, l->dimensions, false))
        return guess;
    for (int end_too = 0; end_too < 2; end_too++)
        for (int r = 0; r < ranks; r++)
            if (is_within(&all[r], point, l->dimensions, end_too))
                return r;
    return -1;
}

struct owner_place owner_bounds_place(const struct item *item,
                                      const mito_layout *l,
                                      const void *at)
{
    double point[MITO_DIMENSIONS];
    struct owner_place place;
    int len = snprintf(place.text, sizeof(place.text), "at");

    read_point(item, l, at, point);
    for (int i = 0; i < l->dimensions; i++)
        len += snprintf(place.text + len, sizeof(place.text) - (size_t)len,
                        "%s %.12g", i ? "," : "", point[i]);
    return place;
}
