/* growing.c - each step takes longer than the one before, by its sleep
 *
 *     growing STEPS US
 *
 * The k-th step takes k times US, all of it before the step's only call of
 * MPI; less than a second.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 10, step = 0;
    long us = argc > 2 ? atol(argv[2]) : 1000;

    MPI_Init(&argc, &argv);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < steps; step++) {
        struct timespec t = { 0, 0 };

        mito_sync();
        t.tv_nsec = us * 1000 * (step + 1);
        nanosleep(&t, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
