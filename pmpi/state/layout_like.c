/* layout_like.c - a layout that is like another one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "pmpi/state/layout_like.h"

/* What a layout says, but how many arrays it is for. */
#define FIELD(name)                                                           \
    {                                                                         \
        offsetof(mito_layout, name), sizeof(((mito_layout *)0)->name)         \
    }
static const struct {
    size_t place, bytes;
} fields[] = {
    FIELD(spread),     FIELD(row),      FIELD(halo),     FIELD(block),
    FIELD(constant),   FIELD(shape),    FIELD(origin),   FIELD(extent),
    FIELD(dimensions), FIELD(lengths),  FIELD(offsets),  FIELD(memory),
    FIELD(alignment),  FIELD(capacity), FIELD(allocate), FIELD(release),
    FIELD(split),      FIELD(merge),    FIELD(size),     FIELD(pack),
    FIELD(unpack),     FIELD(arg),      FIELD(owner),    FIELD(halo_before),
    FIELD(halo_after), FIELD(shared),   FIELD(stagger),  FIELD(owners),
    FIELD(low),        FIELD(high),     FIELD(position), FIELD(taken),
    FIELD(places),
};

static bool is_zero(const char *at, size_t bytes)
{
    while (bytes > 0 && at[bytes - 1] == 0)
        bytes--;
    return bytes == 0;
}

/* Of halos there are two ways to say them. */
static bool says_halo(const mito_layout *l)
{
    return !is_zero((const char *)&l->halo, sizeof(l->halo))
           || !is_zero((const char *)l->halo_before, sizeof(l->halo_before))
           || !is_zero((const char *)l->halo_after, sizeof(l->halo_after));
}

static void forget_halo(mito_layout *l)
{
    l->halo = 0;
    memset(l->halo_before, 0, sizeof(l->halo_before));
    memset(l->halo_after, 0, sizeof(l->halo_after));
}

void layout_like(mito_layout *l,
                 const struct registered *from,
                 bool same_count)
{
    mito_layout other = from->layout;

    if (other.spread == MITO_DEFAULT
        && (other.owner || other.owners || other.low))
        other.spread = MITO_BAG;
    if (other.lengths)
        other.lengths = from->item.lengths;
    if (other.owners)
        other.owners = from->item.lengths;
    if (other.memory == MITO_OBJECT) /* that is a kind of object each */
        other.memory = MITO_MEMORY_DEFAULT;
    if (says_halo(l))
        forget_halo(&other);
    if (same_count) {
        other.owner = NULL;
        other.owners = NULL;
        other.low = NULL;
        other.high = NULL;
        other.position = 0;
    }
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        char *at = (char *)l + fields[i].place;

        if (is_zero(at, fields[i].bytes))
            memcpy(at, (const char *)&other + fields[i].place,
                   fields[i].bytes);
    }
}
