/* clears.c - a malleable program whose start-up clears what it writes
 *
 *     clears STEPS
 *
 * Each step is one line in each file of rank 0, and in one that each rank has.
 * Nothing is flushed by the program.  What is in 'mine', which start-up makes
 * and removes again, is gone; so is what a child has removed of 'swept'.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 9, SWEEP_STEP = 45 };
static FILE *file[FILES], *own;
static MPI_File shared;

static FILE *need(FILE *f)
{
    if (!f)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return f;
}

static FILE *begin(const char *name, const char *mode)
{
    return need(fopen(name, mode));
}

/* What it has made itself is removed and shortened as ever. */
static void check_own(void)
{
    FILE *f = begin("mine", "w");
    struct stat st;

    fputs("twenty bytes or more", f);
    fflush(f);
    if (ftruncate(fileno(f), 3) < 0 || fstat(fileno(f), &st) < 0
        || st.st_size != 3 || remove("mine") < 0 || access("mine", F_OK) == 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    fclose(f);
}

static void clear(void)
{
    int fd;

    remove("removed");
    file[1] = begin("removed", "w");
    if (access("unlinked", F_OK) == 0 && unlink("unlinked") < 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    file[2] = begin("unlinked", "w");
    rename("renamed", "renamed.old");
    file[3] = begin("renamed", "w");
    if (access("shortened", F_OK) == 0 && truncate("shortened", 0) < 0)
        MPI_Abort(MPI_COMM_WORLD, 4);
    file[4] = begin("shortened", "a");
    file[5] = begin("cut", "a");
    if (ftruncate(fileno(file[5]), 0) < 0)
        MPI_Abort(MPI_COMM_WORLD, 5);
    fd = open("both", O_WRONLY | O_CREAT | O_APPEND | O_TRUNC, 0600);
    file[6] = need(fdopen(fd, "a"));
    fclose(begin("again", "w"));
    file[7] = begin("again", "a");
    unlinkat(AT_FDCWD, "at", 0);
    file[8] = begin("at", "w");
    MPI_File_delete("shared", MPI_INFO_NULL);
    check_own();
}

/* A step opens it, and closes it. */
static void sweep(int step)
{
    FILE *f;

    if (step == SWEEP_STEP && system("rm swept") != 0)
        MPI_Abort(MPI_COMM_WORLD, 6);
    f = begin("swept", "a");
    fprintf(f, "%d\n", step);
    fclose(f);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 60, step = 0, rank;
    char name[20];

    file[0] = begin("before", "w");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    if (rank == 0)
        clear();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, "shared", MPI_MODE_CREATE | MPI_MODE_WRONLY,
                  MPI_INFO_NULL, &shared);
    MPI_File_set_size(shared, 0);
    snprintf(name, sizeof(name), "rank%d", rank);
    own = begin(name, "w");
    for (; step < steps; step++) {
        mito_sync();
        for (int i = 0; rank == 0 && i < FILES; i++)
            fprintf(file[i], "%d\n", step);
        if (rank == 0) {
            printf("%d\n", step);
            sweep(step);
        }
        fprintf(own, "%d\n", step);
        snprintf(name, sizeof(name), "%9d\n", step);
        if (rank == 0)
            MPI_File_write_at(shared, (MPI_Offset)10 * step, name, 10,
                              MPI_CHAR, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_File_close(&shared);
    MPI_Finalize();
    return 0;
}
