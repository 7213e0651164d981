/* register_check.c - what can be wrong with a registration, by itself or
 * beside others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/state/register_check.h"

enum { ARRAYS_MOST = 4096 };

/* As a signed number that was converted. */
static bool is_negative(size_t number)
{
    return number > SIZE_MAX / 2;
}

static bool is_there(const void *memory)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char resident;

    return mincore((void *)((uintptr_t)memory & ~(page - 1)), 1, &resident)
           == 0;
}

/* Whether 'buffer' is the address of a pointer, where that is wanted. */
static int check_pointer(const struct mito_registration *r,
                         const struct registered *t,
                         struct error *err)
{
    const char *name = t->item.name;

    if (t->pointed && r->buffer_class == REGISTER_ARRAY)
        return error_set(err,
                         "\"%s\" is an array that stays where it is: its "
                         "layout needs .memory = MITO_FIXED",
                         name);
    if (t->pointed && r->buffer_class == REGISTER_STRUCT)
        return error_set(err,
                         "\"%s\" is an array, but its address is that of a "
                         "struct: the address of a pointer to its rows is "
                         "wanted",
                         name);
    if (t->pointed && r->buffer_class != REGISTER_POINTER
        && r->buffer_class != REGISTER_ANY)
        return error_set(err,
                         "\"%s\" is an array: the address of the "
                         "pointer to it is wanted, &%s",
                         name, name);
    if (t->pointed && t->layout.memory == MITO_FIXED
        && !is_there(registered_memory(t)))
        return error_set(err, "\"%s\" is a pointer to no memory", name);
    return 0;
}

/* What an object's memory cannot do without, and cannot have. */
static int check_object(const struct registered *t, struct error *err)
{
    const mito_layout *l = &t->layout;

    if (l->memory != MITO_OBJECT)
        return 0;
    if (!l->find)
        return error_set(err, "\"%s\" is an object and needs 'find'",
                         t->item.name);
    if (l->split || l->merge)
        return error_set(err,
                         "\"%s\" is an object, which 'split' and 'merge' do "
                         "not know: 'pack' and 'unpack' are for that",
                         t->item.name);
    return 0;
}

static int negative(const char *name, const char *what, struct error *err)
{
    return error_set(err, "\"%s\" has a negative %s", name, what);
}

/* Halos and what is shared, in each dimension. */
static int check_edges(const struct registered *t, struct error *err)
{
    const char *name = t->item.name;
    const mito_layout *l = &t->layout;
    int dimensions = t->item.spread == ITEM_GRID ? l->dimensions : 1;

    for (int i = 0; i < MITO_DIMENSIONS; i++) {
        size_t around = l->halo_before[i] | l->halo_after[i];

        if (is_negative(around))
            return negative(name, "halo", err);
        if (around && l->halo)
            return error_set(
                err, "\"%s\" has both a 'halo' and one of each side", name);
        if (l->stagger[i] && t->item.spread != ITEM_GRID)
            return error_set(err, "\"%s\" is staggered, as only grids can",
                             name);
        if (l->stagger[i] && l->shared)
            return error_set(err,
                             "\"%s\" has both 'stagger' and 'shared', and the "
                             "former shares by itself",
                             name);
        if (i >= dimensions && (around || l->stagger[i]))
            return error_set(
                err,
                "\"%s\" has a halo, or is staggered, in dimension "
                "%d, and has fewer",
                name, i);
    }
    return is_negative(l->shared)
               ? negative(name, "number of shared rows", err)
               : 0;
}

int register_check(const struct mito_registration *r,
                   const struct registered *t,
                   struct error *err)
{
    const char *name = t->item.name;
    const mito_layout *l = &t->layout;

    if (t->item.spread == 0)
        return error_set(err, "\"%s\" has an unknown spread", name);
    if (is_negative(l->halo) || is_negative(l->row) || is_negative(l->block)
        || is_negative(l->capacity))
        return negative(name,
                        is_negative(l->halo)    ? "halo"
                        : is_negative(l->row)   ? "row"
                        : is_negative(l->block) ? "block"
                                                : "capacity",
                        err);
    if (check_edges(t, err) < 0)
        return -1;
    for (size_t i = 0; i < registered_count; i++)
        if (strcmp(things[i].item.name, name) == 0)
            return error_set(err, "\"%s\" is registered already, %s", name,
                             item_place(&things[i].item).text);
    if (l->pack)
        return l->size && l->unpack
                   ? 0
                   : error_set(err,
                               "\"%s\" needs 'size' and 'unpack' beside "
                               "'pack'",
                               name);
    if (!r->buffer)
        return error_set(err, "\"%s\" has NULL as its address", name);
    if (check_pointer(r, t, err) < 0 || check_object(t, err) < 0)
        return -1;
    if (t->item.group == ITEM_NONE && t->item.spread != ITEM_REPLICATED
        && t->item.spread != ITEM_GRID && t->item.spread != ITEM_LOCAL)
        return error_set(err, "\"%s\" needs a count", name);
    if (l->owner && l->owners)
        return error_set(err, "\"%s\" has both an 'owner' and 'owners'", name);
    if (l->owners && t->item.spread != ITEM_BAG)
        return error_set(err, "\"%s\" has 'owners', as only bags can", name);
    if (l->memory == MITO_CUSTOM && !l->allocate)
        return error_set(err, "\"%s\" needs 'allocate'", name);
    if (l->memory == MITO_FIXED && t->count && l->capacity == 0 && !t->gaps)
        return error_set(err, "\"%s\" needs a 'capacity'", name);
    return 0;
}

int register_check_arrays(const struct mito_registration *r,
                          const mito_layout *l,
                          struct error *err)
{
    const char *name = r->name ? r->name : "";

    if (l->arrays == 0 && (l->stride || l->count_stride))
        return error_set(err, "\"%.80s\" has a stride, but no 'arrays'", name);
    if (l->arrays > ARRAYS_MOST)
        return error_set(err, "\"%.80s\" has more than %d arrays", name,
                         ARRAYS_MOST);
    if (l->arrays > 1 && (!l->stride || is_negative(l->stride)))
        return error_set(err,
                         "\"%.80s\" has %zu arrays, and no 'stride' from one "
                         "to the next",
                         name, l->arrays);
    if (is_negative(l->count_stride) || (l->count_stride && !r->count))
        return error_set(err, "\"%.80s\" has a 'count_stride' of no count",
                         name);
    if (l->arrays > 1 && l->pack)
        return error_set(err,
                         "\"%.80s\" packs itself, so it is one, not %zu "
                         "arrays",
                         name, l->arrays);
    return 0;
}

/* ---- registered twice ---- */

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
static struct span find_span(const struct registered *t)
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

static int compare_spans(size_t first,
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

int register_check_twice(struct error *err)
{
    struct span *spans = calloc(registered_count, sizeof(*spans));
    int rc = spans ? 0 : error_set(err, "out of memory");

    for (size_t i = 0; rc == 0 && i < registered_count; i++) {
        spans[i] = find_span(&things[i]);
        for (size_t j = 0; rc == 0 && j < i; j++)
            rc = compare_spans(j, i, spans, err);
    }
    free(spans);
    return rc;
}
