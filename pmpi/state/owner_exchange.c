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
    int *owner;                /* of each of them */
    bool sorted;               /* as staged they are in the order of these */
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
    const char *staged = prepared.item[list].staged;
    int64_t wide;
    int narrow;

    if (prepare_item(list)->extent == sizeof(narrow)) {
        memcpy(&narrow, staged + n * sizeof(narrow), sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, staged + n * sizeof(wide), sizeof(wide));
    return wide;
}

static const char *item_at(const struct deal *d, uint64_t n)
{
    return prepared.item[d->bag].staged
           + n * item_row_bytes(prepare_item(d->bag));
}

static int64_t owner_of(const struct deal *d, uint64_t n)
{
    const struct item *bag = prepare_item(d->bag);
    const mito_layout *l = &prepare_thing(d->bag)->layout;

    if (bag->flags & ITEM_BOUNDS)
        return owner_bounds_find(d->all, ranks(), d->grid, bag, l,
                                 item_at(d, n), n ? d->owner[n - 1] : 0);
    if (!(bag->flags & ITEM_OWNER))
        return owner_in_list(d, n);
    return l->owner(item_at(d, n), l->arg);
}

static int no_owner(const struct deal *d,
                    uint64_t n,
                    int64_t owner,
                    struct error *err)
{
    const struct item *bag = prepare_item(d->bag);

    if (bag->flags & ITEM_BOUNDS)
        return error_set(err,
                         "\"%s\" %s has an item %s, which is within no rank's "
                         "bounds",
                         bag->name, item_place(bag).text,
                         owner_bounds_place(bag,
                                            &prepare_thing(d->bag)->layout,
                                            item_at(d, n))
                             .text);
    return error_set(err,
                     "\"%s\" %s has an item whose owner is said to be "
                     "rank %" PRId64 ": there are ranks 0 to %d",
                     bag->name, item_place(bag).text, owner, ranks() - 1);
}

static int ask_owners(struct deal *d, struct error *err)
{
    d->sorted = true;
    for (uint64_t n = 0; n < d->items; n++) {
        int64_t owner = owner_of(d, n);

        if (owner < 0 || owner >= ranks())
            return no_owner(d, n, owner, err);
        d->owner[n] = (int)owner;
        d->sorted = d->sorted && (n == 0 || owner >= d->owner[n - 1]);
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
    d->owner = malloc((d->items + 1) * sizeof(d->owner[0]));
    if (!lists || !d->owner || d->items > INT_MAX) {
        free(lists);
        return error_set(
            err, "\"%s\": no memory for the owners of %" PRIu64 " items",
            bag->name, d->items);
    }
    d->give = lists;
    d->give_at = lists + size;
    d->receive = lists + 2 * size;
    d->receive_at = lists + 3 * size;
    d->next = lists + 4 * size;
    return ask_owners(d, err);
}

static void drop(struct deal *d)
{
    free(d->owner);
    free(d->all);
    owner_grid_destroy(d->grid);
    free(d->give);
}

/* ---- room for what comes ---- */

static int get_room(struct deal *d, size_t i, struct error *err)
{
    struct prepared_item *a = &prepared.item[i];
    struct registered *t = prepare_thing(i);
    uint64_t bytes = item_bytes(prepare_item(i), d->count);

    if (item_row_bytes(prepare_item(i)) > INT_MAX || d->count > INT_MAX)
        return error_set(err, "\"%s\" %s has more items than can be passed on",
                         t->item.name, item_place(&t->item).text);
    if (registered_check_count(t, d->count, err) < 0
        || memory_check(2 * bytes, bytes, err) < 0)
        return -1;
    if ((a->bytes != bytes || !registered_can_grow(t))
        && registered_allocate(t, prepare_item(i), bytes, err) < 0)
        return -1;
    a->bytes = bytes;
    return 0;
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

/* The items here, by the ranks that they go to. */
static char *sort(struct deal *d, size_t i, struct error *err)
{
    size_t row = item_row_bytes(prepare_item(i));
    const char *staged = prepared.item[i].staged;
    char *sorted = malloc(d->items * row + 1);

    if (!sorted)
        return error_null(err, "\"%s\": no memory for %" PRIu64 " items",
                          prepare_item(i)->name, d->items);
    place(d->give, d->next);
    for (uint64_t n = 0; n < d->items; n++)
        memcpy(sorted + (size_t)d->next[d->owner[n]]++ * row, staged + n * row,
               row);
    return sorted;
}

static void exchange(struct deal *d, size_t i, const char *sorted)
{
    MPI_Datatype item;

    REAL(MPI_Type_contiguous)
    ((int)item_row_bytes(prepare_item(i)), MPI_BYTE, &item);
    REAL(MPI_Type_commit)(&item);
    REAL(MPI_Alltoallv)
    (sorted, d->give, d->give_at, item, registered_memory(prepare_thing(i)),
     d->receive, d->receive_at, item, MPI_COMM_WORLD);
    REAL(MPI_Type_free)(&item);
}

static int pass_on(struct deal *d, size_t i, uint64_t *sum, struct error *err)
{
    const struct item *item = prepare_item(i);
    struct stride all = { .first = STRIDE_ANYWHERE,
                          .bytes = d->count * item_row_bytes(item),
                          .times = 1 };
    char *staged = prepared.item[i].staged;
    char *sorted = d->sorted ? staged : sort(d, i, err);
    int rc = agree(d->sorted || sorted ? 0 : -1, err);

    if (sorted != staged)
        free(staged);
    prepared.item[i].staged = NULL;
    if (rc == 0) {
        exchange(d, i, sorted);
        registered_set_rows(prepare_thing(i), d->count, NULL);
        *sum = digest_run(registered_memory(prepare_thing(i)), &all,
                          item_row_bytes(item));
    }
    free(sorted);
    return rc;
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
    place(d->give, d->give_at);
    REAL(MPI_Alltoall)
    (d->give, 1, MPI_INT, d->receive, 1, MPI_INT, MPI_COMM_WORLD);
    if (agree(get_all_room(d, err), err) < 0)
        return -1;
    for (size_t i = 0; i < registered_count; i++)
        if (is_dealt(d, i) && pass_on(d, i, &sums[i], err) < 0)
            return -1;
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
