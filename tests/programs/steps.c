/* steps.c - a number of steps that are all alike, after one that is not
 *
 * Usage: steps [STEPS [MICROSECONDS]], 20 steps if nothing is said, each of
 * which sleeps so long before it talks to both neighbours.  Nothing else
 * holds the ranks together.
 *
 * Messages, r+1 being 0 after the last rank, r-1 the last before 0:
 *   r -> r+1   1 of 8 bytes, by MPI_Sendrecv: the warm-up
 *   r -> r+1   STEPS of 800 bytes, by MPI_Isend, taken by MPI_Irecv
 *   r -> r-1   STEPS of 400 bytes, by MPI_Isend, taken by MPI_Irecv
 * Calls on each rank: MPI_Sendrecv 1, and in each step MPI_Irecv 2,
 * MPI_Isend 2, MPI_Waitall 1 (of 4 requests).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { RIGHTWARDS = 100, LEFTWARDS = 50 }; /* doubles */

static int left, right;

static void warm_up(void)
{
    double mine = 1, theirs;

    MPI_Sendrecv(&mine, 1, MPI_DOUBLE, right, 0, &theirs, 1, MPI_DOUBLE, left,
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void step(long microseconds)
{
    static double out[RIGHTWARDS + LEFTWARDS], in[RIGHTWARDS + LEFTWARDS];
    struct timespec pause = { .tv_sec = microseconds / 1000000,
                              .tv_nsec = microseconds % 1000000 * 1000 };
    MPI_Request requests[4];
    MPI_Status statuses[4];

    if (microseconds > 0)
        nanosleep(&pause, NULL);
    MPI_Irecv(in, RIGHTWARDS, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
              &requests[0]);
    MPI_Irecv(in + RIGHTWARDS, LEFTWARDS, MPI_DOUBLE, right, 2, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(out, RIGHTWARDS, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
              &requests[2]);
    MPI_Isend(out + RIGHTWARDS, LEFTWARDS, MPI_DOUBLE, left, 2, MPI_COMM_WORLD,
              &requests[3]);
    MPI_Waitall(4, requests, statuses);
}

int main(int argc, char **argv)
{
    long steps = argc > 1 ? atol(argv[1]) : 20;
    long microseconds = argc > 2 ? atol(argv[2]) : 0;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    warm_up();
    for (long i = 0; i < steps; i++)
        step(microseconds);
    if (rank == 0)
        printf("steps: %ld steps\n", steps);
    MPI_Finalize();
    return 0;
}
