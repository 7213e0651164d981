/* forgetful.c - a program that registers what it needs, or forgets something
 *
 * A row of cells is spread over the ranks; each step makes a cell of itself,
 * its neighbours and what else there is, in whole numbers, so that any number
 * of ranks comes to the same.  WAY says what is wrong:
 *
 *     right      nothing
 *     scalar     'phase' is not registered
 *     array      'source' is not registered
 *     halo       halos are what neighbours had a step ago
 *     filled     nothing, and a function of mito_before() counts its calls
 *     constant   'weights', registered as constant, changes
 *     static     a function counts in a static variable
 *     step       'step' is not registered
 *     printed    'moves', which is only printed, is not registered
 *     wide       'cells' has a halo of two on each side, registered as one
 *     crash      'step' is not registered, which the program finds wrong
 *     tight      nothing, but 'kept' has room for half of the rows only
 *     uneven     where its rows begin is computed as for even shares
 *     grid       nothing: the same, with rows that are a grid of one dimension
 *     alike      where its rows begin is registered as the same in all ranks
 *     padded     between members of a struct new ranks have something else
 *     away       new ranks never come to the loop
 *     blank      nothing, and an empty line is printed in the start-up
 *     header     nothing, and each rank prints two lines in the start-up
 *     chance     'noise' is another one in each run
 *     times      nothing, and of the times it prints one is the same twice
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CELLS = 24, MODULUS = 1000003, WIDEST = 2 };

static const char *way;
static int rank, size, rows, first;
static long *cells, *source, *weights; /* cells with a halo */
static long fixed[CELLS + 2 * WIDEST]; /* 'cells' where that is wide */
static long kept[CELLS / 2];           /* what 'source' was in "tight" */
static struct {
    char letter;
    long number;
} padded;
static int halo = 1;

static int is(const char *name)
{
    return strcmp(way, name) == 0;
}

static void start(void)
{
    first = CELLS * rank / size;
    rows = CELLS * (rank + 1) / size - first;
    halo = is("wide") ? WIDEST : 1;
    cells = is("wide") ? fixed
                       : calloc((size_t)rows + 2 * (size_t)halo, sizeof(long));
    source = calloc((size_t)rows + 1, sizeof(long));
    weights = calloc((size_t)rows + 1, sizeof(long));
    for (int i = 0; i < rows; i++) {
        cells[halo + i] = first + i;
        source[i] = 3 * (first + i);
        weights[i] = 5 + (first + i) % 4;
    }
}

/* Where our rows begin, whatever shares there are. */
static void find_first(void)
{
    int before = 0;

    MPI_Exscan(&rows, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    first = is("uneven") || is("grid") ? CELLS * rank / size
            : rank > 0                 ? before
                                       : 0;
}

/* Fill the halo with what 'from' has. */
static void exchange(long *from)
{
    int before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int behind = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

    MPI_Sendrecv(&from[halo], halo, MPI_LONG, before, 0, &cells[halo + rows],
                 halo, MPI_LONG, behind, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&from[rows], halo, MPI_LONG, behind, 1, cells, halo, MPI_LONG,
                 before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static long count_calls(long step)
{
    static long calls;

    calls++;
    return is("static") ? calls : step + 1;
}

static void compute(long step, long phase)
{
    long *now = malloc(((size_t)rows + 2 * (size_t)halo) * sizeof(long));
    long called = count_calls(step);

    memcpy(now, cells, ((size_t)rows + 2 * (size_t)halo) * sizeof(long));
    for (int i = 0; i < rows; i++) {
        const long *at = &now[halo + i];
        long sum = at[-1] + weights[i] * at[0] + at[1] + source[i] + phase;

        if (halo > 1)
            sum += at[-2] + at[2];
        if (is("uneven") || is("grid") || is("alike"))
            sum += first + i;
        cells[halo + i] = (sum + called) % MODULUS;
        source[i] = (source[i] * 7 + 1) % MODULUS;
        if (is("constant"))
            weights[i] = 1 + (weights[i] + step) % 9;
    }
    exchange(is("halo") ? now : cells);
    free(now);
}

/* The same shares as in start-up, whatever the change is. */
static void register_grid(void)
{
    mito_layout line = { .spread = MITO_GRID,
                         .dimensions = 1,
                         .shape = { CELLS },
                         .origin = { (size_t)first },
                         .extent = { (size_t)rows } };
    mito_layout with_halo = line, fixed_line = line;

    with_halo.halo = 1;
    fixed_line.constant = true;
    mito_register("cells", &cells, &rows, MPI_LONG, &with_halo);
    mito_register("source", &source, &rows, MPI_LONG, &line);
    mito_register("weights", &weights, &rows, MPI_LONG, &fixed_line);
}

static void register_rows(void)
{
    mito_layout fits = { .memory = is("wide") ? MITO_FIXED : MITO_MALLOC,
                         .capacity = CELLS,
                         .halo = 1 };

    if (is("wide"))
        mito_register("cells", fixed, &rows, MPI_LONG, &fits);
    else
        mito_register("cells", &cells, &rows, MPI_LONG,
                      &(mito_layout){ .halo = 1 });
    if (!is("array"))
        mito_register("source", &source, &rows, MPI_LONG, NULL);
    mito_register("weights", &weights, &rows, MPI_LONG,
                  &(mito_layout){ .constant = true });
}

static void register_state(long *step, long *phase, long *moves, long *noise)
{
    if (is("grid"))
        register_grid();
    else
        register_rows();
    if (!is("step") && !is("crash"))
        mito_register("step", step, NULL, MPI_LONG, NULL);
    if (!is("scalar"))
        mito_register("phase", phase, NULL, MPI_LONG, NULL);
    if (!is("printed"))
        mito_register("moves", moves, NULL, MPI_LONG, NULL);
    if (is("tight"))
        mito_register(
            "kept", kept, &rows, MPI_LONG,
            &(mito_layout){ .memory = MITO_FIXED, .capacity = CELLS / 2 });
    if (is("alike"))
        mito_register("first", &first, NULL, MPI_INT, NULL);
    if (is("padded"))
        mito_register("padded", &padded, NULL, MPI_BYTE,
                      &(mito_layout){ .row = sizeof(padded) });
    if (is("chance"))
        mito_register("noise", noise, NULL, MPI_LONG, NULL);
}

static void count(void *calls)
{
    ++*(int *)calls;
}

static void count_changes(void)
{
    static int calls;

    mito_register("calls", &calls, NULL, MPI_INT, NULL);
    mito_before(count, &calls);
}

/* How often the program has come to here in this folder. */
static long count_ends(void)
{
    FILE *ends = fopen("ends", "a");
    long count;

    if (!ends || fputc('.', ends) == EOF || fflush(ends) != 0)
        return 0;
    count = ftell(ends);
    fclose(ends);
    return count;
}

static void print_times(void)
{
    long ends = count_ends();

    printf("part 1 took %ld s\npart 2 took %d s\n", ends, ends > 2);
}

static void finish(long step, long moves)
{
    long sum = 0, all = 0;

    for (int i = 0; i < rows; i++)
        sum += cells[halo + i] * (first + i + 1);
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("forgetful: %ld steps, %ld moves\nchecksum %ld\n", step, moves,
               all);
    if (rank == 0 && is("chance"))
        printf("at %ld\n", (long)clock());
    if (rank == 0 && is("times"))
        print_times();
}

int main(int argc, char *argv[])
{
    long step = 0, phase = 1, moves = 0, noise = 0, steps;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    way = argc > 1 ? argv[1] : "right";
    if (is("blank"))
        puts("");
    if (is("header"))
        puts("a header\nof two lines");
    steps = argc > 2 ? atol(argv[2]) : 12;
    start();
    exchange(cells);
    register_state(&step, &phase, &moves, &noise);
    if (is("filled"))
        count_changes();
    while (is("away") && mito_resumed())
        pause();
    for (; step < steps; step++) {
        struct timespec now;

        if (mito_sync() == MITO_CHANGED) {
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            MPI_Comm_size(MPI_COMM_WORLD, &size);
            if (!is("alike"))
                find_first();
        }
        if (is("crash") && step != moves) {
            fprintf(stderr, "step %ld after %ld moves\n", step, moves);
            MPI_Abort(MPI_COMM_WORLD, 3);
        }
        compute(step, phase);
        memset(&padded, mito_resumed(), sizeof(padded));
        padded.letter = 'p';
        padded.number = step;
        phase = (phase * 5 + 1) % MODULUS;
        moves++;
        clock_gettime(CLOCK_REALTIME, &now);
        noise = now.tv_nsec;
        MPI_Bcast(&noise, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    finish(step, moves);
    MPI_Finalize();
    return 0;
}
