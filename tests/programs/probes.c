/* probes.c - rank 0 looks before it takes a message
 *
 * Messages, for each way w = 0 ... 3 and each rank r > 0:
 *   r -> 0     1 of 4 * (w + 1) bytes, by MPI_Send with the tag 10 * w + r
 * so each r sends 4 messages of 4, 8, 12 and 16 bytes, 40 bytes in all.
 * Calls on rank 0, for n ranks, n - 1 times each unless said otherwise, each
 * probe for any source and tag:
 *   w = 0   MPI_Probe, MPI_Recv of what it found
 *   w = 1   MPI_Iprobe as often as it takes, MPI_Recv of what it found
 *   w = 2   MPI_Mprobe, MPI_Mrecv, status ignored
 *   w = 3   MPI_Improbe as often as it takes, MPI_Imrecv, MPI_Wait
 * Calls on each rank: MPI_Barrier 4, one after each way.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { WAYS = 4 };

/* Take a message in the way 'way' and find who sent it. */
static int take(int way)
{
    const int source = MPI_ANY_SOURCE, tag = MPI_ANY_TAG;
    MPI_Comm world = MPI_COMM_WORLD;
    int got[WAYS], flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request request;

    if (way == 0)
        MPI_Probe(source, tag, world, &status);
    while (way == 1 && !flag)
        MPI_Iprobe(source, tag, world, &flag, &status);
    if (way <= 1)
        MPI_Recv(got, way + 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG,
                 world, &status);
    if (way == 2) {
        MPI_Mprobe(source, tag, world, &message, &status);
        MPI_Mrecv(got, way + 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    while (way == 3 && !flag)
        MPI_Improbe(source, tag, world, &flag, &message, &status);
    if (way == 3) {
        MPI_Imrecv(got, way + 1, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (status.MPI_SOURCE != got[way] || status.MPI_TAG != 10 * way + got[way])
        MPI_Abort(world, 1);
    return got[way];
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0, expected;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int way = 0; way < WAYS; way++) {
        int out[WAYS] = { rank, rank, rank, rank };

        for (int i = 1; rank == 0 && i < size; i++)
            sum += take(way);
        if (rank > 0)
            MPI_Send(out, way + 1, MPI_INT, 0, 10 * way + rank,
                     MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    expected = WAYS * size * (size - 1) / 2;
    if (rank == 0)
        printf("probes: sum %d, expected %d\n", sum, expected);
    MPI_Finalize();
    return rank == 0 && sum != expected;
}
