/* pauses.c - MPI_Pcontrol: what happens while nobody may look
 *
 * Usage: pauses
 *
 * After MPI_Pcontrol(0) nothing counts, after MPI_Pcontrol(1) or (2) it does
 * again.  Messages, r+1 being 0 after the last rank, r-1 the last before 0;
 * what is unwatched is in parentheses:
 *   plain       r -> r+1 3 of 8 bytes by MPI_Sendrecv, (5 of 400), 4 of 16
 *   across      r -> r+1 1 of 100 bytes by MPI_Isend that is completed, and
 *               taken, while nobody looks; (1 of 200) that is begun then, and
 *               completed after
 *   persistent  r -> r+1 by an MPI_Send_init that nobody sees, 2 of 32 bytes,
 *               (1 of 32), 1 of 32, taken by such an MPI_Recv_init
 *   comms       r -> r-1 1 of 12 bytes by MPI_Sendrecv, over a communicator
 *               whose freeing nobody sees, then r -> r+1 2 of 24 over others
 *               whose making nobody sees
 *   window      r -> r+1 1 MPI_Put of 16 bytes, into a window whose making
 *               nobody sees
 * That is r -> r+1 13 messages and 332 bytes and r -> r-1 1 of 12 bytes; of
 * these the one of 100 bytes is not seen to arrive.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { STOP = 0, GO = 1, GO_IN_DETAIL = 2, INTS = 100 };

static int rank, size, left, right;
static int out[INTS], in[INTS];

static void pass_on(MPI_Comm comm, int to, int from, int ints)
{
    MPI_Sendrecv(out, ints, MPI_INT, to, 0, in, ints, MPI_INT, from, 0, comm,
                 MPI_STATUS_IGNORE);
}

static void plain(void)
{
    for (int i = 0; i < 3; i++)
        pass_on(MPI_COMM_WORLD, right, left, 2);
    MPI_Pcontrol(STOP);
    for (int i = 0; i < 5; i++)
        pass_on(MPI_COMM_WORLD, right, left, 100);
    MPI_Pcontrol(GO);
    for (int i = 0; i < 4; i++)
        pass_on(MPI_COMM_WORLD, right, left, 4);
}

static void begin(MPI_Request requests[2], int ints)
{
    MPI_Irecv(in, ints, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, ints, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
}

static void across(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    begin(requests, 25);
    MPI_Pcontrol(STOP);
    MPI_Waitall(2, requests, statuses);
    begin(requests, 50);
    MPI_Pcontrol(GO_IN_DETAIL);
    MPI_Waitall(2, requests, statuses);
}

static void persistent(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Pcontrol(STOP);
    MPI_Recv_init(in, 8, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, 8, MPI_INT, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Pcontrol(GO);
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            MPI_Pcontrol(STOP);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
        if (i == 2)
            MPI_Pcontrol(GO);
    }
    MPI_Request_free(&requests[0]);
    MPI_Pcontrol(STOP);
    MPI_Request_free(&requests[1]);
    MPI_Pcontrol(GO);
}

static void comms(void)
{
    MPI_Comm reversed, same[2];
    int me;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &me);
    pass_on(reversed, (me + 1) % size, (me + size - 1) % size, 3);
    MPI_Pcontrol(STOP);
    MPI_Comm_free(&reversed);
    MPI_Comm_dup(MPI_COMM_WORLD, &same[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &same[1]);
    MPI_Pcontrol(GO);
    for (int i = 0; i < 2; i++) {
        pass_on(same[i], right, left, 6);
        MPI_Comm_free(&same[i]);
    }
}

static void window(void)
{
    static int memory[4];
    MPI_Win win;

    MPI_Pcontrol(STOP);
    MPI_Win_create(memory, sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Pcontrol(GO);
    MPI_Win_fence(0, win);
    MPI_Put(out, 4, MPI_INT, right, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    plain();
    across();
    persistent();
    comms();
    window();
    if (rank == 0)
        printf("pauses: done\n");
    MPI_Pcontrol(STOP);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
