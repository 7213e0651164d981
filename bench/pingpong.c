/* pingpong.c - the time of a message of 8 bytes between two ranks, one way
 *
 * Prints nanoseconds, the median of several runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 100 * 1000, RUNS = 7 };

static void play(int rank, int rounds)
{
    double ball = 0;

    for (int i = 0; i < rounds; i++) {
        if (rank == 0) {
            MPI_Send(&ball, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&ball, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&ball, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            MPI_Send(&ball, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        }
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    double ns[RUNS];
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "pingpong: it takes two ranks\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    play(rank, ROUNDS / 10);
    for (int run = 0; run < RUNS; run++) {
        double start = MPI_Wtime();

        play(rank, ROUNDS);
        ns[run] = (MPI_Wtime() - start) / ROUNDS / 2 * 1e9;
    }
    qsort(ns, RUNS, sizeof(ns[0]), by_value);
    if (rank == 0)
        printf("%.0f\n", ns[RUNS / 2]);
    MPI_Finalize();
    return 0;
}
