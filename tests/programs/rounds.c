/* rounds.c - the rounds of a program that looks after what it has registered
 *
 * What was wrong is registered, too: it is not forgotten in a change.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <unistd.h>

#include "rounds.h"

enum { STEP_US = 1000, SIZES = 16 };

int rank, ranks, step;

void rounds_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

int rounds_run(const char *name, int steps, long (*visit)(bool changed))
{
    static int sizes[SIZES], changes;
    static long wrong;

    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("sizes", sizes, NULL, MPI_INT,
                  &(mito_layout){ .row = SIZES });
    mito_register("changes", &changes, NULL, MPI_INT, NULL);
    mito_register("wrong", &wrong, NULL, MPI_LONG, NULL);
    for (; step < steps; step++) {
        bool changed = mito_sync() == MITO_CHANGED;
        long bad;

        if (changed && changes < SIZES)
            sizes[changes++] = ranks;
        bad = visit(changed);
        MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_LONG, MPI_SUM,
                      MPI_COMM_WORLD);
        wrong += bad;
        usleep(STEP_US);
    }
    if (rank == 0) {
        printf("%s: %s,", name, wrong ? "wrong" : "ok");
        for (int i = 0; i < changes; i++)
            printf(" %d", sizes[i]);
        printf("\n");
    }
    MPI_Finalize();
    return wrong != 0;
}
