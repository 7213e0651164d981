/* lu.c - a system of linear equations, by Gauss with pivots
 *
 * A matrix of N x N random numbers is taken apart into a lower and an upper
 * triangle, in place, block of BLOCK columns by block.  The columns are dealt
 * out to the ranks block-cyclically, so that all have work to the end although
 * the part that is not done yet shrinks.  The rank that holds the next block
 * eliminates in it, choosing pivots, and sends it to all; each applies it to
 * the columns behind it that it holds.  Then the system is solved, and put
 * into the equations once more.
 *
 * With "ahead" the rank that holds the block after that one brings it up to
 * date first, eliminates there and begins to send it, so that no one has to
 * wait for it in the next step.
 *
 * What is done to a column does not depend on who holds it, so what is printed
 * is the same, to the last digit, for every number of ranks.
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

enum { MOST = 20000 };

struct size {
    int n;
    int block;
    bool ahead;
};

/* The columns that a rank holds, of n numbers each.  All else is the same in
 * all ranks.
 */
struct matrix {
    int n;
    int block;
    int rank;
    int ranks;
    int held;        /* how many of the columns */
    double *columns; /* and those */
    int *pivots;     /* the row that each row was swapped with in its turn */
    int eliminated;  /* in so many blocks */
    double *panel;   /* scratch: a block of columns, sent to all */
    double *next;    /* scratch: the one after it, on its way */
    int in_panel;    /* which block that is, -1 for none */
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

    size->ahead = argc == 4 && strcmp(argv[3], "ahead") == 0;
    if (argc == 1
        || ((argc == 3 || size->ahead) && parse_number(argv[1], &size->n)
            && parse_number(argv[2], &size->block)))
        return true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr,
                "usage: lu [N BLOCK [ahead]]\n"
                "       two numbers from 1 to %d\n",
                MOST);
    return false;
}

/* A rank may hold no column. */
static void *allocate(size_t count, size_t each)
{
    void *memory = calloc(count > 0 ? count : 1, each);

    if (!memory) {
        fprintf(stderr, "lu: no memory for %zu numbers\n", count);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

/* What the matrix holds in a place, and in column n the right-hand side:
 * a random number from -1 to 1 (splitmix64).
 */
static double entry(int row, int column)
{
    uint64_t z = ((uint64_t)row << 32) + (uint64_t)column;

    z = (z + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(z >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

/* Which column of the whole matrix is the one that we hold at 'at'? */
static int column_of(const struct matrix *m, int at)
{
    return (at / m->block * m->ranks + m->rank) * m->block + at % m->block;
}

/* How many columns does 'rank' hold of the first 'columns'? */
static int held_of(const struct matrix *m, int columns)
{
    int blocks = columns / m->block, last = blocks % m->ranks;
    int held = blocks / m->ranks * m->block;

    if (m->rank < last)
        return held + m->block;
    return m->rank == last ? held + columns % m->block : held;
}

static double *held_column(const struct matrix *m, int at)
{
    return &m->columns[(size_t)at * (size_t)m->n];
}

static double *panel_column(const struct matrix *m, int at)
{
    return &m->panel[(size_t)at * (size_t)m->n];
}

static void matrix_create(struct matrix *m, const struct size *size)
{
    size_t n = (size_t)size->n;

    m->n = size->n;
    m->block = size->block;
    MPI_Comm_rank(MPI_COMM_WORLD, &m->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m->ranks);
    m->held = held_of(m, m->n);
    m->columns = allocate((size_t)m->held, n * sizeof(double));
    m->panel = allocate((size_t)m->block, n * sizeof(double));
    m->next = allocate((size_t)m->block, n * sizeof(double));
    m->in_panel = -1;
    m->eliminated = 0;
    m->pivots = allocate(n, sizeof(int));
    for (int at = 0; at < m->held; at++)
        for (int i = 0; i < m->n; i++)
            held_column(m, at)[i] = entry(i, column_of(m, at));
}

static void matrix_destroy(struct matrix *m)
{
    free(m->columns);
    free(m->panel);
    free(m->next);
    free(m->pivots);
}

static void swap(double *column, int i, int j)
{
    double value = column[i];

    column[i] = column[j];
    column[j] = value;
}

/* Take from 'column', below row k, what column k of the lower triangle says.
 */
static void eliminate(const struct matrix *m,
                      const double *lower,
                      int k,
                      double *column)
{
    double factor = column[k];

    for (int i = k + 1; i < m->n; i++)
        column[i] -= lower[i] * factor;
}

static int largest_below(const struct matrix *m, const double *column, int k)
{
    int largest = k;

    for (int i = k + 1; i < m->n; i++)
        if (fabs(column[i]) > fabs(column[largest]))
            largest = i;
    return largest;
}

/* The end of block 'step', which may be the last and narrow. */
static int block_end(const struct matrix *m, int step)
{
    int end = (step + 1) * m->block;

    return end < m->n ? end : m->n;
}

static bool holds(const struct matrix *m, int step)
{
    return m->rank == step % m->ranks;
}

/* Eliminate in block 'step', which we hold. */
static void eliminate_block(struct matrix *m, int step)
{
    int from = step * m->block, to = block_end(m, step);
    int at = step / m->ranks * m->block - from; /* of column 0 */

    for (int k = from; k < to; k++) {
        double *lower = held_column(m, at + k);

        m->pivots[k] = largest_below(m, lower, k);
        for (int j = from; j < to; j++)
            swap(held_column(m, at + j), k, m->pivots[k]);
        for (int i = k + 1; i < m->n; i++)
            lower[i] /= lower[k];
        for (int j = k + 1; j < to; j++)
            eliminate(m, lower, k, held_column(m, at + j));
    }
}

/* Bring block 'step' of the matrix, and its pivots, to 'panel' of all; with
 * 'requests' only begin to.
 */
static void share_block(struct matrix *m,
                        int step,
                        double *panel,
                        MPI_Request requests[2])
{
    int from = step * m->block, width = block_end(m, step) - from;
    int *pivots = &m->pivots[from], owner = step % m->ranks;

    if (holds(m, step))
        memcpy(panel, held_column(m, step / m->ranks * m->block),
               (size_t)width * (size_t)m->n * sizeof(double));
    if (requests) {
        MPI_Ibcast(panel, width * m->n, MPI_DOUBLE, owner, MPI_COMM_WORLD,
                   &requests[0]);
        MPI_Ibcast(pivots, width, MPI_INT, owner, MPI_COMM_WORLD,
                   &requests[1]);
    } else {
        MPI_Bcast(panel, width * m->n, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        MPI_Bcast(pivots, width, MPI_INT, owner, MPI_COMM_WORLD);
    }
}

/* Apply block 'step', which is in the panel, to the columns that we hold of
 * block 'only', or of all others but 'but' where that is -1: rows are swapped
 * everywhere, the columns behind it change.
 */
static void apply(struct matrix *m, int step, int only, int but)
{
    int from = step * m->block, to = block_end(m, step);

    for (int at = 0; at < m->held; at++) {
        int column = column_of(m, at), block = column / m->block;

        if (block == step || block == but || (only >= 0 && block != only))
            continue;
        for (int k = from; k < to; k++)
            swap(held_column(m, at), k, m->pivots[k]);
        for (int k = from; block > step && k < to; k++)
            eliminate(m, panel_column(m, k - from), k, held_column(m, at));
    }
}

/* Eliminate in one block of columns, and apply that to all others. */
static void advance(struct matrix *m, int step)
{
    if (holds(m, step))
        eliminate_block(m, step);
    share_block(m, step, m->panel, NULL);
    apply(m, step, -1, -1);
}

/* The same, and have the next block in the panel when that is done.  After a
 * change nothing is there yet.
 */
static void advance_ahead(struct matrix *m, int step)
{
    MPI_Request requests[2];
    double *panel = m->panel;
    int next = step + 1;

    if (m->eliminated == step && holds(m, step))
        eliminate_block(m, step);
    if (m->in_panel != step)
        share_block(m, step, m->panel, NULL);
    if (block_end(m, step) == m->n) {
        apply(m, step, -1, -1);
        return;
    }
    if (holds(m, next)) {
        apply(m, step, next, -1);
        eliminate_block(m, next);
    }
    share_block(m, next, m->next, requests);
    apply(m, step, -1, next);
    for (int i = 0; i < 2; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    m->panel = m->next;
    m->next = panel;
    m->in_panel = next;
    m->eliminated = next + 1;
}

/* Solve the equations: first the lower triangle, then the upper. */
static void solve(struct matrix *m, double *x)
{
    int steps = (m->n + m->block - 1) / m->block;

    for (int i = 0; i < m->n; i++)
        x[i] = entry(i, m->n);
    for (int i = 0; i < m->n; i++)
        swap(x, i, m->pivots[i]);
    for (int step = 0; step < steps; step++) {
        int from = step * m->block, to = block_end(m, step);

        share_block(m, step, m->panel, NULL);
        for (int k = from; k < to; k++)
            eliminate(m, panel_column(m, k - from), k, x);
    }
    for (int step = steps - 1; step >= 0; step--) {
        int from = step * m->block, to = block_end(m, step);

        share_block(m, step, m->panel, NULL);
        for (int k = to - 1; k >= from; k--) {
            const double *upper = panel_column(m, k - from);

            x[k] /= upper[k];
            for (int i = 0; i < k; i++)
                x[i] -= upper[i] * x[k];
        }
    }
}

/* By how much the worst equation is wrong; each rank looks at some. */
static double worst_error(const struct matrix *m, const double *x)
{
    double mine = 0, worst;

    for (int i = m->rank; i < m->n; i += m->ranks) {
        double sum = -entry(i, m->n);

        for (int j = 0; j < m->n; j++)
            sum += entry(i, j) * x[j];
        mine = fmax(mine, fabs(sum));
    }
    MPI_Allreduce(&mine, &worst, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/* Print what came out.  Returns the exit status. */
static int report(struct matrix *m)
{
    double *x = allocate((size_t)m->n, sizeof(x[0]));
    double residual, sum = 0;
    bool right;

    solve(m, x);
    residual = worst_error(m, x);
    right = residual < 1e-8;
    for (int i = 0; i < m->n; i++)
        sum += x[i];
    if (m->rank == 0) {
        printf("lu: %d equations, blocks of %d, residual %.6e\n", m->n,
               m->block, residual);
        printf("lu: %s, checksum %.12e\n", right ? "ok" : "wrong", sum);
    }
    free(x);
    return right ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct size size = { .n = 1000, .block = 16 };
    struct matrix matrix;
    int status, step;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size)) {
        MPI_Finalize();
        return 2;
    }
    matrix_create(&matrix, &size);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("eliminated", &matrix.eliminated, NULL, MPI_INT, NULL);
    mito_register("columns", &matrix.columns, &matrix.held, MPI_DOUBLE,
                  &(mito_layout){ .spread = MITO_BLOCK_CYCLIC,
                                  .row = size.n,
                                  .block = size.block });
    mito_register("pivots", matrix.pivots, NULL, MPI_INT,
                  &(mito_layout){ .row = size.n });
    for (step = 0; step * size.block < size.n; step++) {
        mito_sync();
        if (size.ahead)
            advance_ahead(&matrix, step);
        else
            advance(&matrix, step);
    }
    status = report(&matrix);
    matrix_destroy(&matrix);
    MPI_Finalize();
    return status;
}
