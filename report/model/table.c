/* table.c - give things numbers, the same number to the same thing
 *
 * An open hash of numbers, half full at most; names are kept in an arena.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "report/model/table.h"

enum { FIRST_SLOTS = 64 };

struct name {
    uint64_t hash;
    size_t len;
    const char *bytes;
};

struct table {
    size_t thing_bytes;
    size_t count;
    size_t slots;   /* a power of two */
    uint32_t *slot; /* number of the thing plus one, or 0 */
    struct name *name;
    char *thing;
    arena_t *arena;
};

table_t *table_create(size_t bytes)
{
    table_t *t = calloc(1, sizeof(*t));

    if (!t)
        return NULL;
    t->thing_bytes = bytes;
    if (!(t->arena = arena_create())) {
        table_destroy(t);
        return NULL;
    }
    return t;
}

void table_destroy(table_t *t)
{
    if (t) {
        arena_destroy(t->arena);
        free(t->slot);
        free(t->name);
        free(t->thing);
        free(t);
    }
}

/* Double the room, for slots and things alike. */
static bool make_room(table_t *t)
{
    size_t slots = t->slots ? 2 * t->slots : FIRST_SLOTS;
    uint32_t *slot = calloc(slots, sizeof(*slot));
    void *name = realloc(t->name, slots / 2 * sizeof(*t->name));
    char *thing = NULL;

    if (name) {
        t->name = name;
        thing = realloc(t->thing, slots / 2 * t->thing_bytes);
    }
    if (thing)
        t->thing = thing;
    if (!slot || !thing) {
        free(slot);
        return false;
    }
    for (uint32_t n = 0; n < t->count; n++) {
        size_t at = t->name[n].hash & (slots - 1);

        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = n + 1;
    }
    free(t->slot);
    t->slot = slot;
    t->slots = slots;
    return true;
}

/* The slot of a name, or the free one where it would go. */
static size_t find_slot(const table_t *t,
                        uint64_t hash,
                        const void *name,
                        size_t len)
{
    size_t at = hash & (t->slots - 1);

    for (; t->slot[at]; at = (at + 1) & (t->slots - 1)) {
        const struct name *known = &t->name[t->slot[at] - 1];

        if (known->hash == hash && known->len == len
            && memcmp(known->bytes, name, len) == 0)
            break;
    }
    return at;
}

uint32_t table_number(table_t *t, const void *name, size_t len)
{
    uint64_t hash = checksum(len, name, len);
    const char *copy;
    size_t at = 0;

    if (t->slots > 0 && t->slot[at = find_slot(t, hash, name, len)])
        return t->slot[at] - 1;
    if (2 * t->count >= t->slots) {
        if (!make_room(t))
            return TABLE_NONE;
        at = find_slot(t, hash, name, len);
    }
    if (!(copy = arena_copy(t->arena, name, len)))
        return TABLE_NONE;
    memset(t->thing + t->count * t->thing_bytes, 0, t->thing_bytes);
    t->name[t->count] = (struct name){ hash, len, copy };
    t->slot[at] = ++t->count;
    return t->count - 1;
}

size_t table_count(const table_t *t)
{
    return t->count;
}

void *table_at(table_t *t, uint32_t n)
{
    return t->thing + n * t->thing_bytes;
}

void *table_keep(const table_t *t, arena_t *a)
{
    void *kept = arena_take(a, t->count, t->thing_bytes);

    if (kept && t->count > 0)
        memcpy(kept, t->thing, t->count * t->thing_bytes);
    return kept;
}
