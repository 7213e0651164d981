/* heat.c - heat spreading over a plate, by Jacobi iteration
 *
 * The plate is a grid of ROWS x COLUMNS cells inside a frame that is held at
 * a fixed temperature.  In each step every cell becomes the mean of its four
 * neighbours.  The rows are spread in blocks, in the order of the ranks; each
 * rank keeps one more row above and one below its own, a copy of its
 * neighbours' (or of the frame), and refreshes them in each step.
 *
 * The plate starts with a pattern of warm and cold spots on top of an even
 * slope.  Such a pattern keeps its shape and fades by the same factor in each
 * step, so the right answer is known and the program checks its own.
 *
 * What is printed is the same, to the last digit, for every number of ranks:
 * the cells do not depend on it, the residual (the largest change of a cell
 * in the last step) is a maximum, and the checksum (the sum of the squares of
 * all cells) adds up the rows' sums in the order of the rows.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPOTS = 7 }; /* warm and cold spots along each side */

struct size {
    int rows;
    int columns;
    int steps;
};

/* The part of the plate that a rank holds: 'rows' rows, one more on each
 * side, and one more column on each side.
 */
struct plate {
    int rows;
    int columns;
    double *cells; /* (rows + 2) * (columns + 2) */
    double *lines; /* scratch: two rows as they were before a step */
    int above;     /* the ranks that hold the rows next to ours */
    int below;
};

static bool parse_number(const char *text, int *number)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < 1 || value > INT_MAX - 2)
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
    if ((argc != 1 && argc != 4)
        || (argc == 4
            && (!parse_number(argv[1], &size->rows)
                || !parse_number(argv[2], &size->columns)
                || !parse_number(argv[3], &size->steps)))) {
        if (rank == 0)
            fprintf(stderr, "usage: heat [ROWS COLUMNS STEPS]\n"
                            "       three numbers, each at least 1\n");
        return false;
    }
    if (ranks > size->rows) {
        if (rank == 0)
            fprintf(stderr,
                    "heat: %d rows are too few for %d ranks: "
                    "each needs at least one\n",
                    size->rows, ranks);
        return false;
    }
    return true;
}

static void *allocate(size_t count, size_t each)
{
    void *memory = calloc(count, each);

    if (!memory) {
        fprintf(stderr, "heat: no memory for %zu cells\n", count);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

static size_t cell(const struct plate *plate, int row, int column)
{
    return (size_t)row * ((size_t)plate->columns + 2) + (size_t)column;
}

/* What never changes: each cell is the mean of its neighbours already. */
static double slope(double x, double y)
{
    return 1 + x + 2 * y;
}

/* The spots, between -1 and 1, and 0 at the frame. */
static double spots(double x, double y)
{
    const double pi = acos(-1.0);

    return sin(SPOTS * pi * x) * sin(SPOTS * pi * y);
}

/* What is left of the spots after each step. */
static double fading(const struct size *size)
{
    const double pi = acos(-1.0);

    return (cos(SPOTS * pi / (size->rows + 1))
            + cos(SPOTS * pi / (size->columns + 1)))
           / 2;
}

/* The number of our first row in the whole plate, from 1. */
static int first_row(const struct plate *plate)
{
    int last;

    MPI_Scan(&plate->rows, &last, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return last - plate->rows + 1;
}

/* Take a block of the rows and fill it with the initial temperatures. */
static void plate_create(struct plate *plate, const struct size *size)
{
    int rank, ranks, first;
    size_t row;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    plate->rows = size->rows / ranks + (rank < size->rows % ranks);
    plate->columns = size->columns;
    plate->above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    plate->below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;

    row = (size_t)plate->columns + 2;
    plate->cells = allocate((size_t)plate->rows + 2, row * sizeof(double));
    plate->lines = allocate(2, row * sizeof(double));
    first = first_row(plate);
    for (int i = 0; i <= plate->rows + 1; i++)
        for (int j = 0; j <= plate->columns + 1; j++) {
            double y = (double)(first + i - 1) / (size->rows + 1);
            double x = (double)j / (size->columns + 1);

            plate->cells[cell(plate, i, j)] = slope(x, y) + spots(x, y);
        }
}

static void plate_destroy(struct plate *plate)
{
    free(plate->cells);
    free(plate->lines);
}

/* Give the neighbours our outermost rows and take theirs. */
static void exchange(const struct plate *plate)
{
    int count = plate->columns + 2;
    double *cells = plate->cells;
    MPI_Request requests[4];
    MPI_Status statuses[4];

    MPI_Irecv(&cells[cell(plate, 0, 0)], count, MPI_DOUBLE, plate->above, 0,
              MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&cells[cell(plate, plate->rows + 1, 0)], count, MPI_DOUBLE,
              plate->below, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&cells[cell(plate, 1, 0)], count, MPI_DOUBLE, plate->above, 1,
              MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&cells[cell(plate, plate->rows, 0)], count, MPI_DOUBLE,
              plate->below, 0, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, statuses);
}

/* Go one step on, row by row.  'above' and 'here' are what the row above and
 * this one were before.  Returns the largest change of a cell of ours.
 */
static double relax(struct plate *plate)
{
    size_t row = (size_t)plate->columns + 2;
    double *above = plate->lines, *here = plate->lines + row;
    double largest = 0;

    memcpy(above, plate->cells, row * sizeof(above[0]));
    for (int i = 1; i <= plate->rows; i++) {
        double *now = &plate->cells[cell(plate, i, 0)], *spare = above;

        memcpy(here, now, row * sizeof(here[0]));
        for (int j = 1; j <= plate->columns; j++) {
            double mean = 0.25
                          * ((above[j] + now[row + (size_t)j])
                             + (here[j - 1] + here[j + 1]));
            double change = fabs(mean - here[j]);

            now[j] = mean;
            largest = change > largest ? change : largest;
        }
        above = here;
        here = spare;
    }
    return largest;
}

/* How far the plate is from what it should be after all the steps. */
static double worst_error(const struct plate *plate, const struct size *size)
{
    double left = pow(fading(size), size->steps);
    double mine = 0, worst;
    int first = first_row(plate);

    for (int i = 1; i <= plate->rows; i++)
        for (int j = 1; j <= plate->columns; j++) {
            double y = (double)(first + i - 1) / (size->rows + 1);
            double x = (double)j / (size->columns + 1);
            double expected = slope(x, y) + left * spots(x, y);

            mine =
                fmax(mine, fabs(plate->cells[cell(plate, i, j)] - expected));
        }
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

static double square(double value)
{
    return value * value;
}

/* The sum of the squares of all cells, on rank 0. */
static double checksum(const struct plate *plate, const struct size *size)
{
    double *mine = allocate((size_t)plate->rows, sizeof(double));
    double *all = NULL, sum = 0;
    int *counts = NULL, *starts = NULL;
    int rank, ranks;

    for (int i = 0; i < plate->rows; i++)
        for (int j = 1; j <= plate->columns; j++)
            mine[i] += square(plate->cells[cell(plate, i + 1, j)]);

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        all = allocate((size_t)size->rows, sizeof(double));
        counts = allocate((size_t)ranks, sizeof(int));
        starts = allocate((size_t)ranks, sizeof(int));
    }
    MPI_Gather(&plate->rows, 1, MPI_INT, counts, 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    for (int r = 1; rank == 0 && r < ranks; r++)
        starts[r] = starts[r - 1] + counts[r - 1];
    MPI_Gatherv(mine, plate->rows, MPI_DOUBLE, all, counts, starts, MPI_DOUBLE,
                0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size->rows; i++)
        sum += all[i];

    free(mine);
    free(all);
    free(counts);
    free(starts);
    return sum;
}

/* Print what came out.  Returns the exit status. */
static int report(const struct plate *plate,
                  const struct size *size,
                  double residual)
{
    double error = worst_error(plate, size);
    double sum = checksum(plate, size);
    bool right = error < 1e-9;
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("heat: %d x %d cells, %d steps, residual %.6e\n", size->rows,
               size->columns, size->steps, residual);
        printf("heat: %s, checksum %.12e\n", right ? "ok" : "wrong", sum);
    }
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct size size = { .rows = 2000, .columns = 2000, .steps = 400 };
    struct plate plate;
    double residual = 0;
    int status, step;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size)) {
        MPI_Finalize();
        return 2;
    }
    plate_create(&plate, &size);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("cells", &plate.cells, &plate.rows, MPI_DOUBLE,
                  &(mito_layout){ .row = size.columns + 2, .halo = 1 });
    for (step = 0; step < size.steps; step++) {
        double change;

        mito_sync();
        exchange(&plate);
        change = relax(&plate);
        MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_MAX,
                      MPI_COMM_WORLD);
    }
    status = report(&plate, &size, residual);
    plate_destroy(&plate);
    MPI_Finalize();
    return status;
}
