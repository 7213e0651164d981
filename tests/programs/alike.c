/* alike.c - arrays of one shape, described once, and members of structs
 *
 *     alike STEPS
 *
 * Each element has a value of its own in each step, which it is to have after
 * each change, halos included.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdlib.h>

#include "rounds.h"

enum { FIELDS = 3, BLOCKS = 3, WIDTH = 4, HALO = 2 };

/* Fields of one shape, with one count. */
static double *density, *energy, *velocity;
static double *const *const fields[FIELDS] = { &density, &energy, &velocity };
static long rows;

/* Each has a count of its own. */
static struct block {
    long *values;
    double *weights;
    double time;
    int count;
} blocks[BLOCKS];

static double value(int array, long row, long column, int now)
{
    return (double)(((now * 8L + array) * 1000 + row) * 10 + column);
}

static long share(long all)
{
    return all * (rank + 1) / ranks - all * rank / ranks;
}

static long first_row(long count)
{
    long first = 0;

    MPI_Exscan(&count, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return rank ? first : 0;
}

/* Of block 'b' there are so many. */
static long all_of(int b)
{
    return 20 + 7 * b;
}

static void create(void)
{
    rows = share(50);
    density = calloc((size_t)(rows + 2 * HALO) * WIDTH, sizeof(double));
    energy = calloc((size_t)(rows + 2 * HALO) * WIDTH, sizeof(double));
    velocity = calloc((size_t)(rows + 2 * HALO) * WIDTH, sizeof(double));
    for (int b = 0; b < BLOCKS; b++) {
        blocks[b].count = (int)share(all_of(b));
        blocks[b].values = calloc((size_t)blocks[b].count + 1, sizeof(long));
        blocks[b].weights =
            calloc((size_t)(2 * blocks[b].count) + 1, sizeof(double));
    }
}

/* Go over all there is, to fill it or to count what is wrong. */
static long visit(int now, bool fill)
{
    long wrong = 0, first = first_row(rows);

    for (int f = 0; f < FIELDS; f++)
        for (long i = -HALO; i < rows + HALO; i++)
            for (long k = 0; k < WIDTH; k++) {
                double *at = &(*fields[f])[(i + HALO) * WIDTH + k];
                double wanted = value(f, first + i, k, now);

                wrong += !fill && (*at < wanted || *at > wanted);
                *at = wanted;
            }
    for (int b = 0; b < BLOCKS; b++) {
        struct block *at = &blocks[b];

        first = first_row(at->count);
        wrong += !fill && (at->time < now || at->time > now);
        at->time = now;
        for (int i = 0; i < at->count; i++) {
            long wanted = (long)value(b, first + i, 0, now);

            wrong += !fill
                     && (at->values[i] != wanted
                         || (long)at->weights[2 * i + 1] != wanted + 1);
            at->values[i] = wanted;
            at->weights[2 * i + 1] = (double)(wanted + 1);
        }
    }
    return wrong;
}

static void enroll(void)
{
    size_t stride = sizeof(blocks[0]);
    mito_layout shape = { .row = WIDTH, .halo = HALO };

    mito_register("density", &density, &rows, MPI_DOUBLE, &shape);
    mito_register("energy", &energy, &rows, MPI_DOUBLE, &shape);
    mito_register("velocity", &velocity, NULL, MPI_DOUBLE,
                  &(mito_layout){ .like = "density" });
    mito_register("values", &blocks[0].values, &blocks[0].count, MPI_LONG,
                  &(mito_layout){ .arrays = BLOCKS,
                                  .stride = stride,
                                  .count_stride = stride });
    mito_register("weights", &blocks[0].weights, &blocks[0].count, MPI_DOUBLE,
                  &(mito_layout){ .like = "values[0]",
                                  .row = 2,
                                  .arrays = BLOCKS,
                                  .stride = stride,
                                  .count_stride = stride });
    mito_register("time", &blocks[0].time, NULL, MPI_DOUBLE,
                  &(mito_layout){ .arrays = BLOCKS, .stride = stride });
}

static long go_on(bool changed)
{
    long wrong = step > 0 ? visit(step - 1, false) : 0;

    (void)changed;
    visit(step, true);
    return wrong;
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    create();
    enroll();
    return rounds_run("alike", argc > 1 ? atoi(argv[1]) : 100, go_on);
}
