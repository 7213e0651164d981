/* writes.c - a malleable program that writes to C's files of all kinds
 *
 *     writes STEPS [full | anew | late]
 *
 * full: one more file is on a disk without any room.  anew: a process that
 * carries on begins its files anew.  late: one more file is opened when
 * there is something to write to it, and stays open.
 *
 * Each step is one line in each file, and on stdout.  Rank 0 has most of them,
 * the last rank one of its own.  Nothing is flushed by the program.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static FILE *plain, *small, *large, *wide, *piped, *last, *full, *late;
static int anew;

/* A process that carries on adds to what there is. */
static FILE *open_file(const char *name, size_t bytes)
{
    FILE *f = fopen(name, mito_resumed() && !anew ? "a" : "w");

    if (!f)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (bytes > 0)
        setvbuf(f, NULL, _IOFBF, bytes);
    return f;
}

int main(int argc, char **argv)
{
    int is_late = argc > 2 && strcmp(argv[2], "late") == 0;
    int steps = argc > 1 ? atoi(argv[1]) : 60, step = 0, rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    anew = argc > 2 && strcmp(argv[2], "anew") == 0;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    if (rank == 0) {
        plain = open_file("plain", 0);
        small = open_file("small", 7);
        large = open_file("large", 100000);
        wide = open_file("wide", 0);
        piped = popen("exec cat >>piped", "w");
    }
    if (argc > 2 && strcmp(argv[2], "full") == 0
        && !(full = fopen("/dev/full", "w")))
        return 1;
    if (rank == ranks - 1)
        last = open_file("last", 0);
    for (; step < steps; step++) {
        mito_sync();
        if (rank == 0) {
            fprintf(plain, "%d\n", step);
            fprintf(small, "%d\n", step);
            fprintf(large, "%d\n", step);
            fwprintf(wide, L"%d\n", step);
            fprintf(piped, "%d\n", step);
            printf("%d\n", step);
            if (is_late && !late)
                late = fopen("late", "w");
            if (late)
                fprintf(late, "%d\n", step);
        }
        if (full)
            fprintf(full, "%d\n", step);
        if (rank == ranks - 1)
            fprintf(last, "%d\n", step);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (piped)
        pclose(piped);
    MPI_Finalize();
    return 0;
}
