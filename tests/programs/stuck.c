/* stuck.c - a program whose ranks hang, each in another call
 *
 * Takes 6 ranks. For each the call that it hangs in, the first that it makes
 * but for ranks 4 and 5, and whom it waits for:
 *   0  MPI_Recv      any
 *   1  MPI_Recv      0
 *   2  MPI_Ssend     0
 *   3  MPI_Bcast     0, the root
 *   4  MPI_Waitall   0, of which it receives, and MPI_PROC_NULL
 *   5  MPI_Recv      4, by its rank in a communicator of 5 and 4
 * A minute later SIGALRM ends it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <unistd.h>

static int n;

static void receive(int source, MPI_Comm comm)
{
    MPI_Recv(&n, 1, MPI_INT, source, 99, comm, MPI_STATUS_IGNORE);
}

static MPI_Comm reversed(void)
{
    static const int ranks[] = { 5, 4 };
    MPI_Group world, group;
    MPI_Comm comm;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, ranks, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
    return comm;
}

static void wait_for_two(void)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Irecv(&n, 1, MPI_INT, 0, 99, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&n, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_NULL;
    int rank;

    alarm(120);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank >= 4)
        comm = reversed();
    if (rank == 0)
        receive(MPI_ANY_SOURCE, MPI_COMM_WORLD);
    else if (rank == 1)
        receive(0, MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Ssend(&n, 1, MPI_INT, 0, 98, MPI_COMM_WORLD);
    else if (rank == 3)
        MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else if (rank == 4)
        wait_for_two();
    else
        receive(1, comm);
    MPI_Finalize();
    return 0;
}
