/* state.c - a program with so much state, for bench/stop
 *
 *     state MB CHANGE BEFORE AFTER [particles]
 *
 * It is an array, or particles that are with the rank in whose part of space
 * they are, in no order there.  In each step it goes over its share of the
 * state and asks all ranks whether they did.  At step BEFORE it asks for the
 * change ("" for none), goes on until that is done, and for AFTER steps more.
 * Prints how long it stood still, from the last moment that a rank computed to
 * the first that all did again, and what a step took in the end, the median,
 * all in ms.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROW = 1024, OF_PARTICLE = 10, STEPS_MOST = 100 * 1000 };

static double low, high; /* of this rank's part of space */

static double ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double maximum(double mine)
{
    double most;

    MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/* The same work in each step, however much state there is.  A particle stays
 * where it is, which is its first number.
 */
static void work(double *cells, long rows, long row, int step)
{
    long few = rows < 512 * ROW / row ? rows : 512 * ROW / row;

    for (long i = 0; i < few; i++)
        for (long j = row < ROW; j < row; j++)
            cells[(i * 37 + step) % rows * row + j] += 1;
}

/* All of it is there, not only promised. */
static void fill(double *cells, long rows, long row)
{
    unsigned seed = 1;

    for (long i = 0; i < rows * row; i++)
        cells[i] = (double)i;
    for (long i = 0; row < ROW && i < rows; i++) {
        seed = seed * 1664525 + 1013904223;
        cells[i * row] = low + (high - low) * (seed >> 8) / (1 << 24);
    }
}

int main(int argc, char **argv)
{
    static double took[STEPS_MOST];
    double last = 0, stood = 0, *cells;
    int rank, ranks, before, after, step = 0, end = STEPS_MOST, count = 0;
    long rows, total, row = ROW;
    mito_layout layout = { .low = NULL };

    MPI_Init(&argc, &argv);
    if (argc < 5 || argc > 6)
        MPI_Abort(MPI_COMM_WORLD, 2);
    if (argc > 5) {
        row = OF_PARTICLE;
        layout = (mito_layout){ .dimensions = 1, .low = &low, .high = &high };
    }
    layout.row = (size_t)row;
    total = atol(argv[1]) * 1024 * 1024 / (row * (long)sizeof(double));
    before = atoi(argv[3]);
    after = atoi(argv[4]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    low = (double)rank / ranks;
    high = (double)(rank + 1) / ranks;
    rows = total / ranks + (rank < total % ranks);
    cells = calloc((size_t)rows, (size_t)row * sizeof(double));
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("last", &last, NULL, MPI_DOUBLE, NULL);
    mito_register("end", &end, NULL, MPI_INT, NULL);
    mito_register("cells", &cells, &rows, MPI_DOUBLE, &layout);
    if (!mito_resumed())
        fill(cells, rows, row);
    if (!*argv[2])
        end = before + after;
    for (; step < end && step < STEPS_MOST; step++) {
        double start;

        if (mito_sync() == MITO_CHANGED) {
            stood = maximum(ms()) - last;
            end = step + after;
        }
        if (step == before && rank == 0 && *argv[2])
            mito_request(argv[2]);
        start = ms();
        work(cells, rows, row, step);
        last = maximum(ms());
        took[count++] = last - start;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    qsort(took, (size_t)count, sizeof(took[0]), by_value);
    if (rank == 0)
        printf("%.3f %.4f\n", stood, count ? took[count / 2] : 0);
    free(cells);
    MPI_Finalize();
    return 0;
}
