/* slow_watch.c - a library under which a rank takes long to be watched
 *
 * When MPI has started, and before the program goes on, our library asks for
 * the group of all ranks.  There rank 1 is busy for SECONDS.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <dlfcn.h>
#include <mpi.h>
#include <time.h>

static const double SECONDS = 1;

static double processor_time(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void be_busy(void)
{
    double until = processor_time() + SECONDS;

    while (processor_time() < until)
        ;
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    static int calls;
    int (*next)(MPI_Comm, MPI_Group *) =
        (int (*)(MPI_Comm, MPI_Group *))dlsym(RTLD_NEXT, "PMPI_Comm_group");
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && calls++ == 0)
        be_busy();
    return next(comm, group);
}
