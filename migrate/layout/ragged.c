/* ragged.c - how long ragged rows are, from the program's own integers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/manifest.h"

static int64_t integer_at(const struct item *item,
                          const void *memory,
                          size_t i)
{
    int32_t narrow;
    int64_t wide;

    if (item->extent == 4) {
        memcpy(&narrow, (const char *)memory + 4 * i, 4);
        return narrow;
    }
    memcpy(&wide, (const char *)memory + 8 * i, 8);
    return wide;
}

/* The length of row 'i', or below zero. */
static int64_t length_at(const struct item *item, const void *memory, size_t i)
{
    int64_t length;

    if (!(item->flags & ITEM_OFFSETS))
        return integer_at(item, memory, i);
    if (__builtin_sub_overflow(integer_at(item, memory, i + 1),
                               integer_at(item, memory, i), &length))
        return -1;
    return length;
}

static int measure(const struct item *item,
                   const void *memory,
                   uint64_t *starts,
                   struct error *err)
{
    starts[0] = 0;
    for (size_t i = 0; i < item->count; i++) {
        int64_t length = length_at(item, memory, i);

        if (length < 0 || (uint64_t)length >= ITEM_LIMIT - starts[i])
            return error_set(err,
                             "\"%s\" %s says that row %zu has "
                             "%lld elements",
                             item->name, item_place(item).text, i,
                             (long long)length);
        starts[i + 1] = starts[i] + (uint64_t)length;
    }
    return 0;
}

int manifest_measure(struct item *item, const void *memory, struct error *err)
{
    uint64_t *starts = malloc((item->count + 1) * sizeof(*starts));
    int64_t base = 0;

    if (!starts)
        return error_set(err, "\"%s\": %llu lengths: %s", item->name,
                         (unsigned long long)item->count, strerror(errno));
    if (measure(item, memory, starts, err) < 0) {
        free(starts);
        return -1;
    }
    if (item->flags & ITEM_OFFSETS && memory)
        base = integer_at(item, memory, 0);
    if (item->count == 0 && base != 1)
        base = 0; /* perhaps nobody has set it */
    if (base != 0 && base != 1) {
        free(starts);
        return error_set(err,
                         "\"%s\" %s has offsets from %lld on: 0 or 1 "
                         "is where a rank's must start",
                         item->name, item_place(item).text, (long long)base);
    }
    free(item->starts);
    item->starts = starts;
    item->base = (uint64_t)base;
    return 0;
}
