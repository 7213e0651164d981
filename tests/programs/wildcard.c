/* wildcard.c - rank 0 takes messages from anyone, with any tag
 *
 * Messages, for each way w = 0, 1, 2 and each rank r > 0:
 *   r -> 0     1 of 4 * (w + 1) bytes, by MPI_Send with the tag 10 * w + r
 * so each r sends 3 messages of 4, 8 and 12 bytes, 24 bytes in all.
 * Calls on rank 0, for n ranks, n - 1 times each unless said otherwise, each
 * receive for any source and tag:
 *   w = 0   MPI_Recv, status ignored
 *   w = 1   MPI_Irecv, MPI_Waitall once, statuses ignored
 *   w = 2   MPI_Irecv, MPI_Wait, source and tag from the status
 * Calls on each rank: MPI_Barrier 3, one after each way.  At most 8 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { WAYS = 3, SENDERS = 7 };

/* gcc takes the constant for the address of an array that is too short */
static MPI_Status *volatile ignored = MPI_STATUSES_IGNORE;

static void take(int way, int *to)
{
    MPI_Request request;
    MPI_Status status;

    if (way == 0) {
        MPI_Recv(to, way + 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Irecv(to, way + 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
              MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    if (status.MPI_SOURCE != to[way] || status.MPI_TAG != 10 * way + to[way])
        MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Take a message from each of the others.  Returns the sum of the senders. */
static int collect(int way, int senders)
{
    int got[SENDERS][WAYS], sum = 0;
    MPI_Request requests[SENDERS];

    for (int i = 0; i < senders; i++)
        if (way == 1)
            MPI_Irecv(got[i], way + 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                      MPI_COMM_WORLD, &requests[i]);
        else
            take(way, got[i]);
    if (way == 1)
        MPI_Waitall(senders, requests, ignored);
    for (int i = 0; i < senders; i++)
        sum += got[i][way];
    return sum;
}

int main(int argc, char **argv)
{
    int rank, size, sum = 0, expected;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > SENDERS + 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int way = 0; way < WAYS; way++) {
        int out[WAYS] = { rank, rank, rank };

        if (rank == 0)
            sum += collect(way, size - 1);
        else
            MPI_Send(out, way + 1, MPI_INT, 0, 10 * way + rank,
                     MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    expected = WAYS * size * (size - 1) / 2;
    if (rank == 0)
        printf("wildcard: sum %d, expected %d\n", sum, expected);
    MPI_Finalize();
    return rank == 0 && sum != expected;
}
