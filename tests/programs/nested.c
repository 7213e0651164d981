/* nested.c - an outer loop around an inner one whose length depends on data
 *
 * Start-up: 5 times MPI_Bcast of 40 bytes from 0.
 * Main loop, 12 iterations: an inner loop of MPI_Sendrecv, of 800 bytes each,
 * then one MPI_Allreduce of 4 bytes, whose result says how long the next inner
 * loop is.  The lengths are
 *   6 7 5 9 8 7 9 8 6 5 9 8
 * Wind-down: 4 times MPI_Gather of 4 bytes to 0.
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   87 of 800 bytes, by MPI_Sendrecv
 * Calls on each rank: MPI_Bcast 5, MPI_Sendrecv 87, MPI_Allreduce 12,
 * MPI_Gather 4.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ITERATIONS = 12, COUNT = 100 };

static int rank, size;

static void start_up(void)
{
    int parameters[10] = { 0 };

    for (int i = 0; i < 5; i++)
        MPI_Bcast(parameters, 10, MPI_INT, 0, MPI_COMM_WORLD);
}

static void wind_down(void)
{
    int *all = calloc((size_t)size, sizeof(all[0]));

    for (int i = 0; i < 4; i++)
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    free(all);
}

static void pass_on(int times)
{
    double mine[COUNT] = { 0 }, theirs[COUNT];

    for (int i = 0; i < times; i++)
        MPI_Sendrecv(mine, COUNT, MPI_DOUBLE, (rank + 1) % size, 0, theirs,
                     COUNT, MPI_DOUBLE, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int value = 1, total = 0;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    start_up();
    for (int i = 0; i < ITERATIONS; i++) {
        int times = 5 + value % 5, next = (value * 7 + i) % 101;

        pass_on(times);
        total += times;
        MPI_Allreduce(&next, &value, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    wind_down();
    if (rank == 0)
        printf("nested: %d iterations, %d messages\n", ITERATIONS, total);
    MPI_Finalize();
    return 0;
}
