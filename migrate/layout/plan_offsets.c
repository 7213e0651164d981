/* plan_offsets.c - the offsets of ragged rows, made anew from their lengths
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "migrate/layout/plan.h"

/* An int or a long: 'item' has passed item_check(). */
static int put(const struct item *item,
               void *memory,
               uint64_t i,
               uint64_t offset,
               struct error *err)
{
    uint32_t narrow = (uint32_t)offset;

    if (item->extent == 8) {
        memcpy((char *)memory + 8 * i, &offset, 8);
        return 0;
    }
    if (offset > INT32_MAX)
        return error_set(err,
                         "\"%s\" %s would need an offset of "
                         "%" PRIu64 ", more than an int can hold",
                         item->name, item_place(item).text, offset);
    memcpy((char *)memory + 4 * i, &narrow, 4);
    return 0;
}

/* From where a rank's offsets count.  Ranks that have rows are believed first,
 * as one without rows may have left the only offset it has unset.
 */
static uint64_t find_base(const struct division *s, size_t item)
{
    uint64_t base = 0;

    for (size_t r = 0; r < s->request->old_size; r++) {
        const struct item *old = &s->old[r]->items[item];

        if (old->count > 0)
            return old->base;
        base |= old->base;
    }
    return base;
}

int plan_rebuild(const struct division *s,
                 size_t item,
                 size_t rank,
                 void *memory,
                 struct error *err)
{
    const struct share *share = &s->share[item];
    const struct item *it = &s->new[rank]->items[item];
    uint64_t start = share->new_starts[rank];
    uint64_t end = share->new_starts[rank + 1];
    uint64_t offset = find_base(s, item);
    size_t from = division_owner(s, item, start);

    for (uint64_t row = start; row < end; row++) {
        const struct item *old;
        uint64_t i;

        while (row >= share->old_starts[from + 1])
            from++;
        old = &s->old[from]->items[item];
        i = row - share->old_starts[from];
        if (put(it, memory, row - start, offset, err) < 0)
            return -1;
        offset += old->starts[i + 1] - old->starts[i];
    }
    return put(it, memory, end - start, offset, err);
}
