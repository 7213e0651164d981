/* manual.c - the least that a block of the manual needs around it
 *
 * Compiled with a block as block.inc, and what it defines as functions.inc.
 * HAS_... say what the block registers, IS_LOOP that it has the loop, too, and
 * IS_SYNC that it is what stands at its top.
 *
 * All that can be registered is full of ones in the first ranks, and of zeros
 * in those that carry on: so sums that are as before tell that all has come.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 30, STEP_US = 2000, ROWS = 96, EDGE = 1000, ATOMS = 100 };

struct atom {
    long number;
};

static int rank, ranks, told;
static long wrong;

/* What blocks go by. */
static double time, *x, *plate, *sheet, *values, *lu;
static int table[100], rows, mine, *tasks, *list, count, step;
static size_t *starts, columns = 10, n = 8, top, left, height, width;
static struct {
    int columns, steps;
} arguments = { 10, STEPS };
static struct {
    double *cells;
    int rows;
} heat;
static const int steps = STEPS;

/* Of shapes that several arrays have, and of points and items. */
static double *density, *energy, *velocity, *line, *place;
static double *pressure, *u, *v, *nodes;
static int elements, points, *to;
static struct {
    double *q;
    int rows;
    double since;
} block[3];
static struct particle {
    long number;
} * particles, *mesh;

static int slab_of(const struct particle *p)
{
    return (int)(p->number % ranks);
}

static void partition(void *arg)
{
    wrong += arg != NULL;
    for (int i = 0; i < count; i++)
        to[i] = (int)(mesh[i].number % mito_next_size());
}

/* Ions with bounds, and what is in cells with places to spare. */
enum { CELLS = 40, PLACES = 8 };
static struct ion {
    long number;
    double place[3];
} * ions;
static struct {
    double low[3], high[3];
} domain;
static double (*positions)[3];
static int *charges, taken[CELLS], cells = CELLS;

static struct atom atoms[ATOMS];
static size_t atom_count;

static size_t size(void *arg)
{
    (void)arg;
    return atom_count * sizeof(struct atom);
}

static int pack(void *bytes, void *arg)
{
    (void)arg;
    memcpy(bytes, atoms, atom_count * sizeof(struct atom));
    return 0;
}

static void drop_all_atoms(void)
{
    atom_count = 0;
}

static void add_atom(const struct atom *atom)
{
    if (atom_count < ATOMS)
        atoms[atom_count++] = *atom;
}

static void share_counts(void)
{
    told = 1;
}

static void read_input(int *rounds)
{
    *rounds = STEPS;
}

/* What a program has its own functions do before and after a change. */
static struct {
    double *x;
} fields;

static void bring_back(void *arg)
{
    wrong += arg != &fields;
}

static void take_up(void *arg)
{
    wrong += arg != &fields;
    told = 1;
}

#include "functions.inc"

static double *doubles(size_t some, double value)
{
    double *all = malloc((some + 1) * sizeof(*all));

    for (size_t i = 0; i < some; i++)
        all[i] = value;
    return all;
}

static int *ints(int some, int value)
{
    int *all = malloc(((size_t)some + 1) * sizeof(*all));

    for (int i = 0; i < some; i++)
        all[i] = value;
    return all;
}

static struct particle *some_particles(void)
{
    struct particle *all = malloc(((size_t)count + 1) * sizeof(*all));

    for (int i = 0; i < count; i++)
        all[i].number = mito_resumed() ? 0 : 1 + rank + (long)ranks * i;
    return all;
}

/* One in each rank's part for each of its items, as many in cells. */
static void start_up_ions(void)
{
    ions = calloc((size_t)count + 1, sizeof(*ions));
    positions = calloc((size_t)CELLS * PLACES, sizeof(*positions));
    charges = calloc((size_t)CELLS * PLACES, sizeof(*charges));
    for (int d = 0; d < 3; d++)
        domain.high[d] = 1;
    domain.low[0] = (double)rank / ranks;
    domain.high[0] = (rank + 1.0) / ranks;
    for (int i = 0; i < count; i++) {
        int at = i % CELLS * PLACES + taken[i % CELLS]++;
        double in = domain.low[0] + (i + 0.5) / (count * ranks);

        positions[at][0] = in;
        charges[at] = mito_resumed() ? 0 : 1;
        ions[i].place[0] = in;
        ions[i].number = charges[at];
    }
}

/* What has a shape of its own, when rows and boxes are known. */
static void start_up_shapes(double one)
{
    size_t halo = columns + 2, tall = height + 4, wide = width + 4;

    density = doubles((size_t)(rows + 2) * halo, one);
    energy = doubles((size_t)(rows + 2) * halo, one);
    velocity = doubles((size_t)(rows + 2) * 2 * halo, one);
    line = doubles((size_t)rows + 3, one);
    elements = rows;
    place = doubles((size_t)rows + 1, one);
    for (int b = 0; b < 3; b++) {
        block[b].rows = rows;
        block[b].q = doubles((size_t)rows + 2, one);
        block[b].since = one;
    }
    pressure = doubles(tall * wide, one);
    u = doubles((tall + 1) * wide, one);
    v = doubles(tall * (wide + 1), one);
    nodes = doubles((tall + 1) * (wide + 1), one);
    particles = some_particles();
    mesh = some_particles();
    to = ints(count, 0);
    start_up_ions();
}

static void start_up(void)
{
    double one = mito_resumed() ? 0 : 1;

    rows = mine = count = heat.rows = ROWS / ranks;
    time = one;
    for (int i = 0; i < 100; i++)
        table[i] = (int)one;
    height = (size_t)EDGE * (size_t)(rank + 1) / (size_t)ranks;
    top = (size_t)EDGE * (size_t)rank / (size_t)ranks;
    height -= top;
    width = EDGE;
    x = doubles((size_t)rows, one);
    lu = doubles((size_t)rows * n, one);
    plate = doubles((size_t)(rows + 2) * (columns + 2), one);
    heat.cells = doubles((size_t)(rows + 2) * (columns + 2), one);
    sheet = doubles((height + 2) * (width + 2), one);
    values = doubles(3 * (size_t)rows, one);
    starts = malloc(((size_t)rows + 1) * sizeof(*starts));
    for (int i = 0; i <= rows; i++)
        starts[i] = mito_resumed() ? 0 : 3 * (size_t)i;
    tasks = ints(count, (int)one);
    list = ints(count, (int)one);
    start_up_shapes(one);
    for (int i = rank; !mito_resumed() && i < ATOMS; i += ranks)
        add_atom(&(struct atom){ i });
}

/* Whether the 'some' of all ranks add up to 'all'. */
static void expect(const char *name, double some, double all)
{
    MPI_Allreduce(MPI_IN_PLACE, &some, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (some != all && rank == 0)
        printf("%s has %g of %g, %d ranks\n", name, some, all, ranks);
    wrong += some != all;
}

static double sum(const double *from, size_t some)
{
    double all = 0;

    for (size_t i = 0; i < some; i++)
        all += from[i];
    return all;
}

static double sum_ints(const int *from, int some)
{
    double all = 0;

    for (int i = 0; i < some; i++)
        all += from[i];
    return all;
}

static double sum_numbers(const struct particle *from)
{
    double all = 0;

    for (int i = 0; i < count; i++)
        all += (double)from[i].number;
    return all;
}

static void check_shapes(void)
{
    size_t halo = columns + 2, cells = (height + 5) * (width + 5);

#ifdef HAS_density
    expect("density", sum(density + halo, (size_t)rows * halo),
           (double)(ROWS * halo));
    expect("energy", sum(energy + halo, (size_t)rows * halo),
           (double)(ROWS * halo));
    expect("velocity", sum(velocity + 2 * halo, (size_t)rows * 2 * halo),
           (double)(ROWS * 2 * halo));
#endif
#ifdef HAS_q
    for (int b = 0; b < 3; b++)
        expect("q",
               sum(block[b].q + 1, (size_t)block[b].rows) * block[b].since,
               ROWS);
#endif
#ifdef HAS_line
    expect("line", sum(line + 2, (size_t)rows), ROWS);
#endif
#ifdef HAS_points
    expect("points", sum(place, (size_t)points), ROWS + ranks);
#endif
#ifdef HAS_nodes
    expect("nodes", sum(nodes, cells) < (double)cells, 0);
    expect("pressure", sum(pressure + 2 * (width + 4), height * (width + 4)),
           EDGE * (EDGE + 4.0));
#endif
#ifdef HAS_particles
    expect("particles", sum_numbers(particles), ROWS * (ROWS + 1) / 2);
#endif
#ifdef HAS_ions
    long number = 0;

    for (int i = 0; i < count; i++) {
        number += ions[i].number;
        wrong += ions[i].place[0] < domain.low[0]
                 || ions[i].place[0] >= domain.high[0];
    }
    expect("ions", (double)number, ROWS);
#endif
#ifdef HAS_positions
    double charge = 0;

    for (int c = 0; c < CELLS; c++)
        for (int i = c * PLACES; i < c * PLACES + taken[c]; i++) {
            charge += charges[i];
            wrong += positions[i][0] < domain.low[0]
                     || positions[i][0] >= domain.high[0];
        }
    expect("charges", charge, ROWS);
#endif
#ifdef HAS_mesh
    expect("mesh", sum_numbers(mesh), ROWS * (ROWS + 1) / 2);
    for (int i = 0; i < count; i++)
        wrong += mito_resumed() && to[i] != rank;
#endif
    (void)halo, (void)cells, (void)sum_numbers;
}

static void check(void)
{
    size_t halo = columns + 2;

#ifdef HAS_time
    expect("time", time, ranks);
#endif
#ifdef HAS_table
    expect("table", sum_ints(table, 100), 100 * ranks);
#endif
#ifdef HAS_x
    expect("x", sum(x, (size_t)(rows < mine ? rows : mine)), ROWS);
#endif
#ifdef HAS_lu
    expect("lu", sum(lu, (size_t)mine * n), (double)(ROWS * n));
#endif
#ifdef HAS_plate
    expect("plate", sum(plate + halo, (size_t)rows * halo),
           (double)(ROWS * halo));
#endif
#ifdef HAS_cells
    expect("cells", sum(heat.cells + halo, (size_t)heat.rows * halo),
           (double)(ROWS * halo));
#endif
#ifdef HAS_sheet
    expect("sheet", sum(sheet + width + 2, height * (width + 2)),
           EDGE * (EDGE + 2.0));
#endif
#ifdef HAS_values
    expect("starts", (double)starts[rows], 3 * ROWS);
    expect("values", sum(values, starts[rows]), 3 * ROWS);
#endif
#ifdef HAS_tasks
    expect("tasks", sum_ints(tasks, count), ROWS);
#endif
#ifdef HAS_list
    expect("list", sum_ints(list, count), ROWS);
#endif
#ifdef HAS_atoms
    expect("atoms", (double)atom_count, ATOMS);
#endif
    check_shapes();
    (void)halo;
    (void)sum;
    (void)sum_ints;
}

/* What a block has as "...". */
static void round_trip(void)
{
    check();
    wrong += mito_resumed() && step == 0;
    usleep(STEP_US);
}

/* In README.md this is a plate, and its size. */
#ifdef HAS_cells
#define plate heat
#define size arguments
#endif

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    start_up();
#ifdef IS_LOOP
#include "block.inc"
#else
    mito_register("step", &step, NULL, MPI_INT, NULL);
#ifndef IS_SYNC
#include "block.inc"
#endif
    for (; step < steps; step++) {
#ifdef IS_SYNC
#include "block.inc"
        wrong += mito_resumed() && !told;
#else
        mito_sync();
#endif
        round_trip();
    }
#endif
    if (rank == 0)
        printf("manual: %s, %d ranks%s\n", wrong ? "wrong" : "ok", ranks,
               mito_resumed() ? ", carried on" : "");
    (void)left, (void)partition, (void)slab_of, (void)bring_back,
        (void)take_up, (void)read_input;
    MPI_Finalize();
    return wrong != 0;
}
