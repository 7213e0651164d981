/* thing.c - the things that the program has registered
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/state.h"
#include "pmpi/thing.h"
#include "pmpi/type.h"

enum { POINTER_CLASS = 5, ARRAY_CLASS = 6, ANY_CLASS = -1 };

struct thing *things;
size_t thing_count;

/* ---- what changes ---- */

void *thing_memory(const struct thing *t)
{
    void *memory = t->buffer;

    if (t->pointed)
        memcpy(&memory, t->buffer, sizeof(memory));
    return memory;
}

int thing_rows(const struct thing *t, uint64_t *rows, struct error *err)
{
    int small;
    long large;

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
        return error_set(err, "\"%s\" has a count of %ld", t->item.name,
                         large);
    *rows = (uint64_t)large;
    return 0;
}

void thing_set_rows(struct thing *t, uint64_t rows)
{
    int small = (int)rows;

    if (!t->count)
        return;
    if (t->count_bytes == sizeof(small))
        memcpy(t->count, &small, sizeof(small));
    else
        memcpy(t->count, &rows, sizeof(rows));
}

static void *allocate(const struct thing *t, size_t bytes)
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

static void release(const struct thing *t, void *memory)
{
    if (t->layout.memory != MITO_CUSTOM)
        free(memory);
    else if (t->layout.release)
        t->layout.release(memory, t->layout.arg);
}

/* How many bytes fit into what stays where it is: capacity counts as counts
 * do, without halos and the end of offsets.
 */
static uint64_t room_of(const struct thing *t, const struct item *item)
{
    return item_bytes(item, t->count ? t->layout.capacity : 1);
}

int thing_allocate(struct thing *t,
                   const struct item *item,
                   uint64_t bytes,
                   struct error *err)
{
    void *memory;

    if (t->layout.memory == MITO_FIXED) {
        uint64_t room = room_of(t, item);

        if (bytes <= room)
            return 0;
        return error_set(err,
                         "\"%s\" has room for %llu bytes and would "
                         "need %llu",
                         t->item.name, (unsigned long long)room,
                         (unsigned long long)bytes);
    }
    if (!t->pointed)
        return 0;
    release(t, thing_memory(t));
    memory = allocate(t, bytes);
    memcpy(t->buffer, &memory, sizeof(memory));
    if (!memory)
        return error_set(err, "\"%s\": no memory for %llu bytes", t->item.name,
                         (unsigned long long)bytes);
    return 0;
}

int thing_replace(struct thing *t,
                  void *memory,
                  size_t rows,
                  struct error *err)
{
    bool fixed = t->layout.memory == MITO_FIXED;

    if ((fixed || !t->pointed) && memory != thing_memory(t))
        return error_set(err,
                         "\"%s\" stays where it is, but the program's "
                         "function has moved it",
                         t->item.name);
    if (fixed && rows > t->layout.capacity)
        return error_set(err, "\"%s\" has room for %zu rows and got %zu",
                         t->item.name, t->layout.capacity, rows);
    if (t->pointed)
        memcpy(t->buffer, &memory, sizeof(memory));
    thing_set_rows(t, rows);
    return 0;
}

/* ---- registering ---- */

static uint64_t spread_of(const mito_layout *l, bool counted)
{
    static const uint64_t spreads[] = {
        [MITO_REPLICATED] = ITEM_REPLICATED,
        [MITO_BLOCK] = ITEM_BLOCK,
        [MITO_CYCLIC] = ITEM_CYCLIC,
        [MITO_BLOCK_CYCLIC] = ITEM_BLOCK_CYCLIC,
        [MITO_GRID] = ITEM_GRID,
        [MITO_RAGGED] = ITEM_RAGGED,
        [MITO_BAG] = ITEM_BAG,
        [MITO_LOCAL] = ITEM_LOCAL,
    };

    if (l->spread == MITO_DEFAULT)
        return counted ? ITEM_BLOCK : ITEM_REPLICATED;
    if (l->spread > MITO_LOCAL)
        return 0;
    return spreads[l->spread];
}

static void fill_layout(struct item *item, const mito_layout *l)
{
    static const size_t negative = (size_t)1 << (8 * sizeof(size_t) - 1);

    item->row = l->row ? l->row : 1;
    item->halo = l->halo & negative ? ITEM_LIMIT : l->halo;
    item->block = l->block ? l->block : 1;
    item->dimensions = (uint64_t)l->dimensions;
    for (int i = 0; i < MITO_DIMENSIONS && i < l->dimensions; i++) {
        item->shape[i] = l->shape[i];
        item->origin[i] = l->origin[i];
        item->box[i] = l->extent[i];
    }
    item->flags = (l->constant ? ITEM_CONSTANT : 0)
                  | (l->offsets ? ITEM_OFFSETS : 0)
                  | (l->split ? ITEM_SPLIT : 0) | (l->merge ? ITEM_MERGE : 0)
                  | (l->pack ? ITEM_PACK : 0);
}

/* The first thing that has the same count, or the next one's number. */
static uint64_t group_of(const void *count)
{
    if (!count)
        return ITEM_NONE;
    for (size_t i = 0; i < thing_count; i++)
        if (things[i].count == count)
            return i;
    return thing_count;
}

static int copy_name(const char *from,
                     char to[ITEM_NAME],
                     const char *what,
                     struct error *err)
{
    if (!from || !*from)
        return error_set(err, "the name of %s is missing", what);
    if (strlen(from) >= ITEM_NAME)
        return error_set(err, "\"%.80s\" is longer than %d letters", from,
                         ITEM_NAME - 1);
    strcpy(to, from);
    return 0;
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
                         const struct thing *t,
                         struct error *err)
{
    const char *name = t->item.name;

    if (t->pointed && r->buffer_class == ARRAY_CLASS)
        return error_set(err,
                         "\"%s\" is an array that stays where it is: its "
                         "layout needs .memory = MITO_FIXED",
                         name);
    if (t->pointed && r->buffer_class != POINTER_CLASS
        && r->buffer_class != ANY_CLASS)
        return error_set(err,
                         "\"%s\" is an array: the address of the "
                         "pointer to it is wanted, &%s",
                         name, name);
    if (t->pointed && t->layout.memory == MITO_FIXED
        && !is_there(thing_memory(t)))
        return error_set(err, "\"%s\" is a pointer to no memory", name);
    return 0;
}

/* What can be wrong before anything is asked of MPI. */
static int check(const struct mito_registration *r,
                 const struct thing *t,
                 struct error *err)
{
    const char *name = t->item.name;
    const mito_layout *l = &t->layout;

    if (t->item.spread == 0)
        return error_set(err, "\"%s\" has an unknown spread", name);
    if (l->pack)
        return l->size && l->unpack
                   ? 0
                   : error_set(err,
                               "\"%s\" needs 'size' and 'unpack' beside "
                               "'pack'",
                               name);
    if (!r->buffer)
        return error_set(err, "\"%s\" has NULL as its address", name);
    if (check_pointer(r, t, err) < 0)
        return -1;
    if (!t->count && t->item.spread != ITEM_REPLICATED
        && t->item.spread != ITEM_GRID && t->item.spread != ITEM_LOCAL)
        return error_set(err, "\"%s\" needs a count", name);
    if (l->memory == MITO_CUSTOM && !l->allocate)
        return error_set(err, "\"%s\" needs 'allocate'", name);
    if (l->memory == MITO_FIXED && t->count && l->capacity == 0)
        return error_set(err, "\"%s\" needs a 'capacity'", name);
    for (size_t i = 0; i < thing_count; i++)
        if (strcmp(things[i].item.name, name) == 0)
            return error_set(err, "\"%s\" is registered already, at %s:%llu",
                             name, things[i].item.file,
                             (unsigned long long)things[i].item.line);
    return 0;
}

static struct thing *make_room(void)
{
    static size_t room;
    struct thing *more;

    if (thing_count == room) {
        size_t wanted = room ? 2 * room : 16;

        more = realloc(things, wanted * sizeof(*more));
        if (!more)
            return NULL;
        things = more;
        room = wanted;
    }
    return &things[thing_count];
}

static int fill(struct thing *t,
                const struct mito_registration *r,
                struct error *err)
{
    const char *slash = r->file ? strrchr(r->file, '/') : NULL;
    size_t bytes = r->layout_bytes < sizeof(t->layout) ? r->layout_bytes
                                                       : sizeof(t->layout);

    if (r->layout)
        memcpy(&t->layout, r->layout, bytes);
    if (copy_name(r->name, t->item.name, "a registration", err) < 0)
        return -1;
    snprintf(t->item.file, sizeof(t->item.file), "%s",
             slash     ? slash + 1
             : r->file ? r->file
                       : "?");
    t->item.line = (uint64_t)r->line;
    t->buffer = r->buffer;
    t->count = r->count;
    t->count_bytes = r->count_bytes;
    t->item.spread = spread_of(&t->layout, t->count != NULL);
    t->item.group = group_of(t->count);
    t->pointed =
        !t->layout.pack && (t->count || t->item.spread == ITEM_GRID)
        && (t->layout.memory != MITO_FIXED || r->buffer_class == POINTER_CLASS
            || r->buffer_class == ANY_CLASS);
    fill_layout(&t->item, &t->layout);
    if (t->item.spread == ITEM_RAGGED
        && copy_name(t->layout.lengths, t->item.lengths, "its lengths", err)
               < 0)
        return -1;
    if (check(r, t, err) < 0)
        return -1;
    if (t->layout.pack) {
        t->item.extent = 1;
        t->item.row = 1;
        return 0;
    }
    if (type_describe(r->type, &t->item.extent, &t->item.type, err) < 0) {
        struct error why = *err;

        return error_set(err, "\"%s\": %.900s", t->item.name, why.text);
    }
    return 0;
}

int state_register(const struct mito_registration *r, struct error *err)
{
    struct thing *t = make_room();
    struct error why;
    struct item item;

    if (!t)
        return error_set(err, "out of memory");
    memset(t, 0, sizeof(*t));
    if (fill(t, r, err ? err : &why) < 0)
        return -1;
    item = t->item;
    item.count = 1;
    if (t->item.spread == ITEM_GRID)
        item.count = item_cells(&item);
    if (item_check(&item, err) < 0)
        return -1;
    thing_count++;
    return 0;
}

size_t state_count(void)
{
    return thing_count;
}
