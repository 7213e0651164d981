/* copy.c - what memory alone takes for so much state, for bench/stop
 *
 *     copy MB          all ranks copy their share with memcpy()
 *     copy MB spare    rank 0 sends it to the last rank, which waits for it,
 *                      as a program moves a rank by hand
 *
 * Prints ms, of the fastest of some rounds, into memory in use.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 5 };

static int rank, ranks;

static void copy(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

static void send(char *to, const char *from, size_t bytes)
{
    if (rank == 0)
        MPI_Send(from, (int)(bytes / 8), MPI_DOUBLE, ranks - 1, 0,
                 MPI_COMM_WORLD);
    if (rank == ranks - 1)
        MPI_Recv(to, (int)(bytes / 8), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    void (*move)(char *, const char *, size_t) = argc > 2 ? send : copy;
    double best = 1e9;
    size_t bytes;
    char *to, *from;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    bytes = (size_t)atol(argv[1]) * 1024 * 1024;
    if (move == copy)
        bytes /= (size_t)ranks;
    to = malloc(bytes);
    from = malloc(bytes);
    memset(to, 1, bytes);
    memset(from, 2, bytes);
    for (int i = 0; i < ROUNDS; i++) {
        double start, mine, most;

        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        move(to, from, bytes);
        mine = MPI_Wtime() - start;
        MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        best = most < best ? most : best;
    }
    if (rank == 0)
        printf("%.3f\n", best * 1e3);
    MPI_Finalize();
    return 0;
}
