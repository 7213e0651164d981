/* staggered.c - fields on cells, faces and nodes of one grid, and a line of
 * points
 *
 *     staggered STEPS [different]
 *
 * Beside them is a grid without cells.  Halos differ from side to side. Points
 * that neighbours share have the value of the first of them after each change,
 * also when it is 'different' in the others.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdlib.h>
#include <string.h>

#include "rounds.h"

enum { FIELDS = 4, HEIGHT = 20, WIDTH = 13 };
enum { ELEMENTS = 31, LINE_BEFORE = 2 };

static const int halo_before[2] = { 1, 2 }, halo_after[2] = { 2, 1 };

static bool different;

static const struct {
    const char *name;
    bool stagger[2];
} fields[FIELDS] = {
    { "cells", { false, false } },
    { "faces", { true, false } },
    { "sides", { false, true } },
    { "nodes", { true, true } },
};
static double *field[FIELDS];
static int origin[2], extent[2]; /* of our cells */

/* Points between elements: those at both ends of ours are ours. */
static double *line;
static int points;

static double *nothing; /* on the nodes of a grid that has no cells */

static double value(int what, long i, long j, int now)
{
    return (double)(((now * 8L + what) * 1000 + i + 100) * 1000 + j + 100);
}

/* What is in a rank that does not own it. */
static double spoilt(double good)
{
    return different ? good + 0.5 : good;
}

static int share(int all, int part, int parts)
{
    return (int)((long)all * part / parts);
}

static void divide(void)
{
    static const int shape[2] = { HEIGHT, WIDTH };
    int by[2] = { 0, 0 };

    MPI_Dims_create(ranks, 2, by);
    for (int d = 0; d < 2; d++) {
        int at = d == 0 ? rank / by[1] : rank % by[1];

        origin[d] = share(shape[d], at, by[d]);
        extent[d] = share(shape[d], at + 1, by[d]) - origin[d];
    }
}

static long first_element(void)
{
    int mine = points > 0 ? points - 1 : 0, first = 0;

    MPI_Exscan(&mine, &first, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return rank ? first : 0;
}

/* One value: it is to be that of 'now' if it is checked, and becomes 'next'.
 */
static long visit(double *at, double now, double next, bool check)
{
    long wrong = check && (*at < now || *at > now);

    *at = next;
    return wrong;
}

static long visit_field(int f, int now, int next, bool check)
{
    long wrong = 0, k = 0;
    int high[2];

    for (int d = 0; d < 2; d++)
        high[d] = origin[d] + extent[d] + fields[f].stagger[d];
    for (int i = origin[0] - halo_before[0]; i < high[0] + halo_after[0]; i++)
        for (int j = origin[1] - halo_before[1]; j < high[1] + halo_after[1];
             j++) {
            bool foreign =
                (fields[f].stagger[0] && i == origin[0] && i > 0)
                || (fields[f].stagger[1] && j == origin[1] && j > 0);
            double then = value(f, i, j, next);

            wrong += visit(&field[f][k++], value(f, i, j, now),
                           foreign ? spoilt(then) : then, check);
        }
    return wrong;
}

static long visit_line(int now, int next, bool check)
{
    long wrong = 0, first = first_element();

    for (long i = -LINE_BEFORE; i < points; i++) {
        double then = value(FIELDS, first + i, 0, next);

        wrong +=
            visit(&line[i + LINE_BEFORE], value(FIELDS, first + i, 0, now),
                  i == 0 && first > 0 ? spoilt(then) : then, check);
    }
    return wrong;
}

static long visit_all(int now, int next, bool check)
{
    long wrong = visit_line(now, next, check);

    for (int f = 0; f < FIELDS; f++)
        wrong += visit_field(f, now, next, check);
    return wrong;
}

static void create(void)
{
    int elements =
        share(ELEMENTS, rank + 1, ranks) - share(ELEMENTS, rank, ranks);

    divide();
    for (int f = 0; f < FIELDS; f++) {
        size_t cells = 1;

        for (int d = 0; d < 2; d++)
            cells *= (size_t)(extent[d] + fields[f].stagger[d] + halo_before[d]
                              + halo_after[d]);
        field[f] = calloc(cells, sizeof(double));
    }
    points = elements > 0 ? elements + 1 : 0;
    line = calloc((size_t)points + LINE_BEFORE, sizeof(double));
    visit_all(0, 0, false);
}

static void enroll(void)
{
    mito_layout grid = { .spread = MITO_GRID,
                         .dimensions = 2,
                         .shape = { HEIGHT, WIDTH },
                         .halo_before = { 1, 2 },
                         .halo_after = { 2, 1 } };

    for (int d = 0; d < 2; d++) {
        grid.origin[d] = (size_t)origin[d];
        grid.extent[d] = (size_t)extent[d];
    }
    mito_register("cells", &field[0], NULL, MPI_DOUBLE, &grid);
    mito_register("faces", &field[1], NULL, MPI_DOUBLE,
                  &(mito_layout){ .like = "cells", .stagger = { true } });
    mito_register(
        "sides", &field[2], NULL, MPI_DOUBLE,
        &(mito_layout){ .like = "cells", .stagger = { false, true } });
    mito_register(
        "nodes", &field[3], NULL, MPI_DOUBLE,
        &(mito_layout){ .like = "cells", .stagger = { true, true } });
    mito_register("nothing", &nothing, NULL, MPI_DOUBLE,
                  &(mito_layout){ .spread = MITO_GRID,
                                  .dimensions = 2,
                                  .shape = { 0, WIDTH },
                                  .origin = { 0, grid.origin[1] },
                                  .extent = { 0, grid.extent[1] },
                                  .stagger = { true, true } });
    mito_register("line", &line, &points, MPI_DOUBLE,
                  &(mito_layout){ .shared = 1, .halo_before = { 2 } });
}

static long go_on(bool changed)
{
    return visit_all(step, step + 1, changed || !different);
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    if (argc < 2)
        MPI_Abort(MPI_COMM_WORLD, 2);
    different = argc > 2 && strcmp(argv[2], "different") == 0;
    create();
    enroll();
    return rounds_run("staggered", atoi(argv[1]), go_on);
}
