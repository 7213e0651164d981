/* tempo.c - iterations of a known time, for policies
 *
 *     tempo STEPS US [divided|added|even|uneven|alone|chain|busy [FILE]]
 *
 * Each rank sleeps in each step: US microseconds divided by the number of
 * ranks, US for each rank, or US.  So more ranks are of use, a harm, or
 * neither, on however busy a machine.  With 'uneven' it is by rows, rank 0
 * taking three times as long for one as the others; with 'alone' rank 0
 * sleeps and the others wait for it; with 'chain' each also sends something to
 * the next one.  With 'busy' they do not sleep but compute for so long, by
 * rows, so it takes longer where others compute, too.  When FILE is there it
 * ends earlier.  Rows of registered state are checked at the end.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 1000, CHAIN = 1000 };

/* How long a rank sleeps in a step, in seconds. */
static double pause_of(
    const char *how, double us, int rank, int ranks, int rows)
{
    if (strcmp(how, "uneven") == 0)
        return us * rows / ROWS * (rank == 0 ? 3 : 1) * 1e-6;
    if (strcmp(how, "busy") == 0)
        return us * rows / ROWS * 1e-6;
    if (strcmp(how, "alone") == 0)
        return rank == 0 ? us * 1e-6 : 0;
    if (strcmp(how, "divided") == 0)
        return us / ranks * 1e-6;
    if (strcmp(how, "added") == 0)
        return us * ranks * 1e-6;
    return us * 1e-6;
}

/* All agree on it, so nobody gets ahead of the others either. */
static bool is_over(const char *file, int rank)
{
    int over = rank == 0 && file && access(file, F_OK) == 0;

    MPI_Allreduce(MPI_IN_PLACE, &over, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return over;
}

static void pass(double seconds)
{
    struct timespec t = { (time_t)seconds,
                          (long)((seconds - (double)(time_t)seconds) * 1e9) };

    nanosleep(&t, NULL);
}

static double processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void compute(double seconds)
{
    double until = processor_time() + seconds;

    while (processor_time() < until)
        ;
}

static void send_along(int rank, int ranks)
{
    static double from[CHAIN], to[CHAIN];
    int next = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    int last = rank > 0 ? rank - 1 : MPI_PROC_NULL;

    MPI_Sendrecv(from, CHAIN, MPI_DOUBLE, next, 0, to, CHAIN, MPI_DOUBLE, last,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* What a step is, before its rows count. */
static void work(const char *how, double us, int rank, int ranks, int rows)
{
    double seconds = pause_of(how, us, rank, ranks, rows);

    if (strcmp(how, "chain") == 0)
        send_along(rank, ranks);
    if (strcmp(how, "busy") == 0)
        compute(seconds);
    else
        pass(seconds);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 100, step = 0, rank, ranks, rows;
    double us = argc > 2 ? atof(argv[2]) : 1000, *row, sum = 0, all = 0;
    const char *how = argc > 3 ? argv[3] : "even";
    const char *file = argc > 4 ? argv[4] : NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = ROWS / ranks + (rank < ROWS % ranks);
    row = calloc(ROWS, sizeof(*row));
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("row", &row, &rows, MPI_DOUBLE, NULL);
    for (; step < steps; step++) {
        mito_sync();
        if (is_over(file, rank))
            break;
        work(how, us, rank, ranks, rows);
        for (int i = 0; i < rows; i++)
            row[i] += 1;
    }
    for (int i = 0; i < rows; i++)
        sum += row[i];
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("tempo: %d steps, the rows' sum is %.0f\n", step, all);
    free(row);
    MPI_Finalize();
    return 0;
}
