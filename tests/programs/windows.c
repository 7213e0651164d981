/* windows.c - a malleable program whose ranks reach each other by a window
 *
 *     windows KIND STEPS [WAY]
 *
 * Each rank needs a number of the next one, which that one puts into a window
 * of the KIND create, allocate, shared or dynamic.  With the KIND over it is
 * read there, in a window over the registered array itself; so this is made
 * anew in mito_after().  The WAY is "locked", with an epoch of
 * MPI_Win_lock_all() in each sync, or "hooks": the window is freed in
 * mito_before() and made in mito_after(), which is in new ranks, too, where
 * start-up has made one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ranks that share a host get each other's part of a smaller window from
 * MPICH 4.0's MPI_Win_allocate().
 */
enum { PAGE = 4096 };

enum { ROWS = 999, MODULUS = 1000003 };

static const char *kind, *way = "";
static int rank, ranks, step, rows;
static long *x;
static MPI_Win window = MPI_WIN_NULL;
static long own_cell, *cell = &own_cell; /* where the next rank puts */
static MPI_Aint place; /* of this rank's number at the rank before it */

static bool is(const char *word, const char *name)
{
    return strcmp(word, name) == 0;
}

static int before(void)
{
    return (rank + ranks - 1) % ranks;
}

static int next(void)
{
    return (rank + 1) % ranks;
}

static void attach(void)
{
    MPI_Aint here;

    MPI_Win_attach(window, cell, sizeof(*cell));
    MPI_Get_address(cell, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, next(), 0, &place, 1, MPI_AINT, before(),
                 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void make_window(void *unused)
{
    const int unit = sizeof(long);
    const MPI_Comm world = MPI_COMM_WORLD;

    (void)unused;
    if (is(kind, "over"))
        MPI_Win_create(x, (MPI_Aint)rows * unit, unit, MPI_INFO_NULL, world,
                       &window);
    else if (is(kind, "create"))
        MPI_Win_create(cell, unit, unit, MPI_INFO_NULL, world, &window);
    else if (is(kind, "allocate"))
        MPI_Win_allocate(PAGE, unit, MPI_INFO_NULL, world, &cell, &window);
    else if (is(kind, "shared"))
        MPI_Win_allocate_shared(unit, unit, MPI_INFO_NULL, world, &cell,
                                &window);
    else
        MPI_Win_create_dynamic(MPI_INFO_NULL, world, &window);
    if (is(kind, "dynamic"))
        attach();
    if (is(way, "locked"))
        MPI_Win_lock_all(0, window);
    else
        MPI_Win_fence(0, window);
}

static void free_window(void *unused)
{
    (void)unused;
    if (is(way, "locked"))
        MPI_Win_unlock_all(window);
    if (is(kind, "dynamic"))
        MPI_Win_detach(window, cell);
    MPI_Win_free(&window);
}

static void make_anew(void *unused)
{
    free_window(unused);
    make_window(unused);
}

static long number_of_next(void)
{
    long number = -1;

    if (is(kind, "over")) {
        MPI_Get(&number, 1, MPI_LONG, next(), 0, 1, MPI_LONG, window);
        MPI_Win_fence(0, window);
        return number;
    }
    MPI_Put(x, 1, MPI_LONG, before(), place, 1, MPI_LONG, window);
    if (!is(way, "locked")) {
        MPI_Win_fence(0, window);
        return *cell;
    }
    MPI_Win_flush_all(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    number = *cell;
    MPI_Barrier(MPI_COMM_WORLD);
    return number;
}

static void print_sum(void)
{
    long first = 0, sum = 0, all = 0, count = rows;

    MPI_Exscan(&count, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < rows; i++)
        sum += x[i] * ((rank > 0 ? first : 0) + i);
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %ld\n", all);
}

int main(int argc, char *argv[])
{
    int steps = argc > 2 ? atoi(argv[2]) : 40, first;

    kind = argc > 1 ? argv[1] : "create";
    if (argc > 3)
        way = argv[3];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first = ROWS * rank / ranks;
    rows = ROWS * (rank + 1) / ranks - first;
    x = malloc((size_t)rows * sizeof(*x));
    for (int i = 0; i < rows; i++)
        x[i] = (first + i) * 37 % 101;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("x", &x, &rows, MPI_LONG, NULL);
    make_window(NULL);
    if (is(way, "hooks")) {
        mito_before(free_window, NULL);
        mito_after(make_window, NULL);
    } else if (is(kind, "over")) {
        mito_after(make_anew, NULL);
    }
    for (; step < steps; step++) {
        long number;

        mito_sync();
        number = number_of_next();
        for (int i = 0; i < rows; i++)
            x[i] = (x[i] + (i + 1 < rows ? x[i + 1] : number)) % MODULUS;
        if (!is(way, "locked"))
            MPI_Win_fence(0, window);
    }
    print_sum();
    free_window(NULL);
    MPI_Finalize();
    return 0;
}
