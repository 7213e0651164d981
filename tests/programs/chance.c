/* chance.c - registers arrays drawn by chance, and looks after each cell
 *
 *     chance STEPS SEED
 *
 * SEED draws how many arrays there are, and of each its type, layout, halos,
 * memory, size and division, often with fewer rows than ranks or none; whether
 * messages are under way at each sync; and so the same in all ranks and
 * generations.  What is in a cell follows from where it belongs and from the
 * step, so that each can be checked, wherever it has been moved to.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds.h"

enum {
    ARRAYS = 8,
    DIMS = MITO_DIMENSIONS,
    ROWS = 60, /* at most, mostly */
    CELLS = 7, /* of a grid along a side, at most */
    LONGEST = 5,
    NAME = 16,
    TAG = 7,
};

enum kind {
    BLOCK,
    CYCLIC,
    DEALT,
    GRID,
    RAGGED,
    BAG,
    OWNED,
    LOCAL,
    ALL,
    KINDS
};
enum type { CHAR, INT, DOUBLE, POINT, TYPES };

/* A type with gaps, and another extent than its size. */
struct point {
    int id;
    double x;
    char tag[3];
};

/* What MITO_OBJECT finds its elements in. */
struct object {
    void *memory;
    size_t elements, each; /* bytes of one */
};

struct array {
    char name[NAME], rows_name[NAME];
    enum kind kind;
    enum type type;
    mito_layout layout;
    void *memory;
    struct object object;
    long *lengths; /* or offsets, of RAGGED */
    long total;    /* rows, or items */
    bool uneven;
    int count_kind; /* which of these is the count */
    int few;
    long many;
    size_t size;
    long rows_many; /* of RAGGED */
};

static struct array arrays[ARRAYS];
static int count_arrays;
static bool messages;
static int steps;
static MPI_Datatype types[TYPES];
static const size_t bytes_of[TYPES] = { 1, sizeof(int), sizeof(double),
                                        sizeof(struct point) };

/* ---- chance ---- */

static uint64_t state;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* One of so many. */
static int draw(int of)
{
    state += UINT64_C(0x9e3779b97f4a7c15);
    return (int)(mix(state) % (uint64_t)of);
}

static bool once_in(int of)
{
    return draw(of) == 0;
}

/* ---- cells ---- */

static void put(const struct array *a, void *cell, uint64_t what)
{
    struct point p = { (int)what,
                       (double)(what >> 40),
                       { (char)(what >> 8), (char)(what >> 16), 'p' } };

    if (a->type == CHAR)
        *(char *)cell = (char)what;
    else if (a->type == INT)
        *(int *)cell = (int)what;
    else if (a->type == DOUBLE)
        *(double *)cell = (double)(what >> 12);
    else
        *(struct point *)cell = p;
}

static bool is(const struct array *a, const void *cell, uint64_t what)
{
    const struct point *p = cell;
    struct point other = { 0 };

    if (a->type != POINT) {
        put(a, &other, what);
        return memcmp(cell, &other, bytes_of[a->type]) == 0;
    }
    put(a, &other, what);
    return p->id == other.id && p->x == other.x
           && memcmp(p->tag, other.tag, sizeof(p->tag)) == 0;
}

/* What is in column 'column' of the cell of number 'cell', which is outside of
 * what there is if 'outside' says so: nobody changes it there.
 */
static uint64_t value(
    const struct array *a, long cell, long column, bool outside, int now)
{
    uint64_t at = (uint64_t)((a - arrays) * 1000003L + cell + 99);

    return mix(mix(at * 131 + (uint64_t)column)
               + (uint64_t)(outside || a->layout.constant ? 0 : now));
}

static long width(const struct array *a)
{
    return a->layout.row ? (long)a->layout.row : 1;
}

static long wrong_cells; /* among those visited */

/* Set or check the columns of one cell. */
static void at_cell(
    struct array *a, long place, long cell, bool outside, bool set, int now)
{
    char *memory =
        (char *)a->memory + (size_t)(place * width(a)) * bytes_of[a->type];

    for (long c = 0; c < width(a); c++, memory += bytes_of[a->type])
        if (set)
            put(a, memory, value(a, cell, c, outside, now));
        else
            wrong_cells += !is(a, memory, value(a, cell, c, outside, now));
}

/* ---- counts and divisions ---- */

static long count_of(const struct array *a)
{
    return a->count_kind == 0   ? a->few
           : a->count_kind == 1 ? a->many
                                : (long)a->size;
}

static void set_count(struct array *a, long count)
{
    a->few = (int)count;
    a->many = count;
    a->size = (size_t)count;
}

static long from(const struct array *a, long r)
{
    long all = a->uneven ? (long)ranks * (ranks + 1) / 2 : ranks;

    return a->total * (a->uneven ? r * (r + 1) / 2 : r) / all;
}

static long start_of(long count)
{
    long start = 0;

    MPI_Exscan(&count, &start, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return rank ? start : 0;
}

static long dealt_count(const struct array *a)
{
    long block = a->kind == CYCLIC ? 1 : (long)a->layout.block, count = 0;

    for (long i = 0; i < a->total; i++)
        count += i / block % ranks == rank;
    return count;
}

static long dealt_row(const struct array *a, long i)
{
    long block = a->kind == CYCLIC ? 1 : (long)a->layout.block;

    return (i / block * ranks + rank) * block + i % block;
}

static long length(const struct array *a, long row)
{
    return (long)(mix((uint64_t)(row + 1000 * (a - arrays))) % LONGEST);
}

/* ---- each kind ---- */

static long halo_before(const mito_layout *l, int d)
{
    return (long)(l->halo_before[d] || l->halo_after[d] ? l->halo_before[d]
                                                        : l->halo);
}

static long halo_after(const mito_layout *l, int d)
{
    return (long)(l->halo_before[d] || l->halo_after[d] ? l->halo_after[d]
                                                        : l->halo);
}

static void visit_rows(struct array *a, bool halo, bool set, int now)
{
    long before = halo_before(&a->layout, 0),
         after = halo_after(&a->layout, 0);
    long count = count_of(a), start = start_of(count);

    if (a->kind != BLOCK)
        before = after = 0;
    for (long i = halo ? -before : 0; i < count + (halo ? after : 0); i++) {
        long row = a->kind == BLOCK ? start + i : dealt_row(a, i);

        at_cell(a, before + i, row, row < 0 || row >= a->total, set, now);
    }
}

/* The box with its halos, of which the halos only if wanted. */
static void visit_grid(struct array *a, bool halo, bool set, int now)
{
    const mito_layout *l = &a->layout;
    long low[DIMS], high[DIMS], first[DIMS], wide[DIMS], all[DIMS], at[DIMS];

    for (int d = 0; d < DIMS; d++) {
        bool is_there = d < l->dimensions;
        long extent = is_there ? (long)l->extent[d] + l->stagger[d] : 1;

        first[d] = is_there ? halo_before(l, d) : 0;
        wide[d] = first[d] + extent + (is_there ? halo_after(l, d) : 0);
        low[d] = halo ? 0 : first[d];
        high[d] = halo ? wide[d] : first[d] + extent;
        all[d] = is_there ? (long)l->shape[d] + l->stagger[d] : 1;
        if (is_there && l->extent[d] == 0)
            return;
    }
    for (at[0] = low[0]; at[0] < high[0]; at[0]++)
        for (at[1] = low[1]; at[1] < high[1]; at[1]++)
            for (at[2] = low[2]; at[2] < high[2]; at[2]++) {
                long place = 0, cell = 0;
                bool outside = false;

                for (int d = 0; d < DIMS; d++) {
                    long its = at[d] - first[d]
                               + (d < l->dimensions ? (long)l->origin[d] : 0);

                    outside = outside || its < 0 || its >= all[d];
                    place = place * wide[d] + at[d];
                    cell = cell * 100 + its + 20;
                }
                at_cell(a, place, cell, outside, set, now);
            }
}

static void visit_ragged(struct array *a, bool set, int now)
{
    long start = start_of(a->rows_many), at = 0;
    bool offsets = a->layout.offsets;

    for (long i = 0; i < a->rows_many; i++) {
        long its = length(a, start + i);

        if (!set)
            wrong_cells +=
                offsets ? a->lengths[i] != at || a->lengths[i + 1] != at + its
                        : a->lengths[i] != its;
        for (long c = 0; c < its; c++)
            at_cell(a, at + c, (start + i) * LONGEST + c, false, set, now);
        at += its;
    }
}

/* Items are of 8 bytes: which one, and the step. */
static long *there;

static int owner(const void *item, void *arg)
{
    (void)arg;
    return (int)(*(const long *)item / 1000000 % ranks);
}

static void visit_items(struct array *a, bool set, int now)
{
    long *item = a->memory;

    memset(there, 0, (size_t)(a->total + 1) * sizeof(*there));
    for (long i = 0; i < count_of(a); i++) {
        long its = item[i] / 1000000;

        if (set) {
            item[i] = its * 1000000 + now;
        } else if (its < 0 || its >= a->total || item[i] % 1000000 != now) {
            wrong_cells++;
        } else {
            there[its]++;
            wrong_cells += a->kind == OWNED && owner(&item[i], NULL) != rank;
        }
    }
    if (set)
        return;
    MPI_Allreduce(MPI_IN_PLACE, there, (int)a->total, MPI_LONG, MPI_SUM,
                  MPI_COMM_WORLD);
    for (long i = 0; i < a->total; i++)
        wrong_cells += there[i] != 1;
}

static void visit_array(struct array *a, bool halo, bool set, int now)
{
    if (a->kind == GRID)
        visit_grid(a, halo, set, now);
    else if (a->kind == RAGGED)
        visit_ragged(a, set, now);
    else if (a->kind == BAG || a->kind == OWNED || a->kind == LOCAL)
        visit_items(a, set, now);
    else if (a->kind == ALL)
        at_cell(a, 0, 0, false, set, now);
    else
        visit_rows(a, halo, set, now);
}

/* ---- what is drawn ---- */

static void *allocate(size_t bytes, void *arg)
{
    (void)arg;
    return malloc(bytes + 8);
}

static void release(void *memory, void *arg)
{
    (void)arg;
    free(memory);
}

static void *find(void *object, size_t *elements)
{
    struct object *o = object;

    *elements = o->elements;
    return o->memory;
}

static int resize(void *object, size_t elements)
{
    struct object *o = object;
    void *memory = malloc(elements * o->each + 1);

    if (!memory)
        return -1;
    free(o->memory);
    o->memory = memory;
    o->elements = elements;
    return 0;
}

static void draw_halo(mito_layout *l, int d)
{
    if (once_in(2)) {
        l->halo_before[d] = (size_t)draw(3);
        l->halo_after[d] = (size_t)draw(3);
    }
}

static void draw_grid(struct array *a)
{
    mito_layout *l = &a->layout;

    l->spread = MITO_GRID;
    l->dimensions = 1 + draw(DIMS);
    l->halo = once_in(2) ? (size_t)draw(3) : 0;
    for (int d = 0; d < l->dimensions; d++) {
        l->shape[d] = (size_t)(1 + draw(CELLS));
        l->stagger[d] = once_in(4);
    }
    if (once_in(2))
        l->halo = 0;
    for (int d = 0; l->halo == 0 && d < l->dimensions; d++)
        draw_halo(l, d);
}

static void draw_memory(struct array *a)
{
    switch (draw(5)) {
    case 0:
        a->layout.memory = MITO_ALIGNED;
        a->layout.alignment = 256;
        break;
    case 1:
        a->layout.memory = MITO_CUSTOM;
        a->layout.allocate = allocate;
        a->layout.release = release;
        break;
    case 2:
        if (a->kind == BLOCK) {
            a->layout.memory = MITO_FIXED;
            a->layout.capacity = (size_t)a->total;
        }
        break;
    case 3:
        a->layout.memory = MITO_OBJECT;
        a->layout.find = find;
        a->layout.resize = resize;
        break;
    }
}

static void draw_array(struct array *a)
{
    mito_layout *l = &a->layout;

    snprintf(a->name, sizeof(a->name), "array %d", (int)(a - arrays));
    snprintf(a->rows_name, sizeof(a->rows_name), "rows %d", (int)(a - arrays));
    a->kind = draw(KINDS);
    a->type = draw(TYPES);
    a->total = once_in(8) ? 0 : once_in(4) ? draw(4) : draw(ROWS);
    a->uneven = once_in(2);
    a->count_kind = draw(3);
    l->row = once_in(2) ? (size_t)draw(4) : 0;
    l->constant = once_in(6);
    switch (a->kind) {
    case BLOCK:
        l->halo = once_in(2) ? (size_t)draw(3) : 0;
        if (l->halo == 0)
            draw_halo(l, 0);
        draw_memory(a);
        break;
    case CYCLIC:
        l->spread = MITO_CYCLIC;
        draw_memory(a);
        break;
    case DEALT:
        l->spread = MITO_BLOCK_CYCLIC;
        l->block = (size_t)(1 + draw(5));
        draw_memory(a);
        break;
    case GRID:
        draw_grid(a);
        break;
    case RAGGED:
        l->spread = MITO_RAGGED;
        l->lengths = a->rows_name;
        l->offsets = once_in(2);
        l->row = 0;
        break;
    case BAG:
    case OWNED:
    case LOCAL:
        l->spread = a->kind == LOCAL ? MITO_LOCAL : MITO_BAG;
        l->owner = a->kind == OWNED ? owner : NULL;
        l->row = 0;
        l->constant = false;
        a->type = DOUBLE; /* of 8 bytes */
        break;
    default:
        break;
    }
}

/* ---- memory and start-up ---- */

static long place_grid(struct array *a)
{
    mito_layout *l = &a->layout;
    int parts[DIMS] = { 0 }, at = rank;
    long cells = 1;

    MPI_Dims_create(ranks, l->dimensions, parts);
    for (int d = l->dimensions - 1; d >= 0; d--) {
        size_t mine = (size_t)(at % parts[d]);

        at /= parts[d];
        l->origin[d] = l->shape[d] * mine / (size_t)parts[d];
        l->extent[d] =
            l->shape[d] * (mine + 1) / (size_t)parts[d] - l->origin[d];
        cells *= (long)l->extent[d] + l->stagger[d] + halo_before(l, d)
                 + halo_after(l, d);
    }
    return cells;
}

static void make_ragged(struct array *a)
{
    long start = from(a, rank), at = 0;

    a->rows_many = from(a, rank + 1) - start;
    a->lengths = calloc((size_t)a->rows_many + 2, sizeof(*a->lengths));
    for (long i = 0; i < a->rows_many; i++) {
        a->lengths[i] = a->layout.offsets ? at : length(a, start + i);
        at += length(a, start + i);
    }
    if (a->layout.offsets)
        a->lengths[a->rows_many] = at;
    set_count(a, at);
}

static void make_items(struct array *a)
{
    long *item, count = 0;

    a->memory = item = malloc((size_t)(a->total + 1) * sizeof(*item));
    for (long i = 0; i < a->total; i++)
        if (i % ranks == rank)
            item[count++] = i * 1000000;
    set_count(a, count);
}

static void make(struct array *a)
{
    mito_layout *l = &a->layout;
    long rows = 1;

    if (a->kind == BAG || a->kind == OWNED || a->kind == LOCAL) {
        make_items(a);
        return;
    }
    if (a->kind == RAGGED)
        make_ragged(a);
    else if (a->kind == GRID)
        rows = place_grid(a);
    else if (a->kind == BLOCK)
        set_count(a, from(a, rank + 1) - from(a, rank));
    else if (a->kind != ALL)
        set_count(a, dealt_count(a));
    if (a->kind != GRID && a->kind != ALL)
        rows = (l->memory == MITO_FIXED ? a->total : count_of(a))
               + (a->kind == BLOCK ? halo_before(l, 0) + halo_after(l, 0) : 0);
    a->object = (struct object){ .elements = (size_t)(rows * width(a)),
                                 .each = bytes_of[a->type] };
    rows = rows * width(a) * (long)bytes_of[a->type];
    a->memory = l->memory == MITO_ALIGNED
                    ? aligned_alloc(256, ((size_t)rows + 255) & ~(size_t)255)
                : l->memory == MITO_CUSTOM ? allocate((size_t)rows, NULL)
                                           : calloc((size_t)rows + 1, 1);
    a->object.memory = a->memory;
    visit_array(a, true, true, 0);
}

static void enroll(struct array *a)
{
    MPI_Datatype type = types[a->type];
    mito_layout rows = { .offsets = a->layout.offsets };

    if (a->kind == BAG || a->kind == OWNED || a->kind == LOCAL)
        type = MPI_LONG;
    if (a->kind == RAGGED)
        mito_register(a->rows_name, &a->lengths, &a->rows_many, MPI_LONG,
                      &rows);
    if (a->layout.memory == MITO_OBJECT)
        mito_register(a->name, &a->object, &a->many, type, &a->layout);
    else if (a->kind == ALL)
        mito_register(a->name, a->memory, NULL, type, &a->layout);
    else if (a->kind == GRID)
        mito_register(a->name, &a->memory, NULL, type, &a->layout);
    else if (a->count_kind == 0)
        mito_register(a->name, &a->memory, &a->few, type, &a->layout);
    else if (a->count_kind == 1)
        mito_register(a->name, &a->memory, &a->many, type, &a->layout);
    else
        mito_register(a->name, &a->memory, &a->size, type, &a->layout);
}

static MPI_Datatype make_point(void)
{
    int lengths[] = { 1, 1, 3 };
    MPI_Aint places[] = { offsetof(struct point, id),
                          offsetof(struct point, x),
                          offsetof(struct point, tag) };
    MPI_Datatype parts[] = { MPI_INT, MPI_DOUBLE, MPI_CHAR }, one, all;

    MPI_Type_create_struct(3, lengths, places, parts, &one);
    MPI_Type_create_resized(one, 0, sizeof(struct point), &all);
    MPI_Type_commit(&all);
    MPI_Type_free(&one);
    return all;
}

/* ---- rounds ---- */

/* In every other step each rank sends something to the next one, which is
 * under way at the sync that follows.
 */
static int sent; /* whether it has */

static void send(void)
{
    sent = messages && ranks > 1 && step % 2 == 1 && step < steps - 1;
    if (sent)
        MPI_Send(&step, 1, MPI_INT, (rank + 1) % ranks, TAG, MPI_COMM_WORLD);
}

static void receive(void)
{
    int came = -1;

    if (!sent)
        return;
    MPI_Recv(&came, 1, MPI_INT, (rank + ranks - 1) % ranks, TAG,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong_cells += came != step - 1;
}

static void check(struct array *a, bool changed)
{
    long rows, wrong = wrong_cells;

    if (a->layout.memory == MITO_OBJECT)
        a->memory = a->object.memory;
    if (a->layout.memory == MITO_OBJECT)
        set_count(a, a->many);
    rows = count_of(a);
    visit_array(a, changed, false, step);
    MPI_Allreduce(MPI_IN_PLACE, &rows, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    wrong_cells += a->kind <= DEALT && rows != a->total;
    wrong = wrong_cells - wrong;
    if (wrong)
        fprintf(stderr,
                "rank %d of %d, step %d: %ld of %s are wrong (kind %d, type "
                "%d, memory %d, row %zu, total %ld)\n",
                rank, ranks, step, wrong, a->name, a->kind, a->type,
                a->layout.memory, a->layout.row, a->total);
}

static long visit(bool changed)
{
    wrong_cells = 0;
    receive();
    for (int i = 0; i < count_arrays; i++) {
        check(&arrays[i], changed);
        visit_array(&arrays[i], false, true, step + 1);
    }
    send();
    return wrong_cells;
}

int main(int argc, char **argv)
{
    steps = argc > 1 ? atoi(argv[1]) : 100;
    rounds_begin(&argc, &argv);
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    types[CHAR] = MPI_CHAR;
    types[INT] = MPI_INT;
    types[DOUBLE] = MPI_DOUBLE;
    types[POINT] = make_point();
    there = calloc(ROWS + 1, sizeof(*there));
    messages = once_in(2);
    mito_register("sent", &sent, NULL, MPI_INT, NULL);
    count_arrays = 1 + draw(ARRAYS);
    for (int i = 0; i < count_arrays; i++) {
        draw_array(&arrays[i]);
        make(&arrays[i]);
        enroll(&arrays[i]);
    }
    return rounds_run("chance", steps, visit);
}
