/* cells.c - particles in cells that have room for some each
 *
 *     cells NUMBER STEPS [LARGE]
 *
 * The cells of a rank are those of its part of a line, and there are as many
 * in each rank, whatever its part is: so a cell means something else after a
 * change.  In each round every particle has to be in the cell where its place
 * is, in one rank, with what it had.  With LARGE there are too few places for
 * one rank to have all, and new ranks begin with none.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "tests/programs/rounds.h"

enum { CELLS = 7, SPARE = 2 }; /* cells beyond ours, which are empty */

static int number, places, cells = CELLS;
static int taken[CELLS + SPARE];
static double (*place)[2];
static int *name;
static double *load;
static double low, high;

static double place_of(int n)
{
    return n * 7919 % 1009 / 1009.0;
}

static int cell_of(double at)
{
    int cell = (int)((at - low) / (high - low) * CELLS);

    return cell < CELLS ? cell : CELLS - 1;
}

static void put(int n, double has)
{
    int cell = cell_of(place_of(n));
    int at = cell * places + taken[cell]++;

    place[at][0] = -n;
    place[at][1] = place_of(n);
    name[at] = n;
    load[at] = has;
}

static void create(int count)
{
    size_t all = (size_t)((CELLS + SPARE) * places);

    place = calloc(all, sizeof(*place));
    name = calloc(all, sizeof(*name));
    load = calloc(all, sizeof(*load));
    low = (double)rank / ranks;
    high = (rank + 1.0) / ranks;
    for (int n = 0; n < count; n++)
        if (place_of(n) >= low && place_of(n) < high)
            put(n, 0);
}

/* After a change they are in any cell. */
static void sort(void)
{
    int count = 0, *names;
    double *loads;

    for (int c = 0; c < CELLS; c++)
        count += taken[c];
    names = malloc((size_t)count * sizeof(*names) + 1);
    loads = malloc((size_t)count * sizeof(*loads) + 1);
    for (int c = 0, n = 0; c < CELLS; c++)
        for (int i = c * places; i < c * places + taken[c]; i++, n++) {
            names[n] = name[i];
            loads[n] = load[i];
        }
    memset(taken, 0, sizeof(taken));
    for (int n = 0; n < count; n++)
        put(names[n], loads[n]);
    free(names);
    free(loads);
}

static long visit(bool changed)
{
    long here[2] = { 0, 0 }, all[2], wrong = 0;

    if (changed) {
        for (int c = 0; c < CELLS; c++) /* as the library shares them out */
            wrong += taken[c] > taken[0] || taken[c] < taken[0] - 1;
        sort();
    }
    for (int c = 0; c < CELLS; c++)
        for (int i = c * places; i < c * places + taken[c]; i++) {
            wrong += place[i][1] != place_of(name[i])
                     || place[i][0] != -name[i] || place[i][1] < low
                     || place[i][1] >= high || cell_of(place[i][1]) != c
                     || load[i] != step;
            load[i]++;
            here[0]++;
            here[1] += name[i];
        }
    MPI_Allreduce(here, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    wrong += all[0] != number || all[1] != (long)number * (number - 1) / 2;
    return wrong;
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    if (argc < 3)
        return 2;
    number = atoi(argv[1]);
    places = argc > 3 ? number / CELLS - 1 : number + 1;
    create(argc > 3 && mito_resumed() ? 0 : number);
    mito_register("place", &place, &cells, MPI_DOUBLE,
                  &(mito_layout){ .row = 2,
                                  .taken = taken,
                                  .places = (size_t)places,
                                  .dimensions = 1,
                                  .low = &low,
                                  .high = &high,
                                  .position = sizeof(double) });
    mito_register("name", &name, NULL, MPI_INT,
                  &(mito_layout){ .like = "place", .row = 1 });
    mito_register("load", &load, &cells, MPI_DOUBLE,
                  &(mito_layout){ .taken = taken, .places = (size_t)places });
    return rounds_run("cells", atoi(argv[2]), visit);
}
