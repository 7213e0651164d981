/* register.c - what the program registers, and what can be wrong with it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/handles/type.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"

/* What the compiler says that 'buffer' points to. */
enum { POINTER_CLASS = 5, ARRAY_CLASS = 6, STRUCT_CLASS = 12, ANY_CLASS = -1 };

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
    item->row = l->row ? l->row : 1;
    item->halo = l->halo;
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
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].count == count)
            return i;
    return registered_count;
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

    if (t->pointed && r->buffer_class == ARRAY_CLASS)
        return error_set(err,
                         "\"%s\" is an array that stays where it is: its "
                         "layout needs .memory = MITO_FIXED",
                         name);
    if (t->pointed && r->buffer_class == STRUCT_CLASS)
        return error_set(err,
                         "\"%s\" is an array, but its address is that of a "
                         "struct: the address of a pointer to its rows is "
                         "wanted",
                         name);
    if (t->pointed && r->buffer_class != POINTER_CLASS
        && r->buffer_class != ANY_CLASS)
        return error_set(err,
                         "\"%s\" is an array: the address of the "
                         "pointer to it is wanted, &%s",
                         name, name);
    if (t->pointed && t->layout.memory == MITO_FIXED
        && !is_there(registered_memory(t)))
        return error_set(err, "\"%s\" is a pointer to no memory", name);
    return 0;
}

/* What can be wrong before anything is asked of MPI. */
static int check(const struct mito_registration *r,
                 const struct registered *t,
                 struct error *err)
{
    const char *name = t->item.name;
    const mito_layout *l = &t->layout;

    if (t->item.spread == 0)
        return error_set(err, "\"%s\" has an unknown spread", name);
    if (is_negative(l->halo) || is_negative(l->row) || is_negative(l->block)
        || is_negative(l->capacity))
        return error_set(err, "\"%s\" has a negative %s", name,
                         is_negative(l->halo)    ? "halo"
                         : is_negative(l->row)   ? "row"
                         : is_negative(l->block) ? "block"
                                                 : "capacity");
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
    if (check_pointer(r, t, err) < 0)
        return -1;
    if (!t->count && t->item.spread != ITEM_REPLICATED
        && t->item.spread != ITEM_GRID && t->item.spread != ITEM_LOCAL)
        return error_set(err, "\"%s\" needs a count", name);
    if (l->memory == MITO_CUSTOM && !l->allocate)
        return error_set(err, "\"%s\" needs 'allocate'", name);
    if (l->memory == MITO_FIXED && t->count && l->capacity == 0)
        return error_set(err, "\"%s\" needs a 'capacity'", name);
    return 0;
}

static struct registered *make_room(void)
{
    static size_t room;
    struct registered *more;

    if (registered_count == room) {
        size_t wanted = room ? 2 * room : 16;

        more = realloc(things, wanted * sizeof(*more));
        if (!more)
            return NULL;
        things = more;
        room = wanted;
    }
    return &things[registered_count];
}

static int fill(struct registered *t,
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
    t->language = r->language;
    if (t->layout.memory == MITO_MEMORY_DEFAULT
        && r->language != MITO_CPLUSPLUS_)
        t->layout.memory = MITO_MALLOC;
    fill_layout(&t->item, &t->layout);
    if (t->item.spread == ITEM_RAGGED
        && copy_name(t->layout.lengths, t->item.lengths, "its lengths", err)
               < 0)
        return -1;
    if (r->line < 0)
        return error_set(err, "\"%s\" %s", t->item.name, r->file);
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
    type_name(r->type, t->item.type_name, sizeof(t->item.type_name));
    return 0;
}

int state_register(const struct mito_registration *r, struct error *err)
{
    struct registered *t = make_room();
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
    registered_count++;
    return 0;
}

int state_check(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++)
        if (registered_check_memory(&things[i], err) < 0)
            return -1;
    return 0;
}

size_t state_count(void)
{
    return registered_count;
}
