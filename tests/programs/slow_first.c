/* slow_first.c - after each sync all ranks wait for a message of rank 0
 *
 * Usage: slow_first SECONDS.  Rank 0 sends one at once after the first two
 * syncs, and so many seconds later after the third, which is the last.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STEPS = 3 };

int main(int argc, char **argv)
{
    int rank, size, step = 0;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < STEPS; step++) {
        mito_sync();
        if (rank > 0) {
            MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            continue;
        }
        if (step == STEPS - 1 && argc > 1)
            sleep((unsigned)atoi(argv[1]));
        for (int i = 1; i < size; i++)
            MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("slow_first: %d steps\n", step);
    MPI_Finalize();
    return 0;
}
