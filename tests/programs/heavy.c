/* heavy.c - a program with much state, that can be changed
 *
 *     heavy MIB MORE [GATE]
 *
 * Its rows have MIB mebibytes in all.  Each process that carries on takes
 * MORE mebibytes besides in its start-up, which nobody could foresee.  It goes
 * on until the file GATE is there, but for 20 steps at least, and then says
 * whether all is as it was, and how readily the kernel ends each rank for lack
 * of memory.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 20, STEP_US = 20 * 1000, WIDTH = 1024, PAGE = 4096 };

static int rank, ranks, step, mine;
static long *rows;

static void start(int mib)
{
    mito_layout wide = { .spread = MITO_BLOCK, .row = WIDTH };
    int all = mib * (int)((1 << 20) / sizeof(*rows) / WIDTH), first = 0;

    for (int r = 0; r <= rank; r++) {
        first += mine;
        mine = all / ranks + (r < all % ranks);
    }
    rows = malloc((size_t)mine * WIDTH * sizeof(*rows));
    for (long i = 0; i < (long)mine * WIDTH; i++)
        rows[i] = (long)first * WIDTH + i;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("rows", &rows, &mine, MPI_LONG, &wide);
}

static void take_more(int mib)
{
    size_t bytes = (size_t)mib << 20;
    volatile char *more = mito_resumed() && mib ? malloc(bytes) : NULL;

    for (size_t i = 0; more && i < bytes; i += PAGE)
        more[i] = 1;
}

static int goes_on(const char *gate)
{
    int open = *gate == '\0' || access(gate, F_OK) == 0;

    MPI_Bcast(&open, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return step < STEPS || !open;
}

static int is_whole(int mib)
{
    unsigned long own = 0, all, n = (unsigned long)mib * (1 << 20);

    n /= sizeof(*rows);
    for (long i = 0; i < (long)mine * WIDTH; i++)
        own += (unsigned long)rows[i];
    MPI_Allreduce(&own, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all == n * (n - 1) / 2;
}

static int score(void)
{
    FILE *file = fopen("/proc/self/oom_score_adj", "r");
    int own = 0, most;

    if (file && fscanf(file, "%d", &own) != 1)
        own = -1;
    if (file)
        fclose(file);
    MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

int main(int argc, char **argv)
{
    int mib = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1, whole, most;
    int more = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    const char *gate = argc > 3 ? argv[3] : "";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    start(mib);
    take_more(more);
    MPI_Barrier(MPI_COMM_WORLD); /* all have what they need */
    for (step = 0; goes_on(gate); step++) {
        mito_sync();
        usleep(STEP_US);
    }
    whole = is_whole(mib);
    most = score();
    if (rank == 0)
        printf("heavy: %s, %d ranks, score %d\n", whole ? "whole" : "broken",
               ranks, most);
    MPI_Finalize();
    return 0;
}
