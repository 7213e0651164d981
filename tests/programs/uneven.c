/* uneven.c - ranks that have no sync in common and all wait for one of them
 *
 *     uneven STEPS
 *
 * In each step each rank sends to each other one, and receives in the order of
 * the ranks.  Rank 0 syncs at each step, the others at every second.  So when
 * rank 0 stands, the others wait for it, and have something to receive from
 * each other meanwhile.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TAG = 7 };

static int rank, ranks;

/* Returns how much is wrong with what comes. */
static int exchange(int step)
{
    int number = rank * 1000003 + step, wrong = 0;

    for (int to = 0; to < ranks; to++)
        if (to != rank)
            MPI_Send(&number, 1, MPI_INT, to, TAG, MPI_COMM_WORLD);
    for (int from = 0; from < ranks; from++) {
        if (from == rank)
            continue;
        MPI_Recv(&number, 1, MPI_INT, from, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        wrong += number != from * 1000003 + step;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 100;
    int step = 0, wrong = 0;
    mito_layout local = { .spread = MITO_LOCAL };

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    mito_register("step", &step, NULL, MPI_INT, &local);
    mito_register("wrong", &wrong, NULL, MPI_INT, &local);
    for (; step < steps; step++) {
        if (rank == 0 || step % 2 == 0)
            mito_sync();
        wrong += exchange(step);
        usleep(2000);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("uneven: %s after %d steps\n", wrong ? "wrong" : "ok", steps);
    MPI_Finalize();
    return wrong != 0;
}
