/* registered_cells.c - what is registered and has gaps between its items
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/state/item_cells.h"
#include "pmpi/state/registered_cells.h"

static struct item_cells *find(const int *taken)
{
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].gaps && things[i].gaps->taken == taken)
            return things[i].gaps;
    return NULL;
}

static struct item_cells *make(const struct registered *t)
{
    struct item_cells *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    g->taken = t->layout.taken;
    g->places = t->layout.places;
    g->cells = t->count;
    g->cells_bytes = t->count_bytes;
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].gaps && things[i].count == t->count) { /* .like it */
            g->cells = things[i].gaps->cells;
            g->cells_bytes = things[i].gaps->cells_bytes;
        }
    return g;
}

static int check(const struct registered *t, struct error *err)
{
    const mito_layout *l = &t->layout;
    const char *name = t->item.name;

    if (!l->taken || l->places == 0)
        return error_set(err, "\"%s\" has '%s', and no '%s'", name,
                         l->taken ? "taken" : "places",
                         l->taken ? "places" : "taken");
    if (l->spread != MITO_DEFAULT && l->spread != MITO_BAG)
        return error_set(err, "\"%s\" has 'places', as only bags can", name);
    if (l->memory != MITO_MEMORY_DEFAULT && l->memory != MITO_FIXED)
        return error_set(err,
                         "\"%s\" has 'places', so its memory stays where it "
                         "is: MITO_FIXED",
                         name);
    if (!t->count)
        return error_set(err, "\"%s\" needs a count", name);
    return 0;
}

int registered_cells_begin(struct registered *t, struct error *err)
{
    struct item_cells *g;

    if (!t->layout.taken && t->layout.places == 0)
        return 0;
    if (check(t, err) < 0)
        return -1;
    g = find(t->layout.taken);
    if (!g)
        g = make(t);
    if (!g)
        return error_set(err, "out of memory");
    if (g->places != t->layout.places)
        return error_set(err,
                         "\"%s\" has %zu places in a cell, what has the same "
                         "'taken' %zu",
                         t->item.name, t->layout.places, g->places);
    t->gaps = g;
    t->count = &g->items;
    t->count_bytes = sizeof(g->items);
    t->layout.spread = MITO_BAG;
    t->layout.memory = MITO_FIXED;
    return 0;
}

bool registered_cells_any(void)
{
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].gaps)
            return true;
    return false;
}

/* Have 'act' done to all arrays of these cells.  That one has no memory is
 * told elsewhere.
 */
static void do_all(const struct item_cells *g,
                   void (*act)(const struct item_cells *g,
                               void *at,
                               size_t row))
{
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].gaps == g && registered_memory(&things[i]))
            act(g, registered_memory(&things[i]),
                item_row_bytes(&things[i].item));
}

void registered_cells_close(void)
{
    uint64_t items;

    for (size_t i = 0; i < registered_count; i++) {
        struct item_cells *g = things[i].gaps;

        if (!g || g->closed || item_cells_rows(g, &items, NULL) < 0)
            continue;
        do_all(g, item_cells_close);
        g->items = items;
        g->closed = true;
    }
}

void registered_cells_open(void)
{
    for (size_t i = 0; i < registered_count; i++) {
        struct item_cells *g = things[i].gaps;

        if (!g || !g->closed)
            continue;
        if (g->come)
            item_cells_share_out(g);
        do_all(g, item_cells_open);
        g->closed = g->come = false;
    }
}
