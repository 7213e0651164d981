/* shuffle.c - a library in place of ours that gives ranks other rows
 *
 * Preloaded, it takes what a program registers.  At every third mito_sync() it
 * deals all rows in blocks out anew, in shares that differ each time, but at
 * least one for each rank, and ragged rows and offsets with them.  All arrays
 * move to new memory, those too that it leaves as they are; old memory is
 * filled with rubbish.  So a program that goes on rightly is one that keeps to
 * what it registered, whatever the shares are.  The ranks stay the same, and
 * all are to call mito_sync() together.
 *
 * At the end rank 0 says how often it did so.  With SHUFFLE=list it says what
 * is registered instead.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mitosis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST = 32 };

struct item {
    struct mito_registration r;
    mito_layout layout;
    size_t row;    /* bytes */
    size_t old;    /* rows that we have, and shall have */
    size_t new;    /* of ragged rows their elements */
    size_t before; /* rows of all ranks before us, then */
    size_t all;    /* rows of all */
    size_t base;   /* what offsets start from */
    char *whole;   /* all rows, with the outermost halos */
};

static struct item items[MOST];
static int item_count, syncs, shuffles;
static int rank, ranks;

static void fail(const char *name, const char *what)
{
    fprintf(stderr, "shuffle: \"%s\": %s\n", name, what);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void list(const struct item *item)
{
    const mito_layout *l = &item->layout;
    static const char *const spreads[] = {
        "default", "replicated", "block", "cyclic", "block-cyclic",
        "grid",    "ragged",     "bag",   "local"
    };

    printf("%s: %s, class %d, count of %d bytes, rows of %zu bytes, halo %zu, "
           "block %zu, %s, %s%s, %s of %zu, grid of %d:",
           item->r.name, spreads[l->spread], item->r.buffer_class,
           item->r.count_bytes, item->row, l->halo, l->block,
           l->constant ? "constant" : "changing",
           l->lengths ? l->lengths : "no lengths",
           l->offsets ? " by offsets" : "",
           l->memory == MITO_FIXED ? "fixed" : "malloc", l->capacity,
           l->dimensions);
    for (int d = 0; d < l->dimensions; d++)
        printf(" %zu+%zu of %zu", l->origin[d], l->extent[d], l->shape[d]);
    printf("\n");
}

/* In mitosis.h the names are taken, so what we export has others here.  The
 * layout of Fortran's module may end before what only C can say.
 */
EXPORT int take(const struct mito_registration *r) __asm__("mito_register");
EXPORT int take(const struct mito_registration *r)
{
    struct item *item = &items[item_count++];
    MPI_Aint least, extent;

    if (r->bytes != sizeof(*r)
        || (r->layout_bytes != sizeof(mito_layout)
            && r->layout_bytes != offsetof(mito_layout, owner)))
        fail(r->name, "the structs are not those of mitosis.h");
    if (item_count == MOST || !r->buffer)
        fail(r->name, "wrong");
    item->r = *r;
    if (r->layout)
        memcpy(&item->layout, r->layout, r->layout_bytes);
    MPI_Type_get_extent(r->type, &least, &extent);
    item->row = (size_t)extent * (item->layout.row > 0 ? item->layout.row : 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0 && getenv("SHUFFLE"))
        list(item);
    return MITO_OK;
}

static size_t get_count(const struct item *item)
{
    return item->r.count_bytes == 8 ? *(size_t *)item->r.count
                                    : (size_t) * (int *)item->r.count;
}

static void set_count(const struct item *item, size_t count)
{
    if (item->r.count_bytes == 8)
        *(size_t *)item->r.count = count;
    else
        *(int *)item->r.count = (int)count;
}

static char *memory_of(const struct item *item)
{
    return *(char **)item->r.buffer;
}

/* The share of 'all' that rank 'r' shall have, and its place. */
static size_t share(size_t all, int r, size_t *before)
{
    size_t free = all - (size_t)ranks, weights = 0, weight = 0, start = 0;

    for (int i = 0; i < ranks; i++) {
        size_t w = 1 + ((size_t)i * 7 + (size_t)syncs * 5) % 9;

        weights += w;
        start += i < r ? w : 0;
        weight = i == r ? w : weight;
    }
    *before = free * start / weights + (size_t)r;
    return free * (start + weight) / weights + (size_t)r + 1 - *before;
}

static size_t sum_up(size_t mine)
{
    size_t all;

    MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* Gather 'mine' of every rank. */
static char *gather(const char *mine, size_t bytes)
{
    int count = (int)bytes;
    int *counts = calloc((size_t)ranks, sizeof(int));
    int *firsts = calloc((size_t)ranks + 1, sizeof(int));
    char *all;

    MPI_Allgather(&count, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < ranks; r++)
        firsts[r + 1] = firsts[r] + counts[r];
    all = malloc((size_t)firsts[ranks] + 1);
    MPI_Allgatherv(mine, count, MPI_BYTE, all, counts, firsts, MPI_BYTE,
                   MPI_COMM_WORLD);
    free(counts);
    free(firsts);
    return all;
}

static bool is_offsets(const struct item *item)
{
    if (item->layout.offsets && item->layout.spread != MITO_RAGGED)
        return true;
    for (int i = 0; i < item_count; i++)
        if (items[i].layout.lengths && items[i].layout.offsets
            && strcmp(items[i].layout.lengths, item->r.name) == 0)
            return true;
    return false;
}

static const struct item *lengths_of(const struct item *item)
{
    for (int i = 0; i < item_count; i++)
        if (strcmp(items[i].r.name, item->layout.lengths) == 0)
            return &items[i];
    fail(item->r.name, "its lengths are not registered before");
    return NULL;
}

static size_t number(const struct item *item, const char *at, size_t i)
{
    return item->row == 8 ? (size_t)((const int64_t *)at)[i]
                          : (size_t)((const int32_t *)at)[i];
}

static void set_number(const struct item *item, char *at, size_t i, size_t n)
{
    if (item->row == 8)
        ((int64_t *)at)[i] = (int64_t)n;
    else
        ((int32_t *)at)[i] = (int32_t)n;
}

/* From offsets to lengths, in place; returns what the first was. */
static size_t to_lengths(const struct item *item, char *at, size_t count)
{
    size_t base = number(item, at, 0);

    for (size_t i = 0; i < count; i++)
        set_number(item, at, i, number(item, at, i + 1) - number(item, at, i));
    return base;
}

static void to_offsets(const struct item *item,
                       char *at,
                       size_t count,
                       size_t base)
{
    for (size_t i = 0; i <= count; i++) {
        size_t length = i < count ? number(item, at, i) : 0;

        set_number(item, at, i, base);
        base += length;
    }
}

/* Know all rows: the first rank's halo, those of all, the last one's halo. */
static void collect(struct item *item)
{
    size_t halo = item->layout.halo * item->row;
    size_t mine = item->old * item->row;
    char *from = memory_of(item) + (rank > 0 ? halo : 0);

    item->whole = gather(from, mine + (rank == 0 ? halo : 0)
                                   + (rank == ranks - 1 ? halo : 0));
    item->all = sum_up(item->old);
}

static void plan_blocks(struct item *item)
{
    item->old = get_count(item);
    if (is_offsets(item))
        item->base = to_lengths(item, memory_of(item), item->old);
    collect(item);
    if (item->all < (size_t)ranks)
        fail(item->r.name, "too few rows");
    item->new = share(item->all, rank, &item->before);
}

/* The lengths are planned already. */
static void plan_ragged(struct item *item)
{
    const struct item *lengths = lengths_of(item);

    item->old = item->before = item->new = 0;
    for (size_t i = 0; i < lengths->old; i++)
        item->old += number(lengths, memory_of(lengths), i);
    for (size_t i = 0; i < lengths->before; i++)
        item->before += number(lengths, lengths->whole, i);
    for (size_t i = 0; i < lengths->new; i++)
        item->new += number(lengths, lengths->whole, lengths->before + i);
    collect(item);
}

static void move(struct item *item)
{
    size_t halo = 2 * item->layout.halo * item->row;
    size_t bytes = item->new * item->row + halo;
    bool offsets = is_offsets(item);
    bool fixed = item->layout.memory == MITO_FIXED;
    char *old = memory_of(item), *memory = old;

    if (!fixed)
        memory = malloc(bytes + (offsets ? item->row : 0) + 1);
    else if (item->new > item->layout.capacity)
        fail(item->r.name, "has no room");

    memcpy(memory, item->whole + item->before * item->row, bytes);
    if (offsets)
        to_offsets(item, memory, item->new, item->base);
    free(item->whole);
    if (fixed)
        return;
    memset(old, 0xa5, item->old * item->row + halo);
    free(old);
    *(char **)item->r.buffer = memory;
}

/* How many bytes an array has that is not in blocks. */
static size_t size_of(const struct item *item)
{
    size_t cells = 1;

    if (item->layout.spread != MITO_GRID)
        return get_count(item) * item->row;
    for (int d = 0; d < item->layout.dimensions; d++)
        cells *= item->layout.extent[d] + 2 * item->layout.halo;
    return cells * item->row;
}

/* The same at another place. */
static void replace(struct item *item)
{
    size_t bytes = size_of(item);
    char *old = memory_of(item), *memory = malloc(bytes + 1);

    memcpy(memory, old, bytes);
    memset(old, 0xa5, bytes);
    free(old);
    *(char **)item->r.buffer = memory;
}

static mito_spread spread_of(const struct item *item)
{
    if (item->r.buffer_class != 5)
        return MITO_REPLICATED;
    return item->layout.spread == MITO_DEFAULT ? MITO_BLOCK
                                               : item->layout.spread;
}

static void shuffle(void)
{
    for (int i = 0; i < item_count; i++)
        if (spread_of(&items[i]) == MITO_BLOCK)
            plan_blocks(&items[i]);
    for (int i = 0; i < item_count; i++)
        if (spread_of(&items[i]) == MITO_RAGGED)
            plan_ragged(&items[i]);
    for (int i = 0; i < item_count; i++) {
        mito_spread spread = spread_of(&items[i]);

        if (spread == MITO_BLOCK || spread == MITO_RAGGED)
            move(&items[i]);
        else if (spread != MITO_REPLICATED)
            replace(&items[i]);
    }
    for (int i = 0; i < item_count; i++)
        if (spread_of(&items[i]) == MITO_BLOCK)
            set_count(&items[i], items[i].new);
}

EXPORT int shuffle_sync(void) __asm__("mito_sync");
EXPORT int shuffle_sync(void)
{
    if (++syncs % 3 != 0 || getenv("SHUFFLE"))
        return MITO_SAME;
    shuffle();
    shuffles++;
    return MITO_CHANGED;
}

/* Fortran does not always end by our MPI_Finalize(). */
__attribute__((destructor)) static void report(void)
{
    if (rank == 0 && item_count > 0 && !getenv("SHUFFLE"))
        fprintf(stderr, "shuffle: %d times\n", shuffles);
}
