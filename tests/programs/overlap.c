/* overlap.c - long messages that are to move while ranks compute
 *
 *     overlap ROUNDS BYTES US [message|broadcast]
 *
 * In each round one rank begins to send BYTES to the next one, or to all, the
 * ranks take turns.  Then each sleeps US microseconds, as if it computed, and
 * waits for what it has begun.  How long who receives waits at least is
 * printed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void pass(double us)
{
    struct timespec t = { (time_t)(us / 1e6),
                          (long)(us - (double)(time_t)(us / 1e6) * 1e6)
                              * 1000 };

    nanosleep(&t, NULL);
}

static MPI_Request begin(char *data, int bytes, int owner, bool broadcast)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (broadcast)
        MPI_Ibcast(data, bytes, MPI_BYTE, owner, MPI_COMM_WORLD, &request);
    else if (rank == owner)
        MPI_Isend(data, bytes, MPI_BYTE, (owner + 1) % ranks, 0,
                  MPI_COMM_WORLD, &request);
    else if (rank == (owner + 1) % ranks)
        MPI_Irecv(data, bytes, MPI_BYTE, owner, 0, MPI_COMM_WORLD, &request);
    return request;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20, rank, ranks;
    int bytes = argc > 2 ? atoi(argv[2]) : 500000;
    double us = argc > 3 ? atof(argv[3]) : 50000, start, waited, least = 1e9;
    bool broadcast = argc > 4 && strcmp(argv[4], "broadcast") == 0;
    char *data = calloc((size_t)bytes + 1, 1);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int round = 0; round < rounds; round++) {
        MPI_Request request = begin(data, bytes, round % ranks, broadcast);
        bool receives = request != MPI_REQUEST_NULL && rank != round % ranks;

        pass(us);
        start = MPI_Wtime();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        waited = MPI_Wtime() - start;
        if (receives && waited < least)
            least = waited;
    }
    MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN,
                  MPI_COMM_WORLD);
    if (rank == 0)
        printf("overlap: who receives waits for %.0f us at least\n",
               least * 1e6);
    free(data);
    MPI_Finalize();
    return 0;
}
