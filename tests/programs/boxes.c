/* boxes.c - registers grids, and looks after each cell of them
 *
 *     boxes STEPS
 *
 * Boxes of a plate and of a room over a process grid, halos, edges and corners
 * included, each cell with a value of its own in each step.  After a change
 * all of them are to be there, and the boundary as it was.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <stdlib.h>

#include "rounds.h"

enum { ROW = 2, FIXED = 12 * 14 };

static long fixed[FIXED];

struct grid {
    const char *name;
    mito_layout layout;
    long *cells;
};

static struct grid grids[] = {
    { .name = "line",
      .layout = { .dimensions = 1, .shape = { 23 }, .halo = 2 } },
    { .name = "plate",
      .layout = { .dimensions = 2,
                  .shape = { 13, 17 },
                  .halo = 1,
                  .row = ROW } },
    { .name = "thick",
      .layout = { .dimensions = 2, .shape = { 12, 18 }, .halo = 3 } },
    { .name = "room",
      .layout = { .dimensions = 3, .shape = { 7, 8, 9 }, .halo = 1 } },
    { .name = "bare", .layout = { .dimensions = 3, .shape = { 6, 6, 6 } } },
    { .name = "fixed",
      .layout = { .dimensions = 2,
                  .shape = { 10, 12 },
                  .halo = 1,
                  .memory = MITO_FIXED },
      .cells = fixed },
    { .name = "ground",
      .layout = { .dimensions = 2,
                  .shape = { 9, 9 },
                  .halo = 1,
                  .constant = true } },
};
enum { GRIDS = sizeof(grids) / sizeof(grids[0]) };

/* The box of this rank. */
static void find_box(mito_layout *l)
{
    int dims[MITO_DIMENSIONS] = { 0 }, r = rank;

    MPI_Dims_create(ranks, l->dimensions, dims);
    for (int d = l->dimensions - 1; d >= 0; d--) {
        size_t n = (size_t)dims[d], at = (size_t)(r % dims[d]);

        l->origin[d] = l->shape[d] * at / n;
        l->extent[d] = l->shape[d] * (at + 1) / n - l->origin[d];
        r /= dims[d];
    }
}

/* How long the memory is in dimension 'd'; missing ones are 1. */
static long length(const mito_layout *l, int d)
{
    return d < l->dimensions ? (long)(l->extent[d] + 2 * l->halo) : 1;
}

static long volume(const mito_layout *l)
{
    return length(l, 0) * length(l, 1) * length(l, 2)
           * (l->row ? (long)l->row : 1);
}

/* Where index 'i' of the memory is in the whole, from minus halo on. */
static long place(const mito_layout *l, int d, long i)
{
    return d < l->dimensions ? (long)l->origin[d] + i - (long)l->halo : 0;
}

/* Whether that is beyond the whole, and whether it is not ours. */
static bool beyond(const mito_layout *l, int d, long at)
{
    return d < l->dimensions && (at < 0 || at >= (long)l->shape[d]);
}

static bool foreign(const mito_layout *l, int d, long at)
{
    return d < l->dimensions
           && (at < (long)l->origin[d]
               || at >= (long)(l->origin[d] + l->extent[d]));
}

/* Do this with each cell, the halo too if wanted; returns how many it was not
 * content with.
 */
static long each_cell(struct grid *g,
                      bool halo,
                      long (*what)(long *cell, long value),
                      int now)
{
    const mito_layout *l = &g->layout;
    long *cell = g->cells, wrong = 0, columns = l->row ? (long)l->row : 1;

    for (long z = 0; z < length(l, 0); z++)
        for (long y = 0; y < length(l, 1); y++)
            for (long x = 0; x < length(l, 2); x++)
                for (long c = 0; c < columns; c++, cell++) {
                    long a = place(l, 0, z), b = place(l, 1, y),
                         d = place(l, 2, x);
                    bool out =
                        beyond(l, 0, a) || beyond(l, 1, b) || beyond(l, 2, d);
                    long value =
                        (((a + 9) * 100 + b + 9) * 100 + d + 9) * 10 + c;

                    if (halo
                        || !(foreign(l, 0, a) || foreign(l, 1, b)
                             || foreign(l, 2, d)))
                        wrong +=
                            what(cell, value * 10007
                                           + (out || l->constant ? 0 : now));
                }
    return wrong;
}

static long set(long *cell, long value)
{
    *cell = value;
    return 0;
}

static long differs(long *cell, long value)
{
    return *cell != value;
}

static long check(bool fresh)
{
    long wrong = 0;

    for (struct grid *g = grids; g < grids + GRIDS; g++) {
        long bad = each_cell(g, fresh, differs, step);

        if (bad)
            fprintf(stderr, "rank %d of %d, step %d: %ld of %s are wrong\n",
                    rank, ranks, step, bad, g->name);
        wrong += bad;
    }
    return wrong;
}

static long visit(bool changed)
{
    long wrong = check(changed);

    for (struct grid *g = grids; g < grids + GRIDS; g++)
        each_cell(g, false, set, step + 1);
    return wrong;
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    for (struct grid *g = grids; g < grids + GRIDS; g++) {
        g->layout.spread = MITO_GRID;
        find_box(&g->layout);
        if (!g->cells)
            g->cells = malloc((size_t)volume(&g->layout) * sizeof(long));
        each_cell(g, true, set, 0);
        mito_register(g->name, &g->cells, NULL, MPI_LONG, &g->layout);
    }
    return rounds_run("boxes", argc > 1 ? atoi(argv[1]) : 100, visit);
}
