/* state.c - a program with so much state, for bench/stop
 *
 *     state MB CHANGE BEFORE AFTER
 *
 * In each step it goes over its share of the state and asks all ranks whether
 * they did.  At step BEFORE it asks for the change ("" for none), goes on
 * until that is done, and for AFTER steps more.  Prints how long it stood
 * still, from the last moment that a rank computed to the first that all did
 * again, and what a step took in the end, the median, all in ms.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROW = 1024, STEPS_MOST = 100 * 1000 };

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

/* The same work in each step, however much state there is. */
static void work(double *cells, long rows, int step)
{
    long few = rows < 512 ? rows : 512;

    for (long i = 0; i < few; i++)
        for (long j = 0; j < ROW; j++)
            cells[(i * 37 + step) % rows * ROW + j] += 1;
}

int main(int argc, char **argv)
{
    static double took[STEPS_MOST];
    double last = 0, stood = 0, *cells;
    int rank, ranks, before, after, step = 0, end = STEPS_MOST, count = 0;
    long rows, total;

    MPI_Init(&argc, &argv);
    if (argc != 5)
        MPI_Abort(MPI_COMM_WORLD, 2);
    total = atol(argv[1]) * 1024 * 1024 / (long)(ROW * sizeof(double));
    before = atoi(argv[3]);
    after = atoi(argv[4]);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = total / ranks + (rank < total % ranks);
    cells = calloc((size_t)rows, ROW * sizeof(double));
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("last", &last, NULL, MPI_DOUBLE, NULL);
    mito_register("end", &end, NULL, MPI_INT, NULL);
    mito_register("cells", &cells, &rows, MPI_DOUBLE,
                  &(mito_layout){ .row = ROW });
    if (!mito_resumed()) /* all of it is there, not only promised */
        for (long i = 0; i < rows * ROW; i++)
            cells[i] = (double)i;
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
        work(cells, rows, step);
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
