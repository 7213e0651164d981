/* persistent.c - requests that are made once and started many times
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   12 of 40 bytes, 3 by each of MPI_Send_init, MPI_Ssend_init,
 *              MPI_Bsend_init and MPI_Rsend_init, taken by MPI_Recv_init
 * Calls on each rank: MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init and
 * MPI_Rsend_init 1 each, MPI_Recv_init 4, MPI_Startall 9 (of a receive and a
 * send), MPI_Start 6 (3 of a receive, 3 of the MPI_Rsend_init), MPI_Waitall 12
 * (of 2 requests), MPI_Barrier 3, MPI_Request_free 8.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 3, COUNT = 10 };

typedef int init_t(
    const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static int rank, size;

static void start(init_t *init, MPI_Request requests[2])
{
    if (init != MPI_Rsend_init) {
        MPI_Startall(2, requests);
        return;
    }
    MPI_Start(&requests[0]);
    MPI_Barrier(MPI_COMM_WORLD); /* so that all receives are ready */
    MPI_Start(&requests[1]);
}

static void repeat(init_t *init)
{
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int out[COUNT] = { 0 }, in[COUNT];
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Recv_init(in, COUNT, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
    init(out, COUNT, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < ROUNDS; i++) {
        out[COUNT - 1] = i;
        start(init, requests);
        MPI_Waitall(2, requests, statuses);
        if (in[COUNT - 1] != i)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
    int room = ROUNDS * (COUNT * 4 + MPI_BSEND_OVERHEAD);
    void *buffer = malloc((size_t)room);

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Buffer_attach(buffer, room);
    repeat(MPI_Send_init);
    repeat(MPI_Ssend_init);
    repeat(MPI_Bsend_init);
    repeat(MPI_Rsend_init);
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    if (rank == 0)
        printf("persistent: done\n");
    MPI_Finalize();
    return 0;
}
