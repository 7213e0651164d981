/* parting.c - a program that can be changed and ends in one of many ways
 *
 *     parting WAY RANK
 *
 * After ten steps the rank RANK, or "last", or "all", ends as WAY says, and
 * the others finalize.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 10, ROWS = 100 };

static int rank, ranks, step, mine;
static double *rows;

static int is_chosen(const char *which)
{
    if (strcmp(which, "all") == 0)
        return 1;
    if (strcmp(which, "last") == 0)
        return rank == ranks - 1;
    return rank == (int)strtol(which, NULL, 10);
}

/* Returns with what main() is to return. */
static int part(const char *way)
{
    if (strcmp(way, "exit5") == 0)
        exit(5);
    if (strcmp(way, "exit0") == 0)
        exit(0);
    if (strcmp(way, "_exit6") == 0)
        _exit(6);
    if (strcmp(way, "abort") == 0)
        abort();
    if (strcmp(way, "kill") == 0)
        raise(SIGKILL);
    if (strcmp(way, "term") == 0)
        raise(SIGTERM);
    if (strcmp(way, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(way, "mpi-abort7") == 0)
        MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Finalize();
    return strcmp(way, "return3") == 0 ? 3 : 0;
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    const char *which = argc > 2 ? argv[2] : "all";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    mine = ROWS / ranks + (rank < ROWS % ranks);
    rows = calloc((size_t)mine, sizeof(*rows));
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("rows", &rows, &mine, MPI_DOUBLE, NULL);
    for (step = 0; step < STEPS; step++) {
        mito_sync();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (is_chosen(which))
        return part(way);
    MPI_Finalize();
    return 0;
}
