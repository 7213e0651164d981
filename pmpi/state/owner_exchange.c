/* owner_exchange.c - items of bags go on to the ranks that they belong to
 *
 * Whose an item is the program knows in the new ranks, where start-up has
 * divided the work anew, and it takes the item to tell.  So each new rank
 * fetches consecutive items, as many as of any bag, asks whose each is, and
 * all of them exchange what they have by MPI.  Ranks get items in the order of
 * those that had them in between, so that of the old ranks is kept.
 *
 * All ranks make the same calls of MPI whatever goes wrong in one of them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/memory_reserve.h"
#include "migrate/layout/digest.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/owner_bounds.h"
#include "pmpi/state/owner_exchange.h"
#include "pmpi/state/prepare.h"

/* A bag whose items have owners, with all that has the same count. */
struct deal {
    size_t bag;
    uint64_t items;            /* staged here */
    int *owner;                /* of each of them, in prepared.owners */
    int stay;                  /* of them, whose owner is this rank */
    struct owner_bounds *all;  /* of the ranks, where these say whose it is */
    owner_grid_t *grid;        /* of these, or NULL */
    int *give, *give_at;       /* items for each rank, and where they begin */
    int *receive, *receive_at; /* the same of what comes from each */
    int *next;                 /* where the next one for each rank goes */
    uint64_t count;            /* of what comes */
};

static int ranks(void)
{
    return prepared.world.new_ranks;
}

static bool says_owners(const struct item *item)
{
    return item->flags & ITEM_OWNER
           || (item->flags & ITEM_OWNED && item->lengths[0]);
}

static bool is_dealt(const struct deal *d, size_t i)
{
    return item_goes_with(prepare_item(i), prepare_item(d->bag));
}

/* Whether all went well everywhere; the first rank where it did not says why
 * to the others.
 */
static int agree(int rc, struct error *err)
{
    int mine = rc < 0 ? prepared.place.rank : ranks(), first = mine;
    struct error why = *err;

    REAL(MPI_Allreduce)(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == ranks())
        return 0;
    REAL(MPI_Bcast)
    (why.text, sizeof(why.text), MPI_CHAR, first, MPI_COMM_WORLD);
    if (rc == 0)
        error_set(err, "rank %d said: %.900s", first, why.text);
    return -1;
}

/* ---- whose items are ---- */

static int64_t owner_in_list(const struct deal *d, uint64_t n)
{
    size_t list = prepare_item(d->bag)->index;
    const char *staged = prepared.item[list].staged.at;
    int64_t wide;
    int narrow;

    if (prepare_item(list)->extent == sizeof(narrow)) {
        memcpy(&narrow, staged + n * sizeof(narrow), sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, staged + n * sizeof(wide), sizeof(wide));
    return wide;
}

static int64_t owner_of(const struct deal *d,
                        const struct item *bag,
                        const mito_layout *l,
                        const char *at,
                        uint64_t n)
{
    if (bag->flags & ITEM_BOUNDS)
        return owner_bounds_find(d->all, ranks(), d->grid, bag, l, at,
                                 n ? d->owner[n - 1] : 0);
    if (!(bag->flags & ITEM_OWNER))
        return owner_in_list(d, n);
    return l->owner(at, l->arg);
}

static int no_owner(const struct item *bag,
                    const mito_layout *l,
                    const char *at,
                    int64_t owner,
                    struct error *err)
{
    if (bag->flags & ITEM_BOUNDS)
        return error_set(err,
                         "\"%s\" %s has an item %s, which is within no rank's "
                         "bounds",
                         bag->name, item_place(bag).text,
                         owner_bounds_place(bag, l, at).text);
    return error_set(err,
                     "\"%s\" %s has an item whose owner is said to be "
                     "rank %" PRId64 ": there are ranks 0 to %d",
                     bag->name, item_place(bag).text, owner, ranks() - 1);
}

static int ask_owners(struct deal *d, struct error *err)
{
    const struct item *bag = prepare_item(d->bag);
    const mito_layout *l = &prepare_thing(d->bag)->layout;
    const char *at = prepared.item[d->bag].staged.at;
    size_t row = item_row_bytes(bag);

    for (uint64_t n = 0; n < d->items; n++, at += row) {
        int64_t owner = owner_of(d, bag, l, at, n);

        if (owner < 0 || owner >= ranks())
            return no_owner(bag, l, at, owner, err);
        d->owner[n] = (int)owner;
        d->give[owner]++;
    }
    return 0;
}

static void place(const int *counts, int *at)
{
    at[0] = 0;
    for (int r = 1; r < ranks(); r++)
        at[r] = at[r - 1] + counts[r - 1];
}

static int make(struct deal *d, struct error *err)
{
    const struct item *bag = prepare_item(d->bag);
    size_t size = (size_t)ranks();
    int *lists = calloc(5 * size, sizeof(*lists));

    d->items = prepared.item[d->bag].plan.bytes / item_row_bytes(bag);
    d->give = lists;
    if (!lists || d->items > INT_MAX
        || staging_hold(&prepared.owners, bag->name,
                        d->items * sizeof(d->owner[0]), NULL)
               < 0)
        return error_set(
            err, "\"%s\": no memory for the owners of %" PRIu64 " items",
            bag->name, d->items);
    d->owner = (int *)(void *)prepared.owners.at;
    d->give_at = lists + size;
    d->receive = lists + 2 * size;
    d->receive_at = lists + 3 * size;
    d->next = lists + 4 * size;
    return ask_owners(d, err);
}

static void drop(struct deal *d)
{
    free(d->all);
    owner_grid_destroy(d->grid);
    free(d->give);
}

/* ---- room for what comes ---- */

/* More than was got ahead, if that is too little. */
static int hold(struct staging *s,
                const struct registered *t,
                uint64_t bytes,
                struct error *err)
{
    uint64_t had = s->room, more = bytes > had ? bytes - had : 0;

    if (s->at && more == 0)
        return 0;
    if (memory_check(more, more, err) < 0
        || staging_hold(s, t->item.name, bytes, err) < 0)
        return -1;
    return memory_touch(s->at + had, more, 1, err);
}

/* Where it is to be memory of malloc(), what is staged becomes it in the end,
 * and has to have room.
 */
static int get_memory(size_t i, uint64_t bytes, struct error *err)
{
    struct prepared_item *a = &prepared.item[i];
    struct registered *t = prepare_thing(i);

    if (registered_takes_malloc(t))
        return hold(&a->staged, t, bytes, err);
    if (memory_check(bytes, bytes, err) < 0)
        return -1;
    if ((a->bytes != bytes || !registered_can_grow(t))
        && registered_allocate(t, prepare_item(i), bytes, err) < 0)
        return -1;
    a->bytes = bytes;
    return 0;
}

static int get_room(struct deal *d, size_t i, struct error *err)
{
    struct registered *t = prepare_thing(i);
    uint64_t row = item_row_bytes(prepare_item(i));

    if (row > INT_MAX || d->count > INT_MAX)
        return error_set(err, "\"%s\" %s has more items than can be passed on",
                         t->item.name, item_place(&t->item).text);
    if (registered_check_count(t, d->count, err) < 0
        || hold(&prepared.leaving, t, (d->items - (uint64_t)d->stay) * row,
                err)
               < 0)
        return -1;
    return get_memory(i, item_bytes(prepare_item(i), d->count), err);
}

static int get_all_room(struct deal *d, struct error *err)
{
    for (int r = 0; r < ranks(); r++)
        d->count += (uint64_t)d->receive[r];
    for (size_t i = 0; i < registered_count; i++)
        if (is_dealt(d, i) && get_room(d, i, err) < 0)
            return -1;
    place(d->receive, d->receive_at);
    return 0;
}

/* ---- passing them on ---- */

/* Where the run of items that go to the same rank as 'n' ends, or begins. */
static uint64_t run_end(const struct deal *d, uint64_t n)
{
    int owner = d->owner[n];

    while (++n < d->items && d->owner[n] == owner)
        ;
    return n;
}

static uint64_t run_start(const struct deal *d, uint64_t n)
{
    while (n > 0 && d->owner[n - 1] == d->owner[n])
        n--;
    return n;
}

/* Items that go to other ranks, by these. */
static void take_out(struct deal *d, const char *staged, size_t row)
{
    place(d->give, d->next);
    for (uint64_t n = 0, end; n < d->items; n = end) {
        int owner = d->owner[n];

        end = run_end(d, n);
        if (owner == prepared.place.rank)
            continue;
        memcpy(prepared.leaving.at + (size_t)d->next[owner] * row,
               staged + n * row, (end - n) * row);
        d->next[owner] += (int)(end - n);
    }
}

/* Items that stay, to where they are to be from 'to' on: upwards from the
 * first one that is there or above it, and before that downwards from there,
 * as 'to' may be among what is staged.
 */
static void keep(const struct deal *d,
                 const char *staged,
                 char *to,
                 size_t row)
{
    int self = prepared.place.rank;
    uint64_t from = 0, count = 0, before, end;
    bool among = to >= staged && to < staged + d->items * row;

    for (; among && from < d->items; from = end) {
        end = run_end(d, from);
        if (d->owner[from] != self)
            continue;
        if (staged + from * row >= to + count * row)
            break;
        count += end - from;
    }
    before = count;
    for (uint64_t n = from; n < d->items; n = end) {
        end = run_end(d, n);
        if (d->owner[n] != self)
            continue;
        memmove(to + count * row, staged + n * row, (end - n) * row);
        count += end - n;
    }
    for (uint64_t n = from, start; n > 0; n = start) {
        start = run_start(d, n - 1);
        if (d->owner[start] != self)
            continue;
        before -= n - start;
        memmove(to + before * row, staged + start * row, (n - start) * row);
    }
}

static void exchange(struct deal *d, size_t i, char *memory)
{
    MPI_Datatype item;

    REAL(MPI_Type_contiguous)
    ((int)item_row_bytes(prepare_item(i)), MPI_BYTE, &item);
    REAL(MPI_Type_commit)(&item);
    REAL(MPI_Alltoallv)
    (prepared.leaving.at, d->give, d->give_at, item, memory, d->receive,
     d->receive_at, item, MPI_COMM_WORLD);
    REAL(MPI_Type_free)(&item);
}

static void pass_on(struct deal *d, size_t i, uint64_t *sum)
{
    struct registered *t = prepare_thing(i);
    size_t row = item_row_bytes(prepare_item(i));
    struct staging *staged = &prepared.item[i].staged;
    bool takes = registered_takes_malloc(t);
    char *memory = takes ? staged->at : registered_memory(t);
    struct stride all = { .first = STRIDE_ANYWHERE,
                          .bytes = d->count * row,
                          .times = 1 };

    take_out(d, staged->at, row);
    keep(d, staged->at,
         memory + (size_t)d->receive_at[prepared.place.rank] * row, row);
    exchange(d, i, memory);
    if (takes)
        registered_give(t, staging_take(staged, d->count * row));
    registered_set_rows(t, d->count, NULL);
    *sum = digest_run(registered_memory(t), &all, row);
}

/* Each rank tells its bounds to all. */
static int gather_bounds(struct deal *d, struct error *err)
{
    struct owner_bounds mine;
    int rc = 0;

    if (!(prepare_item(d->bag)->flags & ITEM_BOUNDS))
        return 0;
    d->all = calloc((size_t)ranks(), sizeof(d->all[0]));
    if (!d->all)
        rc = error_set(err, "out of memory");
    if (agree(rc, err) < 0)
        return -1;
    owner_bounds_get(&mine, &prepare_thing(d->bag)->layout);
    REAL(MPI_Allgather)
    (&mine, sizeof(mine), MPI_BYTE, d->all, sizeof(mine), MPI_BYTE,
     MPI_COMM_WORLD);
    d->grid = owner_grid_create(d->all, ranks(),
                                prepare_thing(d->bag)->layout.dimensions);
    return 0;
}

static int deal(struct deal *d, uint64_t *sums, struct error *err)
{
    if (gather_bounds(d, err) < 0 || agree(make(d, err), err) < 0)
        return -1;
    REAL(MPI_Alltoall)
    (d->give, 1, MPI_INT, d->receive, 1, MPI_INT, MPI_COMM_WORLD);
    d->stay = d->give[prepared.place.rank];
    if (agree(get_all_room(d, err), err) < 0)
        return -1;
    d->give[prepared.place.rank] = d->receive[prepared.place.rank] = 0;
    place(d->give, d->give_at);
    for (size_t i = 0; i < registered_count; i++)
        if (is_dealt(d, i))
            pass_on(d, i, &sums[i]);
    return 0;
}

/* By what was registered, as there may be no manifests when it went badly. */
static bool any_owners(void)
{
    for (size_t i = 0; i < registered_count; i++)
        if (things[i].layout.owner || things[i].layout.owners
            || things[i].layout.low)
            return true;
    return false;
}

int owner_exchange(int rc, uint64_t *sums, struct error *err)
{
    if (!any_owners())
        return rc;
    rc = agree(rc, err);
    for (size_t i = 0; rc == 0 && i < registered_count; i++) {
        struct deal d = { .bag = i };

        if (!says_owners(prepare_item(i)))
            continue;
        rc = deal(&d, sums, err);
        drop(&d);
    }
    return rc;
}
