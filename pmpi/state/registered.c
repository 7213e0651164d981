/* registered.c - the things that the program has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/state/item_cells.h"
#include "pmpi/state/memory_kind.h"
#include "pmpi/state/registered.h"

static const size_t other_rows = (size_t)-2; /* see mitosis.h */

struct registered *things;
size_t registered_count;

void *registered_memory(const struct registered *t)
{
    void *memory = t->buffer;
    size_t elements;

    if (t->layout.memory == MITO_OBJECT)
        return t->layout.find(t->buffer, &elements);
    if (t->pointed)
        memcpy(&memory, t->buffer, sizeof(memory));
    return memory;
}

/* Whether the rows of an object have another length than was registered. */
static bool has_other_rows(const struct registered *t)
{
    size_t elements = 0;

    if (t->layout.memory == MITO_OBJECT)
        t->layout.find(t->buffer, &elements);
    return elements == other_rows;
}

/* How many rows an object has, without halos and the end of offsets. */
static int rows_of_object(const struct registered *t,
                          uint64_t *rows,
                          struct error *err)
{
    bool offsets = t->item.flags & ITEM_OFFSETS;
    uint64_t more =
        item_before(&t->item, 0) + item_after(&t->item, 0) + offsets;
    size_t elements = 0;

    t->layout.find(t->buffer, &elements);
    if (elements >= ITEM_LIMIT)
        return error_set(err,
                         "\"%s\" %s does not say how many elements it has, "
                         "and has no count",
                         t->item.name, item_place(&t->item).text);
    if (elements % t->item.row != 0)
        return error_set(
            err, "\"%s\" %s has %zu elements, which are no whole rows of %llu",
            t->item.name, item_place(&t->item).text, elements,
            (unsigned long long)t->item.row);
    if (elements / t->item.row < more)
        return error_set(
            err, "\"%s\" %s has %zu rows, and %s take %llu", t->item.name,
            item_place(&t->item).text, elements / (size_t)t->item.row,
            offsets ? "offsets" : "its halos", (unsigned long long)more);
    *rows = elements / t->item.row - more;
    return 0;
}

static int rows_in_cells(const struct registered *t,
                         uint64_t *rows,
                         struct error *err)
{
    struct error why;

    if (item_cells_rows(t->gaps, rows, &why) == 0)
        return 0;
    return error_set(err, "\"%s\" %s %.900s", t->item.name,
                     item_place(&t->item).text, why.text);
}

int registered_rows(const struct registered *t,
                    uint64_t *rows,
                    struct error *err)
{
    int small;
    long large;

    if (t->gaps)
        return rows_in_cells(t, rows, err);
    if (has_other_rows(t))
        return error_set(err,
                         "\"%s\" %s has rows of another length than it was "
                         "registered with",
                         t->item.name, item_place(&t->item).text);
    if (!t->count && t->layout.memory == MITO_OBJECT
        && t->item.spread != ITEM_GRID)
        return rows_of_object(t, rows, err);
    if (!t->count) {
        *rows = t->item.spread == ITEM_GRID ? item_cells(&t->item) : 1;
        return 0;
    }
    if (t->count_bytes == sizeof(small)) {
        memcpy(&small, t->count, sizeof(small));
        large = small;
    } else {
        memcpy(&large, t->count, sizeof(large));
    }
    if (large < 0 || (uint64_t)large >= ITEM_LIMIT)
        return error_set(err, "\"%s\" %s has a count of %ld", t->item.name,
                         item_place(&t->item).text, large);
    *rows = (uint64_t)large;
    return 0;
}

/* For how many rows there is room in what stays where it is.  How many cells
 * there are is the program's to change.
 */
static size_t capacity_of(const struct registered *t)
{
    return t->gaps ? item_cells_count(t->gaps) * t->gaps->places
                   : t->layout.capacity;
}

int registered_check(const struct registered *t,
                     uint64_t rows,
                     struct error *err)
{
    const char *name = t->item.name;

    if (t->count && t->layout.memory == MITO_FIXED && rows > capacity_of(t))
        return error_set(err, "\"%s\" %s has %llu rows and room for %zu", name,
                         item_place(&t->item).text, (unsigned long long)rows,
                         capacity_of(t));
    return 0;
}

/* How many elements an object has; many if it does not know. */
static uint64_t elements_of(const struct registered *t)
{
    size_t elements = 0;

    t->layout.find(t->buffer, &elements);
    return elements;
}

/* Why memory of that kind cannot be freed. */
static int say_memory(const struct registered *t,
                      enum memory_kind kind,
                      uint64_t rows,
                      struct error *err)
{
    static const char *const what[] = {
        [MEMORY_KIND_STACK] = "is on the stack",
        [MEMORY_KIND_STATIC] = "is a static variable",
        [MEMORY_KIND_OTHER] = "is not the start of what malloc() gave",
    };
    struct item_place place = item_place(&t->item);

    if (kind == MEMORY_KIND_NOWHERE)
        return error_set(err, "\"%s\" %s is a pointer to no memory",
                         t->item.name, place.text);
    if (kind == MEMORY_KIND_SMALL)
        return error_set(err,
                         "\"%s\" %s has less memory than its %llu rows need",
                         t->item.name, place.text, (unsigned long long)rows);
    return error_set(err, "\"%s\" %s %s, and cannot be freed: %s",
                     t->item.name, place.text, what[kind],
                     t->language == MITO_FORTRAN_
                         ? "mito_register_fixed() is for that"
                         : "its layout needs .memory = MITO_FIXED");
}

int registered_check_bytes(const struct registered *t,
                           uint64_t rows,
                           uint64_t bytes,
                           struct error *err)
{
    const void *memory = registered_memory(t);
    bool judged =
        t->pointed
        && (t->layout.memory == MITO_MALLOC || t->layout.memory == MITO_ALIGNED
            || t->layout.memory == MITO_MEMORY_DEFAULT);

    if (!memory && rows > 0 && bytes > 0)
        return error_set(err, "\"%s\" %s has %llu rows and points to %s",
                         t->item.name, item_place(&t->item).text,
                         (unsigned long long)rows,
                         t->language == MITO_FORTRAN_
                             ? "nothing, or to rows of another length"
                             : "NULL");
    if (!memory || bytes == 0)
        return 0;
    if (!memory_kind_is_there(memory, 1))
        return say_memory(t, MEMORY_KIND_NOWHERE, rows, err);
    if (t->layout.memory == MITO_OBJECT
        && elements_of(t) < bytes / t->item.extent)
        return say_memory(t, MEMORY_KIND_SMALL, rows, err);
    if (!memory_kind_is_there(memory, bytes)
        || (judged && memory_kind_find(memory, bytes) == MEMORY_KIND_SMALL))
        return say_memory(t, MEMORY_KIND_SMALL, rows, err);
    return 0;
}

int registered_check_memory(const struct registered *t, struct error *err)
{
    bool freed = t->pointed
                 && (t->layout.memory == MITO_MALLOC
                     || t->layout.memory == MITO_ALIGNED);
    uint64_t rows = 0, bytes = 0;
    enum memory_kind kind;

    if (!freed || !registered_memory(t))
        return 0;
    if (registered_rows(t, &rows, err) < 0)
        return -1;
    if (t->item.spread != ITEM_RAGGED)
        bytes = item_bytes(&t->item, rows);
    kind = memory_kind_find(registered_memory(t), bytes);
    return kind == MEMORY_KIND_FINE ? 0 : say_memory(t, kind, rows, err);
}

int registered_check_count(const struct registered *t,
                           uint64_t rows,
                           struct error *err)
{
    if (!t->count || t->count_bytes != sizeof(int) || rows <= INT_MAX)
        return 0;
    return error_set(err,
                     "\"%s\" %s would have %llu rows, more than its int can "
                     "count",
                     t->item.name, item_place(&t->item).text,
                     (unsigned long long)rows);
}

int registered_set_rows(struct registered *t, uint64_t rows, struct error *err)
{
    int small = (int)rows;

    if (registered_check_count(t, rows, err) < 0)
        return -1;
    if (!t->count)
        return 0;
    if (t->gaps) {
        item_cells_have_come(t->gaps, rows);
        return 0;
    }
    if (t->count_bytes == sizeof(small))
        memcpy(t->count, &small, sizeof(small));
    else
        memcpy(t->count, &rows, sizeof(rows));
    return 0;
}

static void *allocate(const struct registered *t, size_t bytes)
{
    const mito_layout *l = &t->layout;
    size_t unit = l->alignment ? l->alignment : sizeof(void *);

    switch (l->memory) {
    case MITO_ALIGNED:
        return aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
    case MITO_CUSTOM:
        return l->allocate(bytes, l->arg);
    default:
        return malloc(bytes ? bytes : 1);
    }
}

static void release(const struct registered *t, void *memory)
{
    if (t->layout.memory != MITO_CUSTOM)
        free(memory);
    else if (t->layout.release)
        t->layout.release(memory, t->layout.arg);
}

bool registered_can_grow(const struct registered *t)
{
    if (t->layout.memory == MITO_OBJECT)
        return t->layout.resize != NULL;
    return t->pointed && t->layout.memory != MITO_FIXED;
}

bool registered_takes_malloc(const struct registered *t)
{
    return t->pointed && t->layout.memory == MITO_MALLOC;
}

void registered_give(struct registered *t, void *memory)
{
    release(t, registered_memory(t));
    memcpy(t->buffer, &memory, sizeof(memory));
}

/* How many bytes fit into what stays where it is: capacity counts as counts
 * do, without halos and the end of offsets.
 */
static uint64_t room_of(const struct registered *t, const struct item *item)
{
    if (t->layout.memory == MITO_OBJECT)
        return elements_of(t) * item->extent;
    return item_bytes(item, t->count ? capacity_of(t) : 1);
}

/* What is counted where something is short: rows, or a bag's items; bytes
 * where a row has no size of its own.
 */
static const char *unit_of(const struct item *item, uint64_t *bytes)
{
    *bytes = item->flags & ITEM_PACK ? 1 : item_row_bytes(item);
    if (item->flags & ITEM_PACK)
        return "bytes";
    return item->spread == ITEM_BAG ? "items" : "rows";
}

/* Whether that much fits into what stays where it is. */
static int check_room(const struct registered *t,
                      const struct item *item,
                      uint64_t bytes,
                      struct error *err)
{
    uint64_t room = room_of(t, item), one;
    const char *unit = unit_of(item, &one);

    if (t->layout.memory == MITO_OBJECT && !t->count && bytes != room)
        return error_set(err,
                         "\"%s\" %s has %llu bytes, stays as it is and would "
                         "need %llu",
                         t->item.name, item_place(&t->item).text,
                         (unsigned long long)room, (unsigned long long)bytes);
    if (bytes <= room)
        return 0;
    return error_set(err, "\"%s\" %s has room for %llu %s and would need %llu",
                     t->item.name, item_place(&t->item).text,
                     (unsigned long long)(room / one), unit,
                     (unsigned long long)(bytes / one));
}

static int resize_object(const struct registered *t,
                         uint64_t bytes,
                         struct error *err)
{
    if (t->layout.resize(t->buffer, bytes / t->item.extent) == 0)
        return 0;
    return error_set(err, "\"%s\" %s could not be given %llu bytes",
                     t->item.name, item_place(&t->item).text,
                     (unsigned long long)bytes);
}

int registered_allocate(struct registered *t,
                        const struct item *item,
                        uint64_t bytes,
                        struct error *err)
{
    void *memory;

    if (t->layout.memory == MITO_FIXED
        || (t->layout.memory == MITO_OBJECT && !t->layout.resize))
        return check_room(t, item, bytes, err);
    if (t->layout.memory == MITO_OBJECT)
        return resize_object(t, bytes, err);
    if (!t->pointed)
        return 0;
    if (t->layout.memory == MITO_MEMORY_DEFAULT)
        return error_set(err,
                         "\"%s\" %s would need %llu bytes, and its memory, "
                         "which may be a std::vector's, has another size and "
                         "stays: its layout does not say .memory "
                         "(mitosis.hpp registers vectors themselves)",
                         t->item.name, item_place(&t->item).text,
                         (unsigned long long)bytes);
    release(t, registered_memory(t));
    memory = allocate(t, bytes);
    memcpy(t->buffer, &memory, sizeof(memory));
    if (!memory)
        return error_set(err, "\"%s\": no memory for %llu bytes", t->item.name,
                         (unsigned long long)bytes);
    return 0;
}

int registered_replace(struct registered *t,
                       void *memory,
                       size_t rows,
                       struct error *err)
{
    bool fixed = t->layout.memory == MITO_FIXED;

    if ((fixed || !t->pointed) && memory != registered_memory(t))
        return error_set(err,
                         "\"%s\" stays where it is, but the program's "
                         "function has moved it",
                         t->item.name);
    if (fixed && rows > capacity_of(t))
        return error_set(err, "\"%s\" has room for %zu rows and got %zu",
                         t->item.name, capacity_of(t), rows);
    if (t->pointed)
        memcpy(t->buffer, &memory, sizeof(memory));
    return registered_set_rows(t, rows, err);
}
