/* late_plugin.c - what late.c loads: a ring
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   5 of 12 bytes, by MPI_Sendrecv
 * Calls on each rank: MPI_Sendrecv 5, MPI_Barrier 1.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int late_plugin_run(void);

int late_plugin_run(void)
{
    int rank, size, out[3] = { 0 }, in[3];

    alarm(120); /* whatever happens, this ends */
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++)
        MPI_Sendrecv(out, 3, MPI_INT, (rank + 1) % size, i, in, 3, MPI_INT,
                     (rank + size - 1) % size, i, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("late: %d ranks\n", size);
    MPI_Finalize();
    return 0;
}
