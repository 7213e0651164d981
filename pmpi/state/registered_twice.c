/* registered_twice.c - whether memory was registered twice
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "pmpi/state/registered.h"
#include "pmpi/state/registered_twice.h"

/* Where the rows of a registration are; of ragged ones only the start. */
struct span {
    uintptr_t from, to;
    const void *pointer; /* the program's, if it goes by one */
    bool freed;
};

static bool is_freed(const struct registered *t)
{
    return t->pointed
           && (t->layout.memory == MITO_MALLOC
               || t->layout.memory == MITO_ALIGNED
               || (t->layout.memory == MITO_CUSTOM && t->layout.release));
}

/* That a count is wrong is told elsewhere. */
static struct span find(const struct registered *t)
{
    struct span s = { .freed = is_freed(t) };
    uint64_t rows = 0, bytes = 0;

    if (t->layout.pack)
        return s;
    if (t->pointed)
        s.pointer = t->buffer;
    s.from = (uintptr_t)registered_memory(t);
    if (s.from && t->item.spread != ITEM_RAGGED
        && registered_rows(t, &rows, NULL) == 0)
        bytes = item_bytes(&t->item, rows);
    s.to = s.from + bytes;
    return s;
}

static bool is_same(const struct span *a, const struct span *b)
{
    return (a->pointer && a->pointer == b->pointer)
           || (a->from && a->from == b->from);
}

static int compare(size_t first,
                   size_t second,
                   const struct span *spans,
                   struct error *err)
{
    const struct item *one = &things[first].item;
    const struct item *other = &things[second].item;
    const struct span *a = &spans[first], *b = &spans[second];
    bool same = is_same(a, b);

    if ((!a->freed && !b->freed)
        || (!same && (a->from >= b->to || b->from >= a->to)))
        return 0;
    return error_set(err, "\"%s\" %s %s \"%s\" %s", other->name,
                     item_place(other).text,
                     same ? "is the same memory as" : "overlaps", one->name,
                     item_place(one).text);
}

int registered_twice_check(struct error *err)
{
    struct span *spans = calloc(registered_count, sizeof(*spans));
    int rc = spans ? 0 : error_set(err, "out of memory");

    for (size_t i = 0; rc == 0 && i < registered_count; i++) {
        spans[i] = find(&things[i]);
        for (size_t j = 0; rc == 0 && j < i; j++)
            rc = compare(j, i, spans, err);
    }
    free(spans);
    return rc;
}
