/* cg.c - the lowest energy of an oscillator, by conjugate gradients
 *
 * A quantum particle on a spring in three dimensions has the lowest energy
 * 3/2.  The program finds it as the lowest eigenvalue of a sparse matrix A, on
 * a grid of SIDE x SIDE x SIDE points: ITERATIONS times it solves A z = x, by
 * a fixed number of steps of conjugate gradients, and takes z, scaled to
 * length one, as the next x.  What is wrong with x halves each time, or
 * better.  The matrix is kept row by row with nothing but its non-zero entries
 * (CSR), and nothing but the function that fills it knows of the grid.
 *
 * The rows and all vectors are spread in blocks, in the order of the ranks.
 * Before a product with the matrix the vector is gathered on all ranks
 * (MPI_Allgatherv); a scalar product adds up the ranks' shares
 * (MPI_Allreduce).
 *
 * How the shares are added up depends on the number of ranks, and so do the
 * last few of a number's sixteen digits.  The ten that are printed do not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <errno.h>
#include <math.h>
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 16,       /* of conjugate gradients for one solution */
    LEAST_SIDE = 8,   /* fewer points cannot show a cloud */
    MOST_SIDE = 1000, /* so that an int can number the points */
    MOST_ITERATIONS = 1000000,
};

static const double box = 12; /* the length of the grid's sides */

struct size {
    int side;
    int iterations;
};

/* A block of rows of a square matrix: those from 'first' on.  The entries of
 * row i of the block are those from starts[i] up to starts[i + 1].
 */
struct matrix {
    int rows;
    int first;
    int all_rows;
    size_t *starts;
    int *columns;
    double *values;
    int *counts; /* the rows of each rank and the first of them */
    int *firsts;
    double *whole; /* the vector that is multiplied, from all ranks */
};

/* Vectors of as many numbers as the block has rows. */
struct vectors {
    double *x; /* the answer so far */
    double *z; /* the rest is scratch */
    double *r;
    double *p;
    double *q;
};

static bool parse_number(const char *text, int least, int most, int *number)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < least || value > most)
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
            && (!parse_number(argv[1], LEAST_SIDE, MOST_SIDE, &size->side)
                || !parse_number(argv[2], 1, MOST_ITERATIONS,
                                 &size->iterations)))) {
        if (rank == 0)
            fprintf(stderr,
                    "usage: cg [SIDE ITERATIONS]\n"
                    "       SIDE from %d to %d, ITERATIONS from 1 to %d\n",
                    LEAST_SIDE, MOST_SIDE, MOST_ITERATIONS);
        return false;
    }
    if (ranks > size->side * size->side * size->side) {
        if (rank == 0)
            fprintf(stderr,
                    "cg: a grid of side %d has too few points for %d ranks: "
                    "each needs at least one\n",
                    size->side, ranks);
        return false;
    }
    return true;
}

static void *allocate(size_t count, size_t each)
{
    void *memory = calloc(count, each);

    if (!memory) {
        fprintf(stderr, "cg: no memory for %zu numbers\n", count);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

static double spacing(const struct size *size)
{
    return box / (size->side + 1);
}

/* Where the point 'at' is in the box, whose middle is at 0. */
static void place(const struct size *size, int at, double where[3])
{
    for (int d = 0; d < 3; d++) {
        where[d] = (at % size->side + 1) * spacing(size) - box / 2;
        at /= size->side;
    }
}

static double square(double value)
{
    return value * value;
}

static void add_entry(struct matrix *a, int row, int column, double value)
{
    size_t at = a->starts[row + 1]++;

    a->columns[at] = column;
    a->values[at] = value;
}

/* The kinetic energy between two points of a line along the grid, 'apart'
 * steps of the length h from each other: the one that is exact for waves no
 * shorter than 2 h (Colbert and Miller, J. Chem. Phys. 96, 1982 (1992)).
 */
static double kinetic(int apart, double h)
{
    const double pi = acos(-1.0);

    if (apart == 0)
        return pi * pi / (6 * h * h);
    return (apart % 2 == 0 ? 1 : -1) / square(apart * h);
}

/* Fill row 'row' of the block: the kinetic energy joins a point to those on
 * the three lines through it, the spring's energy grows with the distance from
 * the middle.
 */
static void fill_row(struct matrix *a, const struct size *size, int row)
{
    int at = a->first + row;
    double h = spacing(size), where[3];
    int stride = 1;

    place(size, at, where);
    a->starts[row + 1] = a->starts[row];
    add_entry(a, row, at,
              3 * kinetic(0, h)
                  + (square(where[0]) + square(where[1]) + square(where[2]))
                        / 2);
    for (int d = 0; d < 3; d++) {
        int here = at / stride % size->side;

        for (int other = 0; other < size->side; other++)
            if (other != here)
                add_entry(a, row, at + (other - here) * stride,
                          kinetic(other - here, h));
        stride *= size->side;
    }
}

/* Ask all ranks how many rows they have. */
static void share_counts(struct matrix *a)
{
    int rank, ranks;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Allgather(&a->rows, 1, MPI_INT, a->counts, 1, MPI_INT, MPI_COMM_WORLD);
    a->firsts[0] = 0;
    for (int r = 1; r < ranks; r++)
        a->firsts[r] = a->firsts[r - 1] + a->counts[r - 1];
    a->first = a->firsts[rank];
}

static void matrix_create(struct matrix *a, const struct size *size)
{
    int rank, ranks;
    size_t most;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    a->all_rows = size->side * size->side * size->side;
    a->counts = allocate((size_t)ranks, sizeof(int));
    a->firsts = allocate((size_t)ranks, sizeof(int));
    a->rows = a->all_rows / ranks + (rank < a->all_rows % ranks);
    share_counts(a);

    most = (size_t)a->rows * (3 * (size_t)size->side - 2);
    a->starts = allocate((size_t)a->rows + 1, sizeof(a->starts[0]));
    a->columns = allocate(most, sizeof(a->columns[0]));
    a->values = allocate(most, sizeof(a->values[0]));
    a->whole = allocate((size_t)a->all_rows, sizeof(a->whole[0]));
    for (int i = 0; i < a->rows; i++)
        fill_row(a, size, i);
}

static void matrix_destroy(struct matrix *a)
{
    free(a->starts);
    free(a->columns);
    free(a->values);
    free(a->counts);
    free(a->firsts);
    free(a->whole);
}

static void vectors_create(struct vectors *v, const struct matrix *a)
{
    size_t rows = (size_t)a->rows;

    v->x = allocate(rows, sizeof(v->x[0]));
    v->z = allocate(rows, sizeof(v->z[0]));
    v->r = allocate(rows, sizeof(v->r[0]));
    v->p = allocate(rows, sizeof(v->p[0]));
    v->q = allocate(rows, sizeof(v->q[0]));
}

static void vectors_destroy(struct vectors *v)
{
    free(v->x);
    free(v->z);
    free(v->r);
    free(v->p);
    free(v->q);
}

/* y = A x */
static void multiply(const struct matrix *a, const double *x, double *y)
{
    MPI_Allgatherv(x, a->rows, MPI_DOUBLE, a->whole, a->counts, a->firsts,
                   MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < a->rows; i++) {
        double sum = 0;

        for (size_t at = a->starts[i]; at < a->starts[i + 1]; at++)
            sum += a->values[at] * a->whole[a->columns[at]];
        y[i] = sum;
    }
}

static double dot(const struct matrix *a, const double *x, const double *y)
{
    double mine = 0, sum;

    for (int i = 0; i < a->rows; i++)
        mine += x[i] * y[i];
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* x = factor x + y */
static void scale_add(const struct matrix *a,
                      double *x,
                      double factor,
                      const double *y)
{
    for (int i = 0; i < a->rows; i++)
        x[i] = factor * x[i] + y[i];
}

/* y = y + factor x */
static void add_scaled(const struct matrix *a,
                       double *y,
                       double factor,
                       const double *x)
{
    for (int i = 0; i < a->rows; i++)
        y[i] += factor * x[i];
}

/* Solve A z = x, from the guess that 'z' holds.  'r' is what is missing, 'p'
 * the direction to go, 'q' is A p.
 */
static void solve(const struct matrix *a, const struct vectors *v)
{
    double *z = v->z, *r = v->r, *p = v->p, *q = v->q;
    double missing, before;

    multiply(a, z, r);
    scale_add(a, r, -1, v->x);
    memcpy(p, r, (size_t)a->rows * sizeof(p[0]));
    missing = dot(a, r, r);
    for (int step = 0; step < STEPS && missing > 0; step++) {
        double length;

        multiply(a, p, q);
        length = missing / dot(a, p, q);
        add_scaled(a, z, length, p);
        add_scaled(a, r, -length, q);
        before = missing;
        missing = dot(a, r, r);
        scale_add(a, p, missing / before, r);
    }
}

/* Make 'x' a vector of the length one. */
static void normalise(const struct matrix *a, double *x)
{
    double length = sqrt(dot(a, x, x));

    for (int i = 0; i < a->rows; i++)
        x[i] /= length;
}

/* The first guess: a cloud that is too wide and not in the middle. */
static void guess(const struct matrix *a, const struct size *size, double *x)
{
    for (int i = 0; i < a->rows; i++) {
        double where[3];

        place(size, a->first + i, where);
        x[i] = exp(-(square(where[0] - 0.2) + square(where[1] - 0.3)
                     + square(where[2] - 0.4))
                   / 4);
    }
    normalise(a, x);
}

/* Print what came out.  Some eigenvalue of A is no farther from the energy of
 * 'x' than A x is from energy x: that is the residual, which must have shrunk
 * as it should.  The grid itself is wrong by the part of the cloud that has
 * waves too short for it.  Returns the exit status.
 */
static int report(const struct matrix *a,
                  const struct size *size,
                  const double *x,
                  double *scratch)
{
    const double pi = acos(-1.0);
    double grid_error = 100 * exp(-square(pi / spacing(size)));
    double energy, residual;
    bool right;
    int rank;

    multiply(a, x, scratch);
    energy = dot(a, x, scratch);
    add_scaled(a, scratch, -energy, x);
    residual = sqrt(dot(a, scratch, scratch));
    right = residual < 2 * pow(0.6, size->iterations) + 1e-9
            && fabs(energy - 1.5) < residual + grid_error + 1e-9;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        printf("cg: %d points, %d iterations of %d steps\n", a->all_rows,
               size->iterations, STEPS);
        printf("cg: %s, checksum %.9e\n", right ? "ok" : "wrong", energy);
    }
    return right ? 0 : 1;
}

/* Let x become A^-1 x, of the length one.  'energy' is the guess and then the
 * better one.
 */
static void improve(const struct matrix *a,
                    const struct vectors *v,
                    double *energy)
{
    for (int i = 0; i < a->rows; i++)
        v->z[i] = v->x[i] / *energy;
    solve(a, v);
    *energy = 1 / dot(a, v->x, v->z);
    memcpy(v->x, v->z, (size_t)a->rows * sizeof(v->x[0]));
    normalise(a, v->x);
}

/* ---- to be malleable ---- */

/* All that the iterations go on from.  The matrix stays as it is, so it can
 * travel while they still go on.
 */
static void register_state(struct matrix *a,
                           struct vectors *v,
                           double *energy,
                           int *iteration)
{
    mito_layout constant = { .constant = true };
    mito_layout entries = { .spread = MITO_RAGGED,
                            .lengths = "starts",
                            .offsets = true,
                            .constant = true };

    mito_register("iteration", iteration, NULL, MPI_INT, NULL);
    mito_register("energy", energy, NULL, MPI_DOUBLE, NULL);
    mito_register("starts", &a->starts, &a->rows, MPI_UNSIGNED_LONG,
                  &constant);
    mito_register("columns", &a->columns, &a->rows, MPI_INT, &entries);
    mito_register("values", &a->values, &a->rows, MPI_DOUBLE, &entries);
    mito_register("x", &v->x, &a->rows, MPI_DOUBLE, NULL);
}

/* After a change: the others may have other rows, and so may we.  Of the
 * vectors only x has come with them.
 */
static void adapt(struct matrix *a, struct vectors *v)
{
    double *x = v->x;

    v->x = NULL;
    vectors_destroy(v);
    vectors_create(v, a);
    free(v->x);
    v->x = x;
    share_counts(a);
}

/* ---- the program ---- */

int main(int argc, char **argv)
{
    struct size size = { .side = 32, .iterations = 10 };
    struct matrix a;
    struct vectors v;
    double energy = 1.5;
    int iteration, status;

    MPI_Init(&argc, &argv);
    if (!parse_arguments(argc, argv, &size)) {
        MPI_Finalize();
        return 2;
    }
    matrix_create(&a, &size);
    vectors_create(&v, &a);
    guess(&a, &size, v.x);
    register_state(&a, &v, &energy, &iteration);
    for (iteration = 0; iteration < size.iterations; iteration++) {
        if (mito_sync() == MITO_CHANGED)
            adapt(&a, &v);
        improve(&a, &v, &energy);
    }
    status = report(&a, &size, v.x, v.z);
    vectors_destroy(&v);
    matrix_destroy(&a);
    MPI_Finalize();
    return status;
}
