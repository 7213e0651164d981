/* polling.c - a million questions that are answered with no
 *
 * Messages:
 *   0 -> 1     2 of 0 bytes, by MPI_Send, taken by MPI_Recv
 *   1 -> 0     2 of 4 bytes, by MPI_Send, one taken by MPI_Irecv and MPI_Wait,
 *              one by MPI_Probe and MPI_Recv
 * Calls on rank 0: MPI_Test 1000000 and MPI_Iprobe 1000000, all with flag = 0,
 * for rank 1 sends nothing before it is told to; MPI_Irecv, MPI_Wait,
 * MPI_Probe, MPI_Recv 1 each, MPI_Send 2.  Ranks from 2 on only wait for the
 * MPI_Barrier at the end.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { TIMES = 1000000 };

/* Returns how many questions were answered with yes. */
static int ask(void)
{
    int number = 0, yes = 0, flag;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv(&number, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    for (int i = 0; i < TIMES; i++) {
        MPI_Test(&request, &flag, &status);
        yes += flag;
    }
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);

    for (int i = 0; i < TIMES; i++) {
        MPI_Iprobe(1, 2, MPI_COMM_WORLD, &flag, &status);
        yes += flag;
    }
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Probe(1, 2, MPI_COMM_WORLD, &status);
    MPI_Recv(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &status);
    return yes;
}

static void answer(void)
{
    for (int tag = 1; tag <= 2; tag++) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int rank, yes = 0;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        yes = ask();
    else if (rank == 1)
        answer();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("polling: %d of %d with yes\n", yes, 2 * TIMES);
    MPI_Finalize();
    return yes != 0;
}
