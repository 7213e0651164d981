/* positions.c - a malleable program with a file of MPI-IO, or with an input
 *
 *     positions STEPS WAY FILE
 *
 * Each step is a line of eight letters in FILE.  The ways:
 *
 *     own      rank 0 writes where it stands in the file
 *     shared   rank 0 writes where all stand together
 *     at       each rank in its turn writes where the line belongs
 *     hooks    as own; the file is closed before a change, and after it opened
 *              again where it was
 *     input    rank 0 reads a number from stdin in its start-up, if there is
 *              one, and writes as at
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8 };

static int rank, ranks, step;
static long position;
static const char *way, *name;
static MPI_File file = MPI_FILE_NULL;

static int is(const char *what)
{
    return strcmp(way, what) == 0;
}

static void open_file(void)
{
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file)
        != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void before(void *arg)
{
    MPI_Offset at;

    (void)arg;
    MPI_File_get_position(file, &at);
    position = (long)at;
    MPI_Bcast(&position, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_File_close(&file);
}

static void after(void *arg)
{
    (void)arg;
    if (file == MPI_FILE_NULL)
        open_file();
    if (rank == 0)
        MPI_File_seek(file, position, MPI_SEEK_SET);
}

static void write_line(void)
{
    char line[LINE + 1];

    snprintf(line, sizeof(line), "%7d\n", step);
    if (is("shared") && rank == 0)
        MPI_File_write_shared(file, line, LINE, MPI_CHAR, MPI_STATUS_IGNORE);
    else if ((is("own") || is("hooks")) && rank == 0)
        MPI_File_write(file, line, LINE, MPI_CHAR, MPI_STATUS_IGNORE);
    else if ((is("at") || is("input")) && rank == step % ranks)
        MPI_File_write_at(file, (MPI_Offset)step * LINE, line, LINE, MPI_CHAR,
                          MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 0, number = 0;

    way = argc > 2 ? argv[2] : "";
    name = argc > 3 ? argv[3] : "positions.out";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (is("input") && rank == 0)
        while (scanf("%d", &number) == 1)
            ;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("number", &number, NULL, MPI_INT, NULL);
    mito_register("position", &position, NULL, MPI_LONG, NULL);
    if (is("hooks")) {
        mito_before(before, NULL);
        mito_after(after, NULL);
    }
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!is("hooks") || !mito_resumed())
        open_file();
    for (; step < steps; step++) {
        mito_sync();
        write_line();
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_File_close(&file);
    if (rank == 0)
        printf("number %d\n", number);
    MPI_Finalize();
    return 0;
}
