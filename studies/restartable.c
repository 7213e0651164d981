/* restartable.c - a program that can be carried on by Mitosis or by a file of
 * its own
 *
 *     restartable MB FROM|- TO|- STOP
 *
 * For studies/changes.sh.  It has so many MB in rows that are spread over the
 * ranks, and in each step adds to some of them and asks all ranks when they
 * were done.  It starts with step and rows of the file FROM, if it is given
 * one, and ends as soon as the file STOP is there: it writes the file TO, or
 * without one finds out whether all that the steps did is there.  Such are the
 * restart files that programs write by themselves, and any number of ranks may
 * go on from them.
 *
 * Rank 0 prints a line for each step: the step, the number of ranks, when the
 * last rank began and when the last was done (in seconds since 1970), and
 * "first" where it is the first one of these processes.  The last line is
 * "written", "whole" or "wrong".
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROW = 1024, ROWS_A_STEP = 256, TIMES = 100 };

static double *cells;
static long rows, total;
static int step, rank, ranks;

static void need(bool there, const char *what)
{
    if (!there) {
        fprintf(stderr, "restartable: %s\n", what);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double most(double mine)
{
    double all;

    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static long first_row(void)
{
    long last;

    MPI_Scan(&rows, &last, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return last - rows;
}

/* Not to be merged with what comes before and after it. */
static __attribute__((noinline)) void add(double *row)
{
    for (int j = 0; j < ROW; j++)
        row[j] += 1;
}

/* Add to so many rows, which lie all over the state: the same work in each
 * step, however much state there is, and all ranks have a part in it.
 */
static void work(long first)
{
    long apart = total > ROWS_A_STEP ? total / ROWS_A_STEP : 1;

    for (int i = 0; i < ROWS_A_STEP; i++) {
        long row = (step + i * apart) % total - first;

        for (int k = 0; row >= 0 && row < rows && k < TIMES; k++)
            add(&cells[row * ROW]);
    }
}

/* Step and rows, of which each rank has its own at the same place whoever
 * wrote them, so it may be another number of ranks that reads.
 */
static void restart_file(const char *path, bool write)
{
    int mode = write ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    MPI_Offset at =
        (MPI_Offset)sizeof(step)
        + (MPI_Offset)first_row() * ROW * (MPI_Offset)sizeof(double);
    MPI_Datatype row;
    MPI_File file;
    int rc;

    MPI_Type_contiguous(ROW, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    need(MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file)
             == MPI_SUCCESS,
         "the restart file cannot be opened");
    if (write) {
        rc = rank == 0 ? MPI_File_write_at(file, 0, &step, 1, MPI_INT,
                                           MPI_STATUS_IGNORE)
                       : MPI_SUCCESS;
        need(rc == MPI_SUCCESS
                 && MPI_File_write_at_all(file, at, cells, (int)rows, row,
                                          MPI_STATUS_IGNORE)
                        == MPI_SUCCESS,
             "the restart file cannot be written");
    } else
        need(
            MPI_File_read_at_all(file, 0, &step, 1, MPI_INT, MPI_STATUS_IGNORE)
                    == MPI_SUCCESS
                && MPI_File_read_at_all(file, at, cells, (int)rows, row,
                                        MPI_STATUS_IGNORE)
                       == MPI_SUCCESS,
            "the restart file cannot be read");
    need(MPI_File_close(&file) == MPI_SUCCESS,
         "the restart file cannot be closed");
    MPI_Type_free(&row);
}

static bool is_given(const char *path)
{
    return strcmp(path, "-") != 0;
}

static void begin(const char *megabytes, const char *from)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    total = atol(megabytes) * 1024 * 1024 / (long)(ROW * sizeof(double));
    rows = total / ranks + (rank < total % ranks);
    need(total > 0, "MB is a number, at least 1");
    need((cells = calloc((size_t)rows + 1, ROW * sizeof(double))) != NULL,
         "there is no memory for that many MB");
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("cells", &cells, &rows, MPI_DOUBLE,
                  &(mito_layout){ .row = ROW });
    if (is_given(from))
        restart_file(from, false);
    else if (!mito_resumed())
        for (long i = 0; i < rows * ROW; i++)
            cells[i] = 1; /* all of it is there, not only promised */
}

/* Whether every step has been done once, on every row: sums of whole numbers
 * do not depend on who adds up what.
 */
static bool whole(void)
{
    double mine = 0, all;

    for (long i = 0; i < rows * ROW; i++)
        mine += cells[i];
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all == ((double)total + (double)step * ROWS_A_STEP * TIMES) * ROW;
}

/* Do a step.  Returns whether it was the last one. */
static bool do_step(long first, const char *note, const char *stop)
{
    double began = most(now()), done;

    work(first);
    done = most(now());
    if (rank == 0)
        printf("%d %d %.6f %.6f%s\n", step, ranks, began, done, note);
    step++;
    return most(rank == 0 && access(stop, F_OK) == 0) > 0;
}

int main(int argc, char **argv)
{
    const char *end = "written";
    bool stop = false;
    long first = -1;

    MPI_Init(&argc, &argv);
    need(argc == 5, "usage: restartable MB FROM|- TO|- STOP");
    begin(argv[1], argv[2]);
    while (!stop) {
        const char *note = first < 0 ? " first" : "";

        if (mito_sync() == MITO_CHANGED) {
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            MPI_Comm_size(MPI_COMM_WORLD, &ranks);
            note = " first";
        }
        if (*note)
            first = first_row();
        stop = do_step(first, note, argv[4]);
    }
    if (is_given(argv[3]))
        restart_file(argv[3], true);
    else
        end = whole() ? "whole" : "wrong";
    if (rank == 0)
        puts(end);
    free(cells);
    MPI_Finalize();
    return 0;
}
