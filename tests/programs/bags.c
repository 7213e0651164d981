/* bags.c - registers ragged rows, bags and what ranks have for themselves
 *
 *     bags STEPS
 *
 * Each element has a value of its own in each step.  After a change ragged
 * rows are to be where they belong, and items of bags and lists each with
 * exactly one rank.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounds.h"

enum { ROWS = 61, ITEMS = 97 };

/* ---- ragged rows: by lengths, and by offsets ---- */

static int rows, *lengths;
static long *starts, *values, *others, elements;

/* How long a global row is, which changes; some are empty. */
static int length(long row, int now)
{
    return (int)((row * 7 + now / 4) % 5);
}

static long element(long row, long i, int now)
{
    return (row * 10 + i) * 10007 + now;
}

static long first_row(void)
{
    long mine = rows, first = 0;

    MPI_Exscan(&mine, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return rank ? first : 0;
}

static void fill_rows(int now)
{
    long first = first_row();

    lengths = realloc(lengths, (size_t)rows * sizeof(*lengths) + 1);
    starts = realloc(starts, ((size_t)rows + 1) * sizeof(*starts));
    starts[0] = 0;
    for (long i = 0; i < rows; i++) {
        lengths[i] = length(first + i, now);
        starts[i + 1] = starts[i] + lengths[i];
    }
    elements = starts[rows];
    values = realloc(values, (size_t)elements * sizeof(*values) + 1);
    others = realloc(others, (size_t)elements * sizeof(*others) + 1);
    for (long i = 0; i < rows; i++)
        for (long k = 0; k < lengths[i]; k++)
            values[starts[i] + k] = others[starts[i] + k] =
                element(first + i, k, now);
}

static long check_rows(void)
{
    long first = first_row(), wrong = 0, at = 0;

    for (long i = 0; i < rows; i++) {
        wrong += starts[i] != at || lengths[i] != length(first + i, step);
        for (long k = 0; k < length(first + i, step); k++, at++)
            wrong += values[at] != element(first + i, k, step)
                     || others[at] != element(first + i, k, step);
    }
    return wrong + (starts[rows] != at) + (elements != at);
}

/* ---- lists: a bag, and what ranks have for themselves ---- */

struct list {
    const char *name;
    long *item;
    size_t count;
};

static struct list bag = { "bag", NULL, 0 };
static struct list plain = { "plain", NULL, 0 };
static struct list own = { "own", NULL, 0 };
static struct list packed = { "packed", NULL, 0 };
static struct list *const lists[] = { &bag, &plain, &own, &packed };
enum { LISTS = sizeof(lists) / sizeof(lists[0]) };

static void add(struct list *l, const long *more, size_t count)
{
    l->item = realloc(l->item, (l->count + count) * sizeof(long) + 1);
    if (count > 0)
        memcpy(l->item + l->count, more, count * sizeof(long));
    l->count += count;
}

/* Items are dealt out, as many as there are in all. */
static void make_lists(void)
{
    for (int l = 0; l < LISTS; l++)
        for (long i = rank; i < ITEMS; i += ranks)
            add(lists[l], &(long){ i * 10007 }, 1);
}

static void fill_list(struct list *l, int now)
{
    for (size_t i = 0; i < l->count; i++)
        l->item[i] = l->item[i] / 10007 * 10007 + now;
}

/* Each item is with exactly one rank, and is of now. */
static long check_list(const struct list *l)
{
    int there[ITEMS] = { 0 };
    long wrong = 0;

    for (size_t i = 0; i < l->count; i++) {
        long item = l->item[i] / 10007;

        if (item < 0 || item >= ITEMS || l->item[i] % 10007 != step)
            wrong++;
        else
            there[item]++;
    }
    MPI_Allreduce(MPI_IN_PLACE, there, ITEMS, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    for (int i = 0; i < ITEMS; i++)
        wrong += there[i] != 1;
    return wrong;
}

/* Every parts-th item, for parts to be told from a piece. */
static int split(void **items, size_t *count, int part, int parts, void *arg)
{
    long *item = *items;
    size_t kept = 0;

    (void)arg;
    for (size_t i = (size_t)part; i < *count; i += (size_t)parts)
        item[kept++] = item[i];
    *count = kept;
    return 0;
}

static int merge(
    void **items, size_t *count, const void *more, size_t added, void *arg)
{
    struct list both = { NULL, *items, *count };

    (void)arg;
    add(&both, more, added);
    *items = both.item;
    *count = both.count;
    return 0;
}

static size_t size(void *arg)
{
    return ((struct list *)arg)->count * sizeof(long);
}

static int pack(void *bytes, void *arg)
{
    const struct list *l = arg;

    if (l->count > 0)
        memcpy(bytes, l->item, l->count * sizeof(long));
    return 0;
}

static int unpack(const void *bytes,
                  size_t bytes_count,
                  int part,
                  int parts,
                  int which,
                  int of,
                  void *arg)
{
    size_t count = bytes_count / sizeof(long);
    struct list *l = arg;

    if (which == 0)
        l->count = 0;
    for (size_t i = (size_t)part; i < count; i += (size_t)parts)
        add(l, (const long *)bytes + i, 1);
    return which >= of || part >= parts || (parts > 1 && of > 1);
}

static void enroll(void)
{
    mito_register("lengths", &lengths, &rows, MPI_INT, NULL);
    mito_register(
        "values", &values, &rows, MPI_LONG,
        &(mito_layout){ .spread = MITO_RAGGED, .lengths = "lengths" });
    mito_register("starts", &starts, &rows, MPI_LONG, NULL);
    mito_register("others", &others, &elements, MPI_LONG,
                  &(mito_layout){ .spread = MITO_RAGGED,
                                  .lengths = "starts",
                                  .offsets = true });
    mito_register("bag", &bag.item, &bag.count, MPI_LONG,
                  &(mito_layout){ .spread = MITO_BAG });
    mito_register("plain", &plain.item, &plain.count, MPI_LONG,
                  &(mito_layout){ .spread = MITO_LOCAL });
    mito_register("own", &own.item, &own.count, MPI_LONG,
                  &(mito_layout){
                      .spread = MITO_LOCAL, .split = split, .merge = merge });
    mito_register("packed", NULL, NULL, MPI_BYTE,
                  &(mito_layout){ .spread = MITO_LOCAL,
                                  .size = size,
                                  .pack = pack,
                                  .unpack = unpack,
                                  .arg = &packed });
}

static long check(void)
{
    long wrong = check_rows();

    if (wrong)
        fprintf(stderr, "rank %d of %d, step %d: %ld in rows are wrong\n",
                rank, ranks, step, wrong);
    for (int l = 0; l < LISTS; l++) {
        long bad = check_list(lists[l]);

        if (bad)
            fprintf(stderr, "rank %d of %d, step %d: %ld of %s are wrong\n",
                    rank, ranks, step, bad, lists[l]->name);
        wrong += bad;
    }
    return wrong;
}

static long visit(bool changed)
{
    long wrong = check();

    (void)changed;
    fill_rows(step + 1);
    for (int l = 0; l < LISTS; l++)
        fill_list(lists[l], step + 1);
    return wrong;
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    rows = ROWS * (rank + 1) / ranks - ROWS * rank / ranks;
    make_lists();
    fill_rows(0);
    enroll();
    return rounds_run("bags", argc > 1 ? atoi(argv[1]) : 100, visit);
}
