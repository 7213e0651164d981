/* ring.c - a token goes round the ring of all ranks
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   10 of 4 bytes, by MPI_Send, taken by MPI_Recv
 * Calls on each rank: MPI_Send 10, MPI_Recv 10.  Takes at least 2 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { ROUNDS = 10 };

int main(int argc, char **argv)
{
    int rank, size, token = 0;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank > 0)
            MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        token++;
        MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(&token, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("ring: token %d, expected %d\n", token, ROUNDS * size);
    MPI_Finalize();
    return rank == 0 && token != ROUNDS * size;
}
