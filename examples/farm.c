/* farm.c - the Mandelbrot set, by a master and its workers
 *
 * Rank 0 hands out the rows of a picture of ROWS x COLUMNS points, one at a
 * time, to whoever asks; the other ranks work them out.  Rows cost between
 * next to nothing and LIMIT iterations for most points, so nobody can tell
 * beforehand who will do how many.  A worker asks, gets a row, works it out,
 * keeps it and asks again, until it is told to stop; then all send what they
 * have.  It takes at least two ranks.
 *
 * The picture is whole numbers, put in their place by the number of the row,
 * so what is printed is the same for every number of ranks and every order in
 * which rows come in.  It is checked against the known area of the set, and
 * must be its own mirror image.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <errno.h>
#include <math.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIMIT = 2000, /* iterations after which a point belongs to the set */
    MOST = 100000 /* rows and columns */
};

static const double left = -2.1, right = 0.6, top = 1.3; /* of the picture */

/* What a message is, by its tag. */
enum tag {
    ASK,  /* to the master, empty: I have nothing to do */
    ROW,  /* to a worker: the number of a row to work out */
    STOP, /* to a worker, empty: there is no more to do */
};

struct size {
    int rows;
    int columns;
};

/* The rows that this rank has worked out, in any order: of each its number and
 * then its points.
 */
static struct bag {
    int count;
    int *rows;
} bag;

static bool parse_number(const char *text, int *number)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < 1 || value > MOST)
        return false;
    *number = (int)value;
    return true;
}

/* Read the arguments; all ranks do, and rank 0 speaks for all. */
static bool parse_arguments(int argc, char **argv, struct size *size)
{
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if ((argc != 1 && argc != 3)
        || (argc == 3
            && (!parse_number(argv[1], &size->rows)
                || !parse_number(argv[2], &size->columns)))) {
        if (rank == 0)
            fprintf(stderr,
                    "usage: farm [ROWS COLUMNS]\n"
                    "       two numbers from 1 to %d\n",
                    MOST);
        return false;
    }
    if (ranks < 2) {
        fprintf(stderr, "farm: one rank is too few: "
                        "it takes a master and at least one worker\n");
        return false;
    }
    return true;
}

/* Let there be room for 'count' times 'each' numbers. */
static int *resize(int *numbers, size_t count, size_t each)
{
    numbers = realloc(numbers, count * each * sizeof(numbers[0]));
    if (!numbers) {
        fprintf(stderr, "farm: no memory for %zu numbers\n", count * each);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return numbers;
}

/* The iterations that it takes the point x + iy to leave, at most LIMIT. */
static int iterations(double x, double y)
{
    double a = 0, b = 0;
    int count = 0;

    while (count < LIMIT && a * a + b * b <= 4) {
        double next = a * a - b * b + x;

        b = 2 * a * b + y;
        a = next;
        count++;
    }
    return count;
}

/* Work out row 'row' and put it into the bag.  The middle of the rows is the
 * axis of the mirror.
 */
static void work_out(const struct size *size, int row)
{
    double y = top * (2 * row + 1 - size->rows) / size->rows;
    size_t length = 1 + (size_t)size->columns;
    int *done;

    bag.rows = resize(bag.rows, (size_t)bag.count + 1, length);
    done = &bag.rows[(size_t)bag.count++ * length];
    *done++ = row;
    for (int i = 0; i < size->columns; i++)
        done[i] =
            iterations(left + (right - left) * (i + 0.5) / size->columns, y);
}

/* ---- to be malleable ---- */

/* How many rows are in all bags.  At a sync what was handed out is in one of
 * them, and no message is under way.
 */
static int all_done(void)
{
    int all;

    MPI_Allreduce(&bag.count, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* ---- the farm ---- */

/* Ask for rows and fill the bag. */
static void work(const struct size *size)
{
    for (;;) {
        MPI_Status status;
        int row;

        if (mito_sync() == MITO_CHANGED)
            all_done(); /* rank 0 wants to know */
        MPI_Send(NULL, 0, MPI_INT, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&row, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            break;
        work_out(size, row);
    }
}

/* Hand out all rows to whoever asks. */
static void lead(const struct size *size)
{
    int workers, next = 0;

    MPI_Comm_size(MPI_COMM_WORLD, &workers);
    workers--;
    while (workers > 0) {
        MPI_Status status;

        if (mito_sync() == MITO_CHANGED) {
            /* The workers are others: none of them has a row, none was told
             * to stop.  Rows go out in their order, so as many as are in all
             * bags are done.
             */
            next = all_done();
        }
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD,
                 &status);
        if (next < size->rows) {
            MPI_Send(&next, 1, MPI_INT, status.MPI_SOURCE, ROW,
                     MPI_COMM_WORLD);
            next++;
        } else {
            MPI_Send(NULL, 0, MPI_INT, status.MPI_SOURCE, STOP,
                     MPI_COMM_WORLD);
            workers--;
        }
    }
}

/* Bring the rows of all bags to rank 0, and there into their places in
 * 'picture'; the others have none.
 */
static void collect(const struct size *size, int *picture)
{
    int length = 1 + size->columns, ranks;
    int *counts, *firsts, *rows = NULL;
    MPI_Datatype row_type;

    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    counts = resize(NULL, (size_t)ranks, 1);
    firsts = resize(NULL, (size_t)ranks, 1);
    MPI_Gather(&bag.count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (picture) {
        firsts[0] = 0;
        for (int r = 1; r < ranks; r++)
            firsts[r] = firsts[r - 1] + counts[r - 1];
        rows = resize(NULL, (size_t)size->rows, (size_t)length);
    }
    MPI_Type_contiguous(length, MPI_INT, &row_type);
    MPI_Type_commit(&row_type);
    MPI_Gatherv(bag.rows, bag.count, row_type, rows, counts, firsts, row_type,
                0, MPI_COMM_WORLD);
    MPI_Type_free(&row_type);
    for (size_t i = 0; picture && i < (size_t)size->rows; i++) {
        const int *row = &rows[i * (size_t)length];

        memcpy(&picture[(size_t)row[0] * (size_t)size->columns], &row[1],
               (size_t)size->columns * sizeof(picture[0]));
    }
    free(counts);
    free(firsts);
    free(rows);
}

/* How much of the plane the set covers; known to be about 1.5066. */
static double area(const struct size *size, const int *picture)
{
    size_t count = 0, all = (size_t)size->rows * (size_t)size->columns;

    for (size_t i = 0; i < all; i++)
        count += picture[i] == LIMIT;
    return (right - left) * 2 * top * (double)count / (double)all;
}

/* Whether the lower half is the mirror image of the upper one. */
static bool is_mirrored(const struct size *size, const int *picture)
{
    size_t columns = (size_t)size->columns;

    for (int i = 0; i < size->rows / 2; i++)
        if (memcmp(&picture[(size_t)i * columns],
                   &picture[(size_t)(size->rows - 1 - i) * columns],
                   columns * sizeof(picture[0]))
            != 0)
            return false;
    return true;
}

/* The mean of all points. */
static double checksum(const struct size *size, const int *picture)
{
    size_t all = (size_t)size->rows * (size_t)size->columns;
    int64_t sum = 0;

    for (size_t i = 0; i < all; i++)
        sum += picture[i];
    return (double)sum / (double)all;
}

/* Print what came out.  The area is out by what the cells on the edge of the
 * set hide, and a coarse picture has more of those.  Returns the exit status.
 */
static int report(const struct size *size, const int *picture)
{
    double coarse = 1.0 / size->rows + 1.0 / size->columns;
    double covered = area(size, picture);
    bool fine = is_mirrored(size, picture)
                && fabs(covered - 1.5066) < 0.01 + 5 * coarse;

    printf("farm: %d x %d points, area %.6f\n", size->rows, size->columns,
           covered);
    printf("farm: %s, checksum %.12e\n", fine ? "ok" : "wrong",
           checksum(size, picture));
    return fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct size size = { .rows = 600, .columns = 800 };
    int *picture = NULL;
    int rank, status = 0;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size)) {
        MPI_Finalize();
        return 2;
    }
    mito_register(
        "rows", &bag.rows, &bag.count, MPI_INT,
        &(mito_layout){ .spread = MITO_BAG, .row = 1 + size.columns });
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        picture = resize(NULL, (size_t)size.rows, (size_t)size.columns);
        lead(&size);
    } else {
        work(&size);
    }
    collect(&size, picture);
    if (rank == 0)
        status = report(&size, picture);
    free(picture);
    free(bag.rows);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return status;
}
