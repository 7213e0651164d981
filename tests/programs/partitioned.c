/* partitioned.c - messages that are sent part by part (MPI 4)
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   3 of 4 partitions of 64 bytes, 256 bytes in all each time, by
 *              MPI_Psend_init, taken by MPI_Precv_init
 * Calls on each rank: MPI_Psend_init 1, MPI_Precv_init 1, MPI_Startall 3 (of
 * both), MPI_Pready 6, MPI_Pready_range 3 (of 1 partition), MPI_Pready_list 3
 * (of 1 partition), MPI_Parrived as often as it takes, at least 3,
 * MPI_Waitall 3 (of 2 requests), MPI_Request_free 2.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { ROUNDS = 3, PARTITIONS = 4, PART = 8, ALL = PARTITIONS * PART };

static void send_parts(MPI_Request request)
{
    int list[] = { 2 };

    MPI_Pready(3, request);
    MPI_Pready(0, request);
    MPI_Pready_range(1, 1, request);
    MPI_Pready_list(1, list, request);
}

int main(int argc, char **argv)
{
    int rank, size, left, right;
    double out[ALL] = { 0 }, in[ALL];
    MPI_Request requests[2];
    MPI_Status statuses[2];

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Precv_init(in, PARTITIONS, PART, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Psend_init(out, PARTITIONS, PART, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < ROUNDS; i++) {
        int flag = 0;

        out[ALL - 1] = i;
        MPI_Startall(2, requests);
        send_parts(requests[1]);
        while (!flag)
            MPI_Parrived(requests[0], 2, &flag);
        MPI_Waitall(2, requests, statuses);
        if (in[ALL - 1] != i)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    if (rank == 0)
        printf("partitioned: done\n");
    MPI_Finalize();
    return 0;
}
