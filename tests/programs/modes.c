/* modes.c - one message in each way to send one
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   9 of 40 bytes, one by each of MPI_Send, MPI_Ssend, MPI_Bsend,
 *              MPI_Rsend, MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend, and
 *              an MPI_Send_init whose request is freed while it is active;
 *              all taken by MPI_Irecv
 * Calls on each rank: those, MPI_Irecv 9, MPI_Barrier 9, MPI_Wait 13 (9 of a
 * receive, 4 of a send), MPI_Start 1, MPI_Request_free 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COUNT = 10, MODES = 9 };

typedef int send_t(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int isend_t(
    const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

/* Send in the mode 'mode'. */
static void send(int mode, int to)
{
    static send_t *const sends[] = { MPI_Send, MPI_Ssend, MPI_Bsend,
                                     MPI_Rsend };
    static isend_t *const isends[] = { MPI_Isend, MPI_Issend, MPI_Ibsend,
                                       MPI_Irsend };
    static int out[COUNT];
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;

    if (mode < 4) {
        sends[mode](out, COUNT, MPI_INT, to, mode, world);
    } else if (mode < 8) {
        isends[mode - 4](out, COUNT, MPI_INT, to, mode, world, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send_init(out, COUNT, MPI_INT, to, mode, world, &request);
        MPI_Start(&request);
        MPI_Request_free(&request);
    }
}

int main(int argc, char **argv)
{
    int rank, size, left, right, in[COUNT];
    int room = 2 * (COUNT * 4 + MPI_BSEND_OVERHEAD);
    void *buffer = malloc((size_t)room);
    MPI_Request request;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Buffer_attach(buffer, room);
    for (int mode = 0; mode < MODES; mode++) {
        MPI_Irecv(in, COUNT, MPI_INT, left, mode, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD); /* MPI_Rsend wants receives ready */
        send(mode, right);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Buffer_detach(&buffer, &room);
    free(buffer);
    if (rank == 0)
        printf("modes: done\n");
    MPI_Finalize();
    return 0;
}
