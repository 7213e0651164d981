/* owner_bounds.c - in which rank's part of space an item is
 *
 * Of many ranks only few are asked: a grid over all parts has in each cell
 * those that reach into it.  Which cell a coordinate is in never falls as it
 * rises, rounded or not, so a point is in one of the cells of its part.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/state/owner_bounds.h"

enum {
    FEW = 16,   /* ranks for which a grid is not worth the while */
    SHARE = 64, /* of cells and ranks: entries, at most, for each */
    ROOM = 4,   /* cells for each rank, at most */
};

struct owner_grid {
    double low[MITO_DIMENSIONS], scale[MITO_DIMENSIONS];
    int side[MITO_DIMENSIONS]; /* cells; 1 where there is no dimension */
    size_t *first; /* of each cell, and behind the last one: where its ranks
                      begin */
    int *rank;     /* rising in each cell */
};

/* Bytes of a coordinate: in structs, and by default, they are doubles. */
static size_t coordinate_bytes(const struct item *item)
{
    bool narrow = item->extent == sizeof(float)
                  && strcmp(item->type_name, "MPI_FLOAT") == 0;

    return narrow ? sizeof(float) : sizeof(double);
}

int owner_bounds_check(const mito_layout *l,
                       const struct item *item,
                       struct error *err)
{
    uint64_t bytes = (uint64_t)l->dimensions * coordinate_bytes(item);

    if (!l->low && !l->high)
        return l->position ? error_set(
                   err, "has a 'position', and no 'low' and 'high'")
                           : 0;
    if (!l->low || !l->high)
        return error_set(err, "has '%s', and no '%s'", l->low ? "low" : "high",
                         l->low ? "high" : "low");
    if (l->owner || l->owners)
        return error_set(err, "has both bounds and an '%s'",
                         l->owner ? "owner" : "owners");
    if (item->spread != ITEM_BAG)
        return error_set(err, "has bounds, as only bags can");
    if (l->dimensions < 1 || l->dimensions > MITO_DIMENSIONS)
        return error_set(err, "has bounds in %d dimensions: 1 to %d can be",
                         l->dimensions, MITO_DIMENSIONS);
    if (l->position > item_row_bytes(item)
        || bytes > item_row_bytes(item) - l->position)
        return error_set(err,
                         "has items of %llu bytes, which have no coordinates "
                         "of %llu bytes at %zu",
                         (unsigned long long)item_row_bytes(item),
                         (unsigned long long)bytes, l->position);
    return 0;
}

void owner_bounds_get(struct owner_bounds *b, const mito_layout *l)
{
    memset(b, 0, sizeof(*b));
    for (int i = 0; i < l->dimensions; i++) {
        b->low[i] = l->low[i];
        b->high[i] = l->high[i];
    }
}

/* Rows of bytes are anywhere in memory. */
static void read_point(const struct item *item,
                       const mito_layout *l,
                       const void *at,
                       double point[MITO_DIMENSIONS])
{
    const char *from = (const char *)at + l->position;
    size_t bytes = coordinate_bytes(item);
    float narrow;

    for (int i = 0; i < l->dimensions; i++, from += bytes)
        if (bytes == sizeof(double)) {
            memcpy(&point[i], from, sizeof(point[i]));
        } else {
            memcpy(&narrow, from, sizeof(narrow));
            point[i] = (double)narrow;
        }
}

/* Where parts meet a point is with the one that begins there. */
static bool is_within(const struct owner_bounds *b,
                      const double *point,
                      int dimensions,
                      bool end_too)
{
    for (int i = 0; i < dimensions; i++)
        if (!(point[i] >= b->low[i])
            || !(point[i] < b->high[i] || (end_too && point[i] <= b->high[i])))
            return false;
    return true;
}

/* ---- a grid over the parts ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* As many cells in a dimension as parts begin at different places there. */
static int lay(struct owner_grid *g,
               const struct owner_bounds *all,
               int ranks,
               int d,
               double *places)
{
    int count = 0, different = 1;
    double high = -INFINITY;

    for (int r = 0; r < ranks; r++) {
        if (isfinite(all[r].low[d]))
            places[count++] = all[r].low[d];
        if (isfinite(all[r].high[d]) && all[r].high[d] > high)
            high = all[r].high[d];
    }
    qsort(places, (size_t)count, sizeof(*places), compare);
    for (int i = 1; i < count; i++)
        different += places[i] > places[i - 1];
    if (count == 0 || !(high > places[0]))
        return 1;
    g->low[d] = places[0];
    g->scale[d] = 1 / (high - places[0]);
    return different;
}

static size_t count_cells(const struct owner_grid *g)
{
    size_t cells = 1;

    for (int d = 0; d < MITO_DIMENSIONS; d++)
        cells *= (size_t)g->side[d];
    return cells;
}

static int *longest(struct owner_grid *g)
{
    int *side = g->side;

    for (int d = 1; d < MITO_DIMENSIONS; d++)
        if (g->side[d] > *side)
            side = &g->side[d];
    return side;
}

/* What is outside, or no number, is in the cell at that end, or the first. */
static int cell_at(const struct owner_grid *g, int d, double place)
{
    double at = (place - g->low[d]) * g->scale[d] * g->side[d];

    if (!(at > 0))
        return 0;
    return at < g->side[d] ? (int)at : g->side[d] - 1;
}

static size_t cell_of(const struct owner_grid *g, const int at[])
{
    size_t cell = 0;

    for (int d = 0; d < MITO_DIMENSIONS; d++)
        cell = cell * (size_t)g->side[d] + (size_t)at[d];
    return cell;
}

/* The cells that 'b' reaches into. */
static void cells_of(const struct owner_grid *g,
                     const struct owner_bounds *b,
                     int from[],
                     int to[])
{
    for (int d = 0; d < MITO_DIMENSIONS; d++) {
        from[d] = cell_at(g, d, b->low[d]);
        to[d] = cell_at(g, d, b->high[d]);
    }
}

static bool next_cell(int at[], const int from[], const int to[])
{
    for (int d = MITO_DIMENSIONS; d-- > 0; at[d] = from[d])
        if (at[d]++ < to[d])
            return true;
    return false;
}

static bool is_any(const int from[], const int to[])
{
    for (int d = 0; d < MITO_DIMENSIONS; d++)
        if (from[d] > to[d])
            return false;
    return true;
}

/* Count the ranks of each cell in 'first', or note them from there on in
 * 'rank', if there is that.  Returns how many there are.
 */
static size_t go_over(struct owner_grid *g,
                      const struct owner_bounds *all,
                      int ranks,
                      size_t most)
{
    size_t entries = 0;

    for (int r = 0; r < ranks && entries <= most; r++) {
        int from[MITO_DIMENSIONS], to[MITO_DIMENSIONS], at[MITO_DIMENSIONS];

        cells_of(g, &all[r], from, to);
        memcpy(at, from, sizeof(at));
        if (!is_any(from, to))
            continue;
        do {
            size_t *first = &g->first[cell_of(g, at)];

            if (g->rank)
                g->rank[*first] = r;
            ++*first;
        } while (++entries <= most && next_cell(at, from, to));
    }
    return entries;
}

/* Make of counts where each cell's ranks begin. */
static void add_up(size_t *first, size_t cells)
{
    size_t sum = 0;

    for (size_t i = 0; i <= cells; i++) {
        size_t count = first[i];

        first[i] = sum;
        sum += count;
    }
}

static bool fill(struct owner_grid *g,
                 const struct owner_bounds *all,
                 int ranks)
{
    size_t cells = count_cells(g);
    size_t most = SHARE * (cells + (size_t)ranks), entries;

    g->first = calloc(cells + 2, sizeof(g->first[0]));
    if (!g->first || (entries = go_over(g, all, ranks, most)) > most)
        return false;
    g->rank = malloc((entries + 1) * sizeof(g->rank[0]));
    if (!g->rank)
        return false;
    add_up(g->first, cells);
    go_over(g, all, ranks, most);
    /* Each cell's is where it ends now, which is where the next one begins. */
    memmove(g->first + 1, g->first, cells * sizeof(g->first[0]));
    g->first[0] = 0;
    return true;
}

owner_grid_t *owner_grid_create(const struct owner_bounds *all,
                                int ranks,
                                int dimensions)
{
    struct owner_grid *g = ranks > FEW ? calloc(1, sizeof(*g)) : NULL;
    double *places = g ? calloc((size_t)ranks, sizeof(*places)) : NULL;
    bool filled = false;

    for (int d = 0; places && d < MITO_DIMENSIONS; d++)
        g->side[d] = d < dimensions ? lay(g, all, ranks, d, places) : 1;
    if (places) {
        while (count_cells(g) > ROOM * (size_t)ranks)
            *longest(g) = (*longest(g) + 1) / 2;
        filled = fill(g, all, ranks);
    }
    free(places);
    if (filled)
        return g;
    owner_grid_destroy(g);
    return NULL;
}

void owner_grid_destroy(owner_grid_t *g)
{
    if (g) {
        free(g->first);
        free(g->rank);
        free(g);
    }
}

/* Those in the point's cell.  Returns how many. */
static size_t ranks_near(const owner_grid_t *g,
                         const double *point,
                         const int **near)
{
    int at[MITO_DIMENSIONS];
    size_t cell;

    for (int d = 0; d < MITO_DIMENSIONS; d++)
        at[d] = g->side[d] > 1 ? cell_at(g, d, point[d]) : 0;
    cell = cell_of(g, at);
    *near = g->rank + g->first[cell];
    return g->first[cell + 1] - g->first[cell];
}

int owner_bounds_find(const struct owner_bounds *all,
                      int ranks,
                      const owner_grid_t *grid,
                      const struct item *item,
                      const mito_layout *l,
                      const void *at,
                      int guess)
{
    double point[MITO_DIMENSIONS];
    const int *near = NULL;
    size_t count = (size_t)ranks;

    read_point(item, l, at, point);
    if (is_within(&all[guess], point, l->dimensions, false))
        return guess;
    if (grid)
        count = ranks_near(grid, point, &near);
    for (int end_too = 0; end_too < 2; end_too++)
        for (size_t i = 0; i < count; i++) {
            int r = near ? near[i] : (int)i;

            if (is_within(&all[r], point, l->dimensions, end_too))
                return r;
        }
    return -1;
}

struct owner_place owner_bounds_place(const struct item *item,
                                      const mito_layout *l,
                                      const void *at)
{
    double point[MITO_DIMENSIONS];
    struct owner_place place;
    int len = snprintf(place.text, sizeof(place.text), "at");

    read_point(item, l, at, point);
    for (int i = 0; i < l->dimensions; i++)
        len += snprintf(place.text + len, sizeof(place.text) - (size_t)len,
                        "%s %.12g", i ? "," : "", point[i]);
    return place;
}
