/* register.c - what the program registers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "base/grow.h"
#include "pmpi/handles/type.h"
#include "pmpi/state/layout_like.h"
#include "pmpi/state/owner_bounds.h"
#include "pmpi/state/register.h"
#include "pmpi/state/register_check.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/registered_cells.h"

_Static_assert((int)MITO_REPLICATED == (int)ITEM_REPLICATED
                   && (int)MITO_LOCAL == (int)ITEM_LOCAL,
               "an item's spread is the layout's, once that is decided");

/* Whether it has a number of rows: with a variable that says so or without. */
static bool is_counted(const struct registered *t)
{
    return t->count || t->layout.memory == MITO_OBJECT;
}

static uint64_t spread_of(const mito_layout *l, bool counted)
{
    if (l->spread == MITO_DEFAULT && (l->owner || l->owners || l->low))
        return ITEM_BAG;
    if (l->spread == MITO_DEFAULT)
        return counted ? ITEM_BLOCK : ITEM_REPLICATED;
    return l->spread;
}

static int dimensions_of(const struct item *item, const mito_layout *l)
{
    if (item->spread != ITEM_GRID)
        return 1;
    return l->dimensions < MITO_DIMENSIONS ? l->dimensions : MITO_DIMENSIONS;
}

/* From cells to what is between them, where there are cells at all: in a rank,
 * or in the whole grid.
 */
static void stagger(struct item *item, const mito_layout *l)
{
    bool here = item_cells(item) > 0, any = true;

    for (int i = 0; i < dimensions_of(item, l); i++)
        any = any && item->shape[i] > 0;
    for (int i = 0; i < dimensions_of(item, l); i++) {
        if (!l->stagger[i])
            continue;
        item->shape[i] += any;
        item->box[i] += here;
        item->shared[i] = 1;
    }
}

static void fill_layout(struct item *item, const mito_layout *l)
{
    item->row = l->row ? l->row : 1;
    item->halo = l->halo;
    item->block = l->block ? l->block : 1;
    item->dimensions = (uint64_t)l->dimensions;
    for (int i = 0; i < dimensions_of(item, l); i++) {
        item->shape[i] = l->shape[i];
        item->origin[i] = l->origin[i];
        item->box[i] = l->extent[i];
        item->before[i] = l->halo_before[i];
        item->after[i] = l->halo_after[i];
        item->shared[i] = l->shared;
    }
    stagger(item, l);
    item->flags = (l->constant ? ITEM_CONSTANT : 0)
                  | (l->offsets ? ITEM_OFFSETS : 0)
                  | (l->split ? ITEM_SPLIT : 0) | (l->merge ? ITEM_MERGE : 0)
                  | (l->pack ? ITEM_PACK : 0) | (l->owner ? ITEM_OWNER : 0)
                  | (l->low ? ITEM_OWNER | ITEM_BOUNDS : 0);
}

/* The first thing that has the same count, or the next one's number: an object
 * that counts its own rows shares that with nothing.
 */
static uint64_t group_of(const void *count, bool counted)
{
    if (!counted)
        return ITEM_NONE;
    for (size_t i = 0; count && i < registered_count; i++)
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
    snprintf(to, ITEM_NAME, "%s", from);
    escape_control(to);
    if (strcmp(to, from) != 0 || strpbrk(to, "\n\t"))
        return error_set(err, "the name of %s has control characters", what);
    return 0;
}

static struct registered *make_room(void)
{
    static size_t room;

    return grow(&things, sizeof(*things), registered_count, &room)
               ? &things[registered_count]
               : NULL;
}

/* Take what was not said from a registration of that shape. */
static int take_shape(struct registered *t, struct error *err)
{
    const char *like = t->layout.like;
    size_t i = 0;

    if (!like)
        return 0;
    while (i < registered_count && strcmp(things[i].item.name, like) != 0)
        i++;
    if (i == registered_count)
        return error_set(err,
                         "\"%s\" is to be like \"%.80s\", which is not "
                         "registered before it",
                         t->item.name, like);
    if (!t->count) {
        t->count = things[i].count;
        t->count_bytes = things[i].count_bytes;
    }
    layout_like(&t->layout, &things[i], t->count == things[i].count);
    return 0;
}

static int fill(struct registered *t,
                const struct mito_registration *r,
                const mito_layout *layout,
                struct error *err)
{
    t->layout = *layout;
    if (copy_name(r->name, t->item.name, "a registration", err) < 0)
        return -1;
    snprintf(t->item.file, sizeof(t->item.file), "%s",
             r->file ? basename(r->file) : "?");
    t->item.line = (uint64_t)r->line;
    t->buffer = r->buffer;
    t->count = r->count;
    t->count_bytes = r->count_bytes;
    if (take_shape(t, err) < 0 || registered_cells_begin(t, err) < 0)
        return -1;
    t->item.spread = spread_of(&t->layout, is_counted(t));
    t->item.group = group_of(t->count, is_counted(t));
    t->pointed = !t->layout.pack && (t->count || t->item.spread == ITEM_GRID)
                 && t->layout.memory != MITO_OBJECT
                 && (t->layout.memory != MITO_FIXED
                     || r->buffer_class == REGISTER_POINTER
                     || r->buffer_class == REGISTER_ANY);
    t->language = r->language;
    if (t->layout.memory == MITO_MEMORY_DEFAULT
        && r->language != MITO_CPLUSPLUS_)
        t->layout.memory = MITO_MALLOC;
    fill_layout(&t->item, &t->layout);
    if (t->item.spread == ITEM_RAGGED
        && copy_name(t->layout.lengths, t->item.lengths, "its lengths", err)
               < 0)
        return -1;
    if (t->layout.owners
        && copy_name(t->layout.owners, t->item.lengths, "its owners", err) < 0)
        return -1;
    if (register_check(r, t, err) < 0)
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

static int register_one(const struct mito_registration *r,
                        const mito_layout *layout,
                        struct error *err)
{
    struct registered *t = make_room();
    struct error why;
    struct item item;

    if (!t)
        return error_set(err, "out of memory");
    memset(t, 0, sizeof(*t));
    if (fill(t, r, layout, err) < 0)
        return -1;
    item = t->item;
    item.count = 1;
    if (t->item.spread == ITEM_GRID)
        item.count = item_cells(&item);
    if (owner_bounds_check(&t->layout, &item, &why) < 0
        || item_check(&item, &why) < 0)
        return error_set(err, "\"%s\" %.900s", item.name, why.text);
    registered_count++;
    return 0;
}

/* ---- several at once ---- */

static void *further(void *address, size_t bytes)
{
    return address ? (char *)address + bytes : NULL;
}

static int register_all(const struct mito_registration *r,
                        const mito_layout *l,
                        struct error *err)
{
    for (size_t i = 0; i < l->arrays; i++) {
        struct mito_registration one = *r;
        char name[ITEM_NAME + 32];

        snprintf(name, sizeof(name), "%.*s[%zu]", ITEM_NAME,
                 r->name && *r->name ? r->name : "?", i);
        one.name = r->name && *r->name ? name : NULL;
        one.buffer = further(r->buffer, i * l->stride);
        one.count = further(r->count, i * l->count_stride);
        if (register_one(&one, l, err) < 0)
            return -1;
    }
    return 0;
}

int register_add(const struct mito_registration *r, struct error *err)
{
    mito_layout layout = { 0 };
    size_t before = registered_count;
    struct error why;
    int rc;

    if (r->layout)
        memcpy(&layout, r->layout,
               r->layout_bytes < sizeof(layout) ? r->layout_bytes
                                                : sizeof(layout));
    if (!err)
        err = &why;
    if (register_check_arrays(r, &layout, err) < 0)
        return -1;
    rc = layout.arrays > 0 ? register_all(r, &layout, err)
                           : register_one(r, &layout, err);
    if (rc < 0)
        registered_count = before;
    return rc;
}

int register_check_memory(struct error *err)
{
    for (size_t i = 0; i < registered_count; i++)
        if (registered_check_memory(&things[i], err) < 0)
            return -1;
    return register_check_twice(err);
}
