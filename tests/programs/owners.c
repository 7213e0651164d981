/* owners.c - items that belong to a rank by what they are
 *
 *     owners ITEMS STEPS
 *
 * Items of one bag go by a function, those of the other by a list that is made
 * anew before each change; arrays with the same count go along.  After a
 * change each item is with its owner, there once, and in the order of the old
 * ranks and of their places there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <stdlib.h>

#include "rounds.h"

struct item {
    long number;
    long at; /* the old rank and the place there, as one number */
};

static int shift;
static long all;

/* Those with a function: their number, an array that goes along, and another
 * that stays where it is.
 */
static struct item *items;
static long count;
static double *twice;
static char (*tags)[3];

/* Those with a list. */
static struct item *others;
static long *to;
static int other_count;

/* It goes by what is registered, too. */
static int owner_of(long number, int size)
{
    return (int)((number * 7 + shift) % size);
}

static int owner(const void *item, void *arg)
{
    return arg == &ranks ? owner_of(((const struct item *)item)->number, ranks)
                         : -1;
}

/* Not where 'owner' would have them. */
static void list_owners(void *arg)
{
    (void)arg;
    for (int i = 0; i < other_count; i++)
        to[i] = owner_of(others[i].number + 1, mito_next_size());
}

static void tag(long i)
{
    for (int k = 0; k < 3; k++)
        tags[i][k] = (char)(items[i].number >> 3 * k);
}

static void create(void)
{
    long most = all + 1;

    items = calloc((size_t)most, sizeof(*items));
    twice = calloc((size_t)most, sizeof(*twice));
    tags = calloc((size_t)most, sizeof(*tags));
    others = calloc((size_t)most, sizeof(*others));
    to = calloc((size_t)most, sizeof(*to));
    for (long i = rank; i < all; i += ranks) {
        others[other_count++].number = i;
        items[count].number = i;
        twice[count] = 2.0 * (double)i;
        tag(count++);
    }
}

static void number(struct item *list, long n)
{
    for (long i = 0; i < n; i++)
        list[i].at = rank * 1000000L + i;
}

/* Each item is there once. */
static long check_numbers(const struct item *list, long n)
{
    int *there = calloc((size_t)all + 1, sizeof(*there));
    long wrong = 0;

    for (long i = 0; i < n; i++)
        there[list[i].number]++;
    MPI_Allreduce(MPI_IN_PLACE, there, (int)all, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    for (long i = 0; i < all; i++)
        wrong += there[i] != 1;
    free(there);
    return wrong;
}

static long check(bool changed)
{
    long wrong =
        check_numbers(items, count) + check_numbers(others, other_count);

    for (long i = 0; i < count; i++) {
        char had[3] = { tags[i][0], tags[i][1], tags[i][2] };

        tag(i);
        for (int k = 0; k < 3; k++)
            wrong += had[k] != tags[i][k];
        wrong += twice[i] < 2.0 * (double)items[i].number
                 || twice[i] > 2.0 * (double)items[i].number;
        wrong += changed && owner_of(items[i].number, ranks) != rank;
        wrong += changed && i > 0 && items[i - 1].at >= items[i].at;
    }
    for (int i = 0; i < other_count && changed; i++) {
        wrong +=
            owner_of(others[i].number + 1, ranks) != rank || to[i] != rank;
        wrong += i > 0 && others[i - 1].at >= others[i].at;
    }
    return wrong;
}

static void enroll(void)
{
    mito_register("items", &items, &count, MPI_LONG,
                  &(mito_layout){ .row = 2, .owner = owner, .arg = &ranks });
    mito_register("shift", &shift, NULL, MPI_INT, NULL);
    mito_register("a twice", &twice, &count, MPI_DOUBLE, NULL);
    mito_register("tags", &tags, &count, MPI_CHAR,
                  &(mito_layout){ .spread = MITO_BAG,
                                  .row = 3,
                                  .memory = MITO_FIXED,
                                  .capacity = (size_t)all + 1 });
    mito_register("others", &others, &other_count, MPI_LONG,
                  &(mito_layout){ .row = 2, .owners = "to" });
    mito_register("to", &to, &other_count, MPI_LONG, NULL);
    mito_before(list_owners, NULL);
}

static long visit(bool changed)
{
    long wrong = check(changed);

    number(items, count);
    number(others, other_count);
    shift = step;
    return wrong;
}

int main(int argc, char **argv)
{
    rounds_begin(&argc, &argv);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    all = atol(argv[1]);
    create();
    enroll();
    return rounds_run("owners", atoi(argv[2]), visit);
}
