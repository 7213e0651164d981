/* misuse.c - uses mitosis.h wrongly, in the way that is asked for
 *
 *     misuse MISTAKE STEPS
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STEP_US = 1000, REQUEST = 40000, LARGE = 1200 * 1000 * 1000 };

static int rank, ranks, rows, step;
static double *cells, *none, array[100];
static const char *mistake;

static bool is(const char *name)
{
    return strcmp(mistake, name) == 0;
}

/* Where no pointer is too many, the compiler would find the rest. */
static void before(void)
{
    if (is("early"))
        mito_register("early", &step, NULL, MPI_INT, NULL);
}

static size_t no_bytes(void *arg)
{
    (void)arg;
    return 0;
}

static int split(void **memory, size_t *count, int part, int parts, void *arg)
{
    (void)memory;
    (void)count;
    (void)arg;
    return part >= parts;
}

static int pack(void *bytes, void *arg)
{
    (void)bytes;
    (void)arg;
    return 0;
}

static int unpack(const void *bytes,
                  size_t size,
                  int part,
                  int parts,
                  int which,
                  int of,
                  void *arg)
{
    (void)bytes;
    (void)arg;
    return size != 0 || part >= parts || which >= of;
}

static int nobody(const void *item, void *arg)
{
    (void)item;
    (void)arg;
    return -1;
}

static void wrong_owners(void)
{
    mito_layout both = { .owner = nobody, .owners = "step" };
    mito_layout cyclic = { .owner = nobody, .spread = MITO_CYCLIC };
    mito_layout list = { .owners = "step", .spread = MITO_BLOCK };
    mito_layout missing = { .owners = "list" };

    if (is("two owners"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &both);
    if (is("cyclic owner"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &cyclic);
    if (is("owners of blocks"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &list);
    if (is("no owners"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &missing);
    if (is("owners apart")) {
        missing.owners = "step";
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &missing);
    }
}

static void wrong_bounds(void)
{
    static const double ends[3] = { 0, 1, 2 };
    mito_layout l = { .low = ends, .row = 3, .dimensions = 3 };

    if (is("one end"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l.high = ends;
    l.dimensions = is("bounds without dimensions") ? 0 : 3;
    l.owner = is("bounds and owner") ? nobody : NULL;
    l.spread = is("bounds of blocks") ? MITO_BLOCK : MITO_DEFAULT;
    l.position = 8;
    if (strstr(mistake, "bounds"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    if (is("lost position"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .row = 3, .position = 8 });
}

static void wrong_places(void)
{
    static int taken[] = { 1, 5, 1 }, cells_count = 3;
    mito_layout l = { .taken = taken, .places = is("no places") ? 0 : 4 };

    if (is("no places") || is("full cell"))
        mito_register("cells", &cells, &cells_count, MPI_DOUBLE, &l);
    if (is("places of blocks"))
        mito_register("cells", &cells, &cells_count, MPI_DOUBLE,
                      &(mito_layout){
                          .spread = MITO_BLOCK, .taken = taken, .places = 4 });
    if (is("places elsewhere"))
        mito_register("cells", &cells, &cells_count, MPI_DOUBLE,
                      &(mito_layout){ .memory = MITO_MALLOC,
                                      .taken = taken,
                                      .places = 4 });
    if (is("places without count"))
        mito_register("cells", &cells, NULL, MPI_DOUBLE, &l);
    if (is("other places")) {
        mito_register("cells", &cells, &cells_count, MPI_DOUBLE, &l);
        l.places = 3;
        mito_register("more", &cells, &cells_count, MPI_DOUBLE, &l);
    }
}

static void wrong_shapes(void)
{
    mito_layout l = { .arrays = 3 };

    if (is("no stride"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l.stride = sizeof(cells);
    if (is("long name"))
        mito_register(
            "a-name-of-exactly-sixty-letters-which-has-no-room-for-an-index",
            &cells, &rows, MPI_DOUBLE, &l);
    if (is("count stride")) {
        l.count_stride = 8;
        mito_register("cells", &cells, NULL, MPI_DOUBLE, &l);
    }
    l.arrays = (size_t)-1;
    if (is("many"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l.arrays = 0;
    if (is("no arrays"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .halo = 1, .halo_after = { 1 } };
    if (is("two halos"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .halo_before = { 0, 1 } };
    if (is("flat halo"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .stagger = { true } };
    if (is("staggered block"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .spread = MITO_GRID, .stagger = { true }, .shared = 1 };
    if (is("staggered and shared"))
        mito_register("cells", &cells, NULL, MPI_DOUBLE, &l);
    l = (mito_layout){ .spread = MITO_CYCLIC, .shared = 1 };
    if (is("shared cyclic"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .shared = 4 };
    if (is("too shared"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
    l = (mito_layout){ .like = "plate" };
    if (is("unlike"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, &l);
}

/* Of an object of seven elements. */
static void *find(void *object, size_t *elements)
{
    *elements = strcmp(mistake, "endless object") == 0 ? SIZE_MAX : 7;
    return object;
}

static void wrong_object(void)
{
    mito_layout object = { .memory = MITO_OBJECT, .find = find };

    if (is("object"))
        object.find = NULL;
    if (is("split object"))
        object.split = split;
    if (is("odd object"))
        object.row = 2;
    if (is("uneven object")) {
        object.halo_before[0] = 3;
        object.halo_after[0] = 5;
    }
    if (is("narrow object"))
        object.halo = 4;
    if (is("small object"))
        rows = 8;
    if (strstr(mistake, "object"))
        mito_register("array", array, is("small object") ? &rows : NULL,
                      MPI_DOUBLE, &object);
}

/* Memory of two registrations. */
static void same_memory(void)
{
    static double *second;
    mito_layout layout = { .memory = MITO_MALLOC };

    if (!is("same memory") && !is("same pointer") && !is("overlap"))
        return;
    second = cells;
    if (is("overlap")) {
        second = cells + 2;
        layout = (mito_layout){ .memory = MITO_FIXED, .capacity = 100 };
    }
    mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);
    mito_register("more", is("same pointer") ? &cells : &second, &rows,
                  MPI_DOUBLE, &layout);
}

static void wrong_at_once(void)
{
    MPI_Datatype pair;
    int negative = -1;

    if (is("twice"))
        mito_register("step", &step, NULL, MPI_INT, NULL);
    if (is("packed twice"))
        mito_register("step", NULL, NULL, MPI_BYTE,
                      &(mito_layout){ .spread = MITO_LOCAL,
                                      .size = no_bytes,
                                      .pack = pack,
                                      .unpack = unpack });
    if (is("pointer"))
        mito_register("cells", cells, &rows, MPI_DOUBLE, NULL);
    if (is("array"))
        mito_register("array", &array, &rows, MPI_DOUBLE, NULL);
    if (is("null"))
        mito_register("null", NULL, &rows, MPI_DOUBLE, NULL);
    if (is("nowhere"))
        mito_register("none", &none, &rows, MPI_DOUBLE, NULL);
    if (is("halo"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .halo = (size_t)negative });
    if (is("cyclic halo"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .spread = MITO_CYCLIC, .halo = 1 });
    if (is("type")) {
        MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
        mito_register("cells", &cells, &rows, pair, NULL);
        MPI_Type_free(&pair);
    }
    if (is("no type"))
        mito_register("cells", &cells, &rows, MPI_DATATYPE_NULL, NULL);
    if (is("no name"))
        mito_register("", &step, NULL, MPI_INT, NULL);
    if (is("steering name"))
        mito_register("a\x1b[31m", &step, NULL, MPI_INT, NULL);
    if (is("name of lines"))
        mito_register("a\nb", &step, NULL, MPI_INT, NULL);
    if (is("offsets"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .offsets = true });
    if (is("no count"))
        mito_register("cells", &cells, NULL, MPI_DOUBLE,
                      &(mito_layout){ .spread = MITO_BLOCK });
    if (is("no capacity"))
        mito_register("array", array, &rows, MPI_DOUBLE,
                      &(mito_layout){ .memory = MITO_FIXED });
    if (is("capacity"))
        mito_register("array", array, &rows, MPI_DOUBLE,
                      &(mito_layout){ .memory = MITO_FIXED, .capacity = 3 });
    if (is("no lengths"))
        mito_register(
            "cells", &cells, &rows, MPI_DOUBLE,
            &(mito_layout){ .spread = MITO_RAGGED, .lengths = "lengths" });
    if (is("count")) {
        rows = -5;
        mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);
    }
}

static void wrong_at_a_change(void)
{
    if (is("names"))
        mito_register(rank == 1 ? "cell" : "cells", &cells, &rows, MPI_DOUBLE,
                      NULL);
    if (is("rows"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .row = 1 + (size_t)rank });
    if (is("generations"))
        mito_register(mito_resumed() ? "cell" : "cells", &cells, &rows,
                      MPI_DOUBLE, NULL);
    if (is("again") && mito_resumed())
        mito_register("step", &step, NULL, MPI_INT, NULL);
    if (is("types"))
        mito_register("cells", &cells, &rows,
                      mito_resumed() ? MPI_LONG : MPI_DOUBLE, NULL);
    if (is("large")) { /* of which no page is touched */
        free(cells);
        cells = calloc(LARGE, 1);
        rows = LARGE;
        mito_register("cells", &cells, &rows, MPI_CHAR,
                      &(mito_layout){ .spread = MITO_BLOCK });
    }
    if (is("overrun") || is("far overrun") || is("unmapped"))
        mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);
    if (is("overrun of fixed"))
        mito_register("array", array, &rows, MPI_DOUBLE,
                      &(mito_layout){ .memory = MITO_FIXED,
                                      .capacity = 2 * (size_t)LARGE });
    if (is("cyclic")) {
        rows += rank;
        mito_register("cells", &cells, &rows, MPI_DOUBLE,
                      &(mito_layout){ .spread = MITO_CYCLIC });
    }
    if (is("boxes"))
        mito_register("cells", &cells, NULL, MPI_DOUBLE,
                      &(mito_layout){ .spread = MITO_GRID,
                                      .dimensions = 1,
                                      .shape = { 10 },
                                      .origin = { 0 },
                                      .extent = { 8 } });
}

/* Ask for a change in more words than anybody reads. */
static void ask_at_length(void)
{
    static char change[REQUEST + 1];

    memset(change, 'x', REQUEST);
    if (mito_request(change) == MITO_OK)
        printf("misuse: passed on\n");
}

/* Before there is an agent. */
static void ask_early(void)
{
    if (is("early request") && rank == 1 && !mito_resumed()
        && mito_request("resize 2") != MITO_WRONG)
        printf("misuse: a change to 2 ranks was passed on\n");
    if (strstr(mistake, " request") && (rank == 1 || is("early request"))
        && mito_request("resize 3") != MITO_OK)
        printf("misuse: refused\n");
}

/* A count that is larger than its memory, of which nothing is read here. */
static void grow_too_far(void)
{
    if (is("overrun"))
        rows = 130;
    if (is("far overrun") || is("overrun of fixed"))
        rows = LARGE;
    if (is("unmapped"))
        cells = (double *)4096;
}

static void late(void)
{
    if (step == 5)
        grow_too_far();
    if (is("request") && step == 3 && rank == 0)
        ask_at_length();
    if (is("late") && step == 5)
        mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);
}

int main(int argc, char **argv)
{
    int steps;
    bool changed = false;

    if (argc != 3)
        return 2;
    mistake = argv[1];
    steps = atoi(argv[2]);
    before();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = 4;
    cells = calloc(100, sizeof(*cells));
    if (!is("idle request"))
        mito_register("step", &step, NULL, MPI_INT, NULL);
    same_memory();
    wrong_at_once();
    wrong_owners();
    wrong_bounds();
    wrong_places();
    wrong_shapes();
    wrong_object();
    wrong_at_a_change();
    ask_early();
    for (; step < steps && !(changed && is("early request")); step++) {
        if (!is("unsynced request"))
            changed = mito_sync() == MITO_CHANGED;
        late();
        MPI_Barrier(MPI_COMM_WORLD);
        usleep(STEP_US);
    }
    if (rank == 0)
        printf("misuse: ok, %d ranks\n", ranks);
    if (!is("unmapped"))
        free(cells);
    MPI_Finalize();
    return 0;
}
