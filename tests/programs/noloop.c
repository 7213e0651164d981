/* noloop.c - a few different calls in a straight line, and no loop
 *
 * Messages, r+1 being 0 after the last rank:
 *   0 -> 1     1 of 20 bytes, by MPI_Send, taken by MPI_Recv
 *   1 -> 0     1 of 24 bytes, by MPI_Ssend, taken by MPI_Recv
 *   r -> r+1   1 of 8 bytes, by MPI_Sendrecv
 * Collectives on each rank, in this order: MPI_Barrier, MPI_Bcast of 16 bytes
 * from 0, MPI_Allreduce of 8 bytes, MPI_Gather of 4 bytes to 0, MPI_Scan of
 * 4 bytes, MPI_Barrier.  The messages between 0 and 1 come after the Bcast,
 * those round the ring before the last Barrier.  Takes at least 2 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, numbers[5] = { 0 }, pair[2] = { 0 }, sum, *all;
    double values[3] = { 0 }, one = 1, ones;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    all = calloc((size_t)size, sizeof(all[0]));

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(numbers, 4, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Send(numbers, 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
        MPI_Recv(values, 3, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(numbers, 5, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(values, 3, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD);
    }
    MPI_Allreduce(&one, &ones, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(numbers, 2, MPI_INT, (rank + 1) % size, 9, pair, 2, MPI_INT,
                 (rank + size - 1) % size, 9, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("noloop: %g ranks, the last is %d\n", ones, all[size - 1]);
    free(all);
    MPI_Finalize();
    return 0;
}
