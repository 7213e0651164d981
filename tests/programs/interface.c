/* interface.c - every call of mitosis.h, in C99 and C++11, without warnings
 *
 * Without a library it says what a mito_sync() costs, in processor time, the
 * least of ten times that it is measured.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int step, rows, table[10];
static unsigned int items;
static long lines;
static size_t cells;
static double *array, *place, time_now;

struct star {
    double mass;
};

static void register_all(void)
{
    struct star *stars = NULL;
    void *anything = NULL;
    mito_layout layout = {
        MITO_BLOCK, 3,    1,     0,           false, 0,     { 0 }, { 0 },
        { 0 },      NULL, false, MITO_MALLOC, 0,     0,     NULL,  NULL,
        NULL,       NULL, NULL,  NULL,        NULL,  NULL,  NULL,  NULL,
        NULL,       0,    0,     0,           { 0 }, { 0 }, 0,     { false },
        NULL,       NULL, NULL,  NULL,        0,     NULL,  0
    };

    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("time", &time_now, NULL, MPI_DOUBLE, NULL);
    mito_register("array", &array, &rows, MPI_DOUBLE, &layout);
    mito_register("int", &place, &items, MPI_DOUBLE, NULL);
    mito_register("long", &place, &lines, MPI_DOUBLE, NULL);
    mito_register("size", &place, &cells, MPI_DOUBLE, NULL);
    mito_register("table", table, NULL, MPI_INT, &layout);
    mito_register("stars", &stars, &cells, MPI_DOUBLE, NULL);
    mito_register("anything", &anything, &cells, MPI_BYTE, NULL);
    layout.spread = MITO_GRID;
    mito_register("grid", &array, NULL, MPI_DOUBLE, &layout);
}

/* Without a library nobody does so. */
static void called(void *arg)
{
    (void)arg;
    abort();
}

/* In nanoseconds each. */
static double cost_of_syncs(int *changed)
{
    enum { TIMES = 10000000 };
    clock_t start = clock();

    for (int i = 0; i < TIMES; i++)
        *changed += mito_sync() == MITO_CHANGED;
    return (double)(clock() - start) * 1e9 / CLOCKS_PER_SEC / (double)TIMES;
}

int main(int argc, char **argv)
{
    double least, cost;
    int changed = 0;

    MPI_Init(&argc, &argv);
    register_all();
    if (mito_resumed() || mito_request("resize 4") != MITO_OK)
        return 1;
    if (mito_next_size() != 0)
        return 1;
    if (mito_before(called, NULL) != MITO_OK
        || mito_after(called, NULL) != MITO_OK)
        return 1;
    least = cost_of_syncs(&changed);
    for (int i = 1; i < 10; i++) {
        cost = cost_of_syncs(&changed);
        least = cost < least ? cost : least;
    }
    printf("%d %.1f ns\n", changed, least);
    return MPI_Finalize();
}
