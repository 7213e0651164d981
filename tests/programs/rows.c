/* rows.c - registers arrays of all kinds of rows, and looks after each cell
 *
 *     rows STEPS [ROWS [WORD]]
 *
 * Every cell has a value of its own in each step.  After a change all of them
 * are to be there, halos up to date, the boundary as it was.  WORD may be
 * "forbid": other processes' memory cannot be read; or "limit": there is as
 * good as no more memory than the start-up took.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "forbid.h"
#include "rounds.h"

enum { CAPACITY = 101, DEAL = 3 };

static int blocks; /* allocated by allocate() */
static long total = CAPACITY, table[7];

struct array {
    const char *name;
    mito_layout layout;
    void *memory; /* cells are long, but for points */
    int *few;     /* the count, one of these */
    long *many;
};

/* A type with gaps, and another extent than its size. */
struct point {
    int id;
    double x;
    char tag[3];
};

static void *allocate(size_t bytes, void *arg)
{
    (*(int *)arg)++;
    return malloc(bytes + 8);
}

static void release(void *memory, void *arg)
{
    (*(int *)arg) -= memory != NULL;
    free(memory);
}

static int even, own;
static long uneven, cyclic, dealt;
static long fixed[CAPACITY + 2], still[CAPACITY];

static struct array arrays[] = {
    { .name = "even", .layout = { .row = 3 }, .few = &even },
    { .name = "halo",
      .layout = { .halo = 2, .memory = MITO_ALIGNED, .alignment = 256 },
      .few = &even },
    { .name = "same",
      .layout = { .halo = 1, .constant = true },
      .few = &even },
    { .name = "uneven", .layout = { .row = 2, .halo = 1 }, .many = &uneven },
    { .name = "cyclic",
      .layout = { .spread = MITO_CYCLIC,
                  .memory = MITO_CUSTOM,
                  .allocate = allocate,
                  .release = release,
                  .arg = &blocks },
      .many = &cyclic },
    { .name = "dealt",
      .layout = { .spread = MITO_BLOCK_CYCLIC, .block = DEAL, .row = 2 },
      .many = &dealt },
    { .name = "fixed",
      .layout = { .halo = 1, .memory = MITO_FIXED, .capacity = CAPACITY },
      .memory = fixed,
      .few = &own },
    { .name = "still",
      .layout = { .memory = MITO_FIXED, .capacity = CAPACITY },
      .memory = still,
      .few = &own },
};
enum { ARRAYS = sizeof(arrays) / sizeof(arrays[0]) };
static struct array *end = arrays + ARRAYS;
static struct point *points;

static long count_of(const struct array *a)
{
    return a->few ? *a->few : *a->many;
}

static long width(const struct array *a)
{
    return a->layout.row ? (long)a->layout.row : 1;
}

/* What is in a cell of global row 'row' at step 'now'. */
static long value(const struct array *a, long row, long column, int now)
{
    bool boundary = row < 0 || row >= total;

    return (((a - arrays) * 1000003L + row + 9) * 131 + column) * 10007
           + (boundary || a->layout.constant ? 0 : now);
}

/* The global row of row 'i' of ours. */
static long global(const struct array *a, long start, long i)
{
    if (a->layout.spread == MITO_CYCLIC)
        return rank + i * ranks;
    if (a->layout.spread == MITO_BLOCK_CYCLIC)
        return (i / DEAL * ranks + rank) * DEAL + i % DEAL;
    return start + i;
}

static long start_of(const struct array *a)
{
    long count = count_of(a), start = 0;

    MPI_Exscan(&count, &start, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return rank ? start : 0;
}

/* Do this with each cell, the halo too if wanted; returns how many it was not
 * content with.
 */
static long each_cell(struct array *a,
                      bool halo,
                      long (*what)(long *cell, long value),
                      int now)
{
    long start = start_of(a), h = (long)a->layout.halo, wrong = 0;
    long *cells = a->memory;

    for (long i = halo ? -h : 0; i < count_of(a) + (halo ? h : 0); i++)
        for (long c = 0; c < width(a); c++)
            wrong += what(&cells[(h + i) * width(a) + c],
                          value(a, global(a, start, i), c, now));
    return wrong;
}

static long set(long *cell, long value)
{
    *cell = value;
    return 0;
}

static long differs(long *cell, long value)
{
    return *cell != value;
}

static long check_points(int now)
{
    long start = start_of(&arrays[0]), wrong = 0;

    for (long i = 0; i < even; i++)
        wrong += points[i].id != start + i || points[i].x != now * 0.5
                 || memcmp(points[i].tag, "abc", 3) != 0;
    return wrong;
}

static void set_points(int now)
{
    long start = start_of(&arrays[0]);

    for (long i = 0; i < even; i++)
        points[i] = (struct point){ (int)(start + i), now * 0.5, "abc" };
}

static MPI_Datatype make_point(void)
{
    int lengths[] = { 1, 1, 3 };
    MPI_Aint places[] = { offsetof(struct point, id),
                          offsetof(struct point, x),
                          offsetof(struct point, tag) };
    MPI_Datatype types[] = { MPI_INT, MPI_DOUBLE, MPI_CHAR }, one, all;

    MPI_Type_create_struct(3, lengths, places, types, &one);
    MPI_Type_create_resized(one, 0, sizeof(struct point), &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&one);
    return all;
}

/* The part of 'rank' when each has so many shares. */
static long part(long shares, long before, long all)
{
    return total * (before + shares) / all - total * before / all;
}

static void share_out(void)
{
    even = (int)part(1, rank, ranks);
    own = even;
    uneven = part(rank + 1, rank * (rank + 1) / 2, ranks * (ranks + 1) / 2);
    for (long i = 0; i < total; i++) {
        cyclic += i % ranks == rank;
        dealt += i / DEAL % ranks == rank;
    }
}

static void get_memory(struct array *a)
{
    size_t bytes =
        (size_t)((count_of(a) + 2 * (long)a->layout.halo) * width(a))
        * sizeof(long);

    if (a->layout.memory == MITO_ALIGNED)
        a->memory = aligned_alloc(a->layout.alignment, (bytes + 255) & ~255UL);
    else if (a->layout.memory == MITO_CUSTOM)
        a->memory = allocate(bytes, a->layout.arg);
    else if (a->layout.memory != MITO_FIXED)
        a->memory = malloc(bytes);
}

static void enroll(struct array *a)
{
    if (a->memory == still)
        mito_register(a->name, &still, a->few, MPI_LONG, &a->layout);
    else if (a->few)
        mito_register(a->name, &a->memory, a->few, MPI_LONG, &a->layout);
    else
        mito_register(a->name, &a->memory, a->many, MPI_LONG, &a->layout);
}

/* Everything is what it should be, and nobody's rows are missing. */
static long check(bool fresh)
{
    long wrong = check_points(step);

    for (struct array *a = arrays; a < end; a++) {
        long rows = count_of(a), bad = each_cell(a, fresh, differs, step);

        MPI_Allreduce(MPI_IN_PLACE, &rows, 1, MPI_LONG, MPI_SUM,
                      MPI_COMM_WORLD);
        bad += rows != total;
        if (bad)
            fprintf(stderr, "rank %d of %d, step %d: %ld of %s are wrong\n",
                    rank, ranks, step, bad, a->name);
        wrong += bad;
    }
    wrong += (uintptr_t)arrays[1].memory % 256 != 0;
    wrong += blocks != 1 || arrays[ARRAYS - 1].memory != still;
    wrong += table[3] != step;
    return wrong;
}

/* No more than a little more than there is now. */
static void limit_memory(void)
{
    struct rlimit limit;
    long pages = 0;
    FILE *in = fopen("/proc/self/statm", "r");

    if (!in || fscanf(in, "%ld", &pages) != 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    fclose(in);
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = (rlim_t)(pages + 1024) * 4096;
    setrlimit(RLIMIT_AS, &limit);
}

static long visit(bool changed)
{
    long wrong = check(changed);

    for (struct array *a = arrays; a < end; a++)
        each_cell(a, false, set, step + 1);
    set_points(step + 1);
    table[3] = step + 1;
    return wrong;
}

int main(int argc, char **argv)
{
    const char *word = argc > 3 ? argv[3] : "";

    if (argc > 2)
        total = atol(argv[2]);
    if (total > CAPACITY)
        end -= 2;
    if (strcmp(word, "forbid") == 0 && forbid_reading() < 0)
        return 3;
    rounds_begin(&argc, &argv);
    share_out();
    points = malloc((size_t)even * sizeof(*points) + 1);
    mito_register("table", table, NULL, MPI_LONG,
                  &(mito_layout){ .row = 7, .memory = MITO_FIXED });
    mito_register("points", &points, &even, make_point(), NULL);
    for (struct array *a = arrays; a < end; a++) {
        get_memory(a);
        each_cell(a, true, set, 0);
        enroll(a);
    }
    set_points(0);
    if (strcmp(word, "limit") == 0)
        limit_memory();
    return rounds_run("rows", argc > 1 ? atoi(argv[1]) : 100, visit);
}
