/* everybody.c - in each round each rank sends to each other one at once
 *
 * Messages, sizes in MB:
 *   r -> s   5 of 1 + (5 r + 3 s) % 4, by MPI_Isend, taken by MPI_Irecv
 * Calls on each rank, n ranks: MPI_Isend 5 (n - 1), MPI_Irecv 5 (n - 1),
 * MPI_Waitall 5.  At most 8 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 5, MOST = 8, MB = 1000000, LARGEST = 4 * MB };

static int size_of(int from, int to)
{
    return (1 + (5 * from + 3 * to) % 4) * MB;
}

static void talk(int rank, int size, char *sends, char *takes)
{
    MPI_Request all[2 * MOST];
    MPI_Status done[2 * MOST];
    int count = 0;

    for (int other = 0; other < size; other++)
        if (other != rank)
            MPI_Irecv(takes + (size_t)other * LARGEST, size_of(other, rank),
                      MPI_BYTE, other, 0, MPI_COMM_WORLD, &all[count++]);
    for (int other = 0; other < size; other++)
        if (other != rank)
            MPI_Isend(sends, size_of(rank, other), MPI_BYTE, other, 0,
                      MPI_COMM_WORLD, &all[count++]);
    MPI_Waitall(count, all, done);
}

int main(int argc, char **argv)
{
    char *sends = calloc(1, LARGEST), *takes = calloc(MOST, LARGEST);
    int rank, size;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!sends || !takes || size > MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int round = 0; round < ROUNDS; round++) {
        usleep(1000u * (unsigned)rank);
        talk(rank, size, sends, takes);
    }
    MPI_Finalize();
    free(sends);
    free(takes);
    return 0;
}
