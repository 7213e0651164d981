/* jacobi.c - the bending of a loaded sheet, on a grid of processes
 *
 * A sheet of ROWS x COLUMNS cells hangs in a frame that is held in a slope; a
 * load pulls it up and down in spots.  In each step every cell becomes the
 * mean of its four neighbours plus its share of the load.  The ranks form a
 * grid as square as can be, each owns a box of the sheet, and keeps one more
 * cell on each side of it: a copy of its neighbours' (or of the frame).
 *
 * For such a load the answer after each step is known, and the program checks
 * its own.
 *
 * What is printed is the same, to the last digit, for every number of ranks:
 * the cells do not depend on it, the residual is a maximum, and the checksum
 * adds up whole multiples of 2^-30, as integers.
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

enum {
    SPOTS = 3,    /* of the load, along each side */
    MOST = 100000 /* rows, columns and steps */
};

static const double fixed_one = 1073741824.0; /* 2^30 */

struct size {
    int rows;
    int columns;
    int steps;
};

/* The box of the sheet that a rank owns.  Index 0 is for rows and what lies
 * above and below, index 1 for columns and what lies left and right.
 */
struct box {
    MPI_Comm comm;
    int whole[2];  /* rows and columns of the sheet */
    int origin[2]; /* where our first cell is in it, from 0 */
    int extent[2]; /* our rows and columns */
    int before[2]; /* the ranks next to us */
    int after[2];
    MPI_Datatype column; /* of our cells */
    double *now;         /* the box with the cells around it */
    double *next;        /* as many: scratch for the next step */
    double *load;        /* the box alone */
};

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
    int rank;

    if (argc == 1
        || (argc == 4 && parse_number(argv[1], &size->rows)
            && parse_number(argv[2], &size->columns)
            && parse_number(argv[3], &size->steps)))
        return true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr,
                "usage: jacobi [ROWS COLUMNS STEPS]\n"
                "       three numbers from 1 to %d\n",
                MOST);
    return false;
}

static void *allocate(size_t count, size_t each)
{
    void *memory = calloc(count, each);

    if (!memory) {
        fprintf(stderr, "jacobi: no memory for %zu cells\n", count);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

/* Where the cell of our row and column is in memory; ours are from 1 on. */
static size_t cell(const struct box *box, int row, int column)
{
    return (size_t)row * ((size_t)box->extent[1] + 2) + (size_t)column;
}

/* Where it is in the load, which has ours only. */
static size_t load_cell(const struct box *box, int row, int column)
{
    return (size_t)(row - 1) * (size_t)box->extent[1] + (size_t)(column - 1);
}

/* The sheet without load. */
static double slope(const struct box *box, int row, int column)
{
    double y = (double)(box->origin[0] + row) / (box->whole[0] + 1);
    double x = (double)(box->origin[1] + column) / (box->whole[1] + 1);

    return 1 + x + 2 * y;
}

/* What the load adds to it in the end: spots between -1 and 1. */
static double spots(const struct box *box, int row, int column)
{
    const double pi = acos(-1.0);
    double y = (double)(box->origin[0] + row) / (box->whole[0] + 1);
    double x = (double)(box->origin[1] + column) / (box->whole[1] + 1);

    return sin(SPOTS * pi * x) * sin(SPOTS * pi * y);
}

/* The part of the way to the end that is left after each step. */
static double fading(const struct size *size)
{
    const double pi = acos(-1.0);

    return (cos(SPOTS * pi / (size->rows + 1))
            + cos(SPOTS * pi / (size->columns + 1)))
           / 2;
}

/* Divide the sheet among a grid of ranks.  Returns false, and rank 0 says why,
 * when there are too few cells for them.
 */
static bool box_divide(struct box *box, const struct size *size)
{
    int rank, ranks, place[2], grid[2] = { 0, 0 }, periodic[2] = { 0, 0 };

    box->whole[0] = size->rows;
    box->whole[1] = size->columns;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, grid);
    MPI_Cart_create(MPI_COMM_WORLD, 2, grid, periodic, 0, &box->comm);
    MPI_Comm_rank(box->comm, &rank);
    MPI_Cart_coords(box->comm, rank, 2, place);
    for (int d = 0; d < 2; d++) {
        int each = box->whole[d] / grid[d], rest = box->whole[d] % grid[d];

        MPI_Cart_shift(box->comm, d, 1, &box->before[d], &box->after[d]);
        box->extent[d] = each + (place[d] < rest);
        box->origin[d] = place[d] * each + (place[d] < rest ? place[d] : rest);
    }
    if (grid[0] <= size->rows && grid[1] <= size->columns)
        return true;
    if (rank == 0)
        fprintf(stderr,
                "jacobi: %d x %d cells are too few for %d x %d ranks\n",
                size->rows, size->columns, grid[0], grid[1]);
    MPI_Comm_free(&box->comm);
    return false;
}

/* Take a box and fill it with the sheet without load, and the load. */
static bool box_create(struct box *box, const struct size *size)
{
    double share = 1 - fading(size);
    size_t cells;

    if (!box_divide(box, size))
        return false;
    cells = ((size_t)box->extent[0] + 2) * ((size_t)box->extent[1] + 2);
    box->now = allocate(cells, sizeof(double));
    box->next = allocate(cells, sizeof(double));
    box->load = allocate((size_t)box->extent[0] * (size_t)box->extent[1],
                         sizeof(double));
    for (int i = 0; i <= box->extent[0] + 1; i++)
        for (int j = 0; j <= box->extent[1] + 1; j++)
            box->now[cell(box, i, j)] = box->next[cell(box, i, j)] =
                slope(box, i, j);
    for (int i = 1; i <= box->extent[0]; i++)
        for (int j = 1; j <= box->extent[1]; j++)
            box->load[load_cell(box, i, j)] = share * spots(box, i, j);
    MPI_Type_vector(box->extent[0], 1, box->extent[1] + 2, MPI_DOUBLE,
                    &box->column);
    MPI_Type_commit(&box->column);
    return true;
}

static void box_destroy(struct box *box)
{
    MPI_Type_free(&box->column);
    MPI_Comm_free(&box->comm);
    free(box->now);
    free(box->next);
    free(box->load);
}

/* Send the cells at 'mine' to rank 'to' and take those for 'theirs'. */
static void pass(const struct box *box,
                 int count,
                 MPI_Datatype type,
                 size_t mine,
                 int to,
                 size_t theirs,
                 int from)
{
    MPI_Sendrecv(&box->now[mine], count, type, to, 0, &box->now[theirs], count,
                 type, from, 0, box->comm, MPI_STATUS_IGNORE);
}

/* Give the neighbours our outermost cells and take theirs. */
static void exchange(const struct box *box)
{
    int rows = box->extent[0], columns = box->extent[1];

    pass(box, columns, MPI_DOUBLE, cell(box, 1, 1), box->before[0],
         cell(box, rows + 1, 1), box->after[0]);
    pass(box, columns, MPI_DOUBLE, cell(box, rows, 1), box->after[0],
         cell(box, 0, 1), box->before[0]);
    pass(box, 1, box->column, cell(box, 1, 1), box->before[1],
         cell(box, 1, columns + 1), box->after[1]);
    pass(box, 1, box->column, cell(box, 1, columns), box->after[1],
         cell(box, 1, 0), box->before[1]);
}

/* Go one step on.  Returns the largest change of a cell of ours. */
static double relax(struct box *box)
{
    double *now = box->now, *next = box->next;
    double largest = 0;
    size_t row = cell(box, 1, 0);

    for (int i = 1; i <= box->extent[0]; i++)
        for (int j = 1; j <= box->extent[1]; j++) {
            size_t at = cell(box, i, j);
            double mean = 0.25
                          * ((now[at - row] + now[at + row])
                             + (now[at - 1] + now[at + 1]));

            next[at] = mean + box->load[load_cell(box, i, j)];
            largest = fmax(largest, fabs(next[at] - now[at]));
        }
    box->now = next;
    box->next = now;
    return largest;
}

/* How far the sheet is from what it should be after all the steps. */
static double worst_error(const struct box *box, const struct size *size)
{
    double way = 1 - pow(fading(size), size->steps);
    double mine = 0, worst;

    for (int i = 1; i <= box->extent[0]; i++)
        for (int j = 1; j <= box->extent[1]; j++) {
            double expected = slope(box, i, j) + way * spots(box, i, j);

            mine = fmax(mine, fabs(box->now[cell(box, i, j)] - expected));
        }
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, box->comm);
    return worst;
}

/* The sum of the squares of all cells. */
static double checksum(const struct box *box)
{
    int64_t mine = 0, sum;

    for (int i = 1; i <= box->extent[0]; i++)
        for (int j = 1; j <= box->extent[1]; j++) {
            double value = box->now[cell(box, i, j)];

            mine += (int64_t)(value * value * fixed_one);
        }
    MPI_Allreduce(&mine, &sum, 1, MPI_INT64_T, MPI_SUM, box->comm);
    return (double)sum / fixed_one;
}

/* Print what came out.  Returns the exit status. */
static int report(const struct box *box,
                  const struct size *size,
                  double residual)
{
    bool right = worst_error(box, size) < 1e-9;
    double sum = checksum(box);
    int rank;

    MPI_Comm_rank(box->comm, &rank);
    if (rank == 0) {
        printf("jacobi: %d x %d cells, %d steps, residual %.6e\n", size->rows,
               size->columns, size->steps, residual);
        printf("jacobi: %s, checksum %.12e\n", right ? "ok" : "wrong", sum);
    }
    return right ? 0 : 1;
}

/* ---- to be malleable ---- */

/* All that the steps go on from.  'next' is scratch: the start-up of every
 * process makes it as large as its box, with the frame around.
 */
static void register_state(struct box *box, int *step)
{
    mito_layout sheet = { .spread = MITO_GRID, .dimensions = 2, .halo = 1 };
    mito_layout load;

    for (int d = 0; d < 2; d++) {
        sheet.shape[d] = (size_t)box->whole[d];
        sheet.origin[d] = (size_t)box->origin[d];
        sheet.extent[d] = (size_t)box->extent[d];
    }
    load = sheet;
    load.halo = 0;
    load.constant = true;
    mito_register("step", step, NULL, MPI_INT, NULL);
    mito_register("sheet", &box->now, NULL, MPI_DOUBLE, &sheet);
    mito_register("load", &box->load, NULL, MPI_DOUBLE, &load);
}

/* ---- the program ---- */

int main(int argc, char **argv)
{
    struct size size = { .rows = 1000, .columns = 1000, .steps = 200 };
    struct box box;
    double residual = 0;
    int status, step;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size) || !box_create(&box, &size)) {
        MPI_Finalize();
        return 2;
    }
    register_state(&box, &step);
    for (step = 0; step < size.steps; step++) {
        double change;

        mito_sync();
        exchange(&box);
        change = relax(&box);
        MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_MAX, box.comm);
    }
    status = report(&box, &size, residual);
    box_destroy(&box);
    MPI_Finalize();
    return status;
}
