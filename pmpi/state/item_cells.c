/* item_cells.c - items in cells that have more places than are taken
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "pmpi/state/item_cells.h"

uint64_t item_cells_count(const struct item_cells *g)
{
    int small;
    long large;

    if (g->cells_bytes == sizeof(small)) {
        memcpy(&small, g->cells, sizeof(small));
        large = small;
    } else {
        memcpy(&large, g->cells, sizeof(large));
    }
    return large > 0 ? (uint64_t)large : 0;
}

int item_cells_rows(const struct item_cells *g,
                    uint64_t *rows,
                    struct error *err)
{
    uint64_t cells = item_cells_count(g), items = 0;

    for (uint64_t c = 0; !g->closed && c < cells; c++) {
        if (g->taken[c] < 0 || (uint64_t)g->taken[c] > g->places)
            return error_set(err,
                             "has %d items in cell %llu, and %zu places in "
                             "each",
                             g->taken[c], (unsigned long long)c, g->places);
        items += (uint64_t)g->taken[c];
    }
    *rows = g->closed ? g->items : items;
    return 0;
}

void item_cells_have_come(struct item_cells *g, uint64_t rows)
{
    g->items = rows;
    g->closed = g->come = true;
}

/* No item moves further than to where one was that has moved already. */
void item_cells_close(const struct item_cells *g, void *at, size_t row)
{
    char *to = at;

    for (uint64_t c = 0, cells = item_cells_count(g); c < cells; c++) {
        size_t bytes = (size_t)g->taken[c] * row;

        memmove(to, (char *)at + c * g->places * row, bytes);
        to += bytes;
    }
}

void item_cells_open(const struct item_cells *g, void *at, size_t row)
{
    size_t n = g->items;

    for (uint64_t c = item_cells_count(g); c-- > 0;) {
        n -= (size_t)g->taken[c];
        memmove((char *)at + c * g->places * row, (char *)at + n * row,
                (size_t)g->taken[c] * row);
    }
}

void item_cells_share_out(const struct item_cells *g)
{
    uint64_t cells = item_cells_count(g);

    for (uint64_t c = 0; c < cells; c++)
        g->taken[c] = (int)(g->items / cells + (c < g->items % cells));
}
