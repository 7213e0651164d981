/* marks.c - iterations that only the program can tell, by MPI_Pcontrol(3)
 *
 * 3 times MPI_Bcast of 40 bytes, then 10 iterations that begin with
 * MPI_Pcontrol(3), sleep for 5 ms and have now more, now fewer calls:
 * MPI_Sendrecv of 40 bytes 1 + i * i % 7 times, by turns in one of two places,
 * and each third time an MPI_Barrier; in the end MPI_Barrier once more.
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   29 of 40 bytes, by MPI_Sendrecv
 * Calls on each rank: MPI_Bcast 3, MPI_Sendrecv 29, MPI_Barrier 5,
 * MPI_Pcontrol 10.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { ITERATIONS = 10, COUNT = 10, ITERATION = 3 };

static int rank, size;

static void pass_on(int times)
{
    int out[COUNT] = { 0 }, in[COUNT];

    for (int i = 0; i < times; i++)
        if (times % 2)
            MPI_Sendrecv(out, COUNT, MPI_INT, (rank + 1) % size, 0, in, COUNT,
                         MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        else
            MPI_Sendrecv(out, COUNT, MPI_INT, (rank + 1) % size, 1, in, COUNT,
                         MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int numbers[COUNT] = { 0 };
    const struct timespec pause = { .tv_nsec = 5000000 };

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 3; i++)
        MPI_Bcast(numbers, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < ITERATIONS; i++) {
        MPI_Pcontrol(ITERATION);
        nanosleep(&pause, NULL);
        pass_on(1 + i * i % 7);
        if (i % 3 == 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("marks: %d iterations\n", ITERATIONS);
    MPI_Finalize();
    return 0;
}
