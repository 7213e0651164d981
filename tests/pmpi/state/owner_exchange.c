/* Tests of pmpi/state/owner_exchange.c: rank 1 of three, the others and MPI
 * made up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/digest.h"
#include "pmpi/mpi/real.h"
#include "pmpi/state/owner_bounds.h"
#include "pmpi/state/owner_exchange.h"
#include "pmpi/state/prepare.h"
#include "tests/tap.h"

enum { RANKS = 3, RANK = 1, STAGED = 5, MOST = 8 };

struct prepare prepared;
void *real_call[CALL_COUNT];

/* Two arrays with a count: numbers, which say whose they are, and letters. */
enum { LETTERS, NUMBERS, ITEMS };
static struct registered two[ITEMS];
static struct item items[ITEMS];
static struct manifest mine, *all[RANKS] = { &mine, &mine, &mine };
static long *numbers;
static char *letters;
static int count;

const struct item *prepare_item(size_t i)
{
    return &items[i];
}

struct registered *prepare_thing(size_t i)
{
    return &two[i];
}

/* ---- MPI, where rank 0 has two items for us, rank 2 one ---- */

static const long from_others[RANKS][2] = { { 100, 101 }, { 0 }, { 102 } };
static int from_others_count[RANKS] = { 2, 0, 1 };
static int failing; /* another rank that does, in the agreement 'fails_at' */
static int fails_at, agreements, exchanges;
static int gave[RANKS];
static long gave_numbers[RANKS][MOST];

static int made_up_allreduce(const void *from,
                             void *to,
                             int n,
                             MPI_Datatype type,
                             MPI_Op op,
                             MPI_Comm comm)
{
    int first = *(const int *)from;

    (void)n, (void)type, (void)op, (void)comm;
    if (agreements++ == fails_at && failing < first)
        first = failing;
    *(int *)to = first;
    return MPI_SUCCESS;
}

static int made_up_bcast(
    void *data, int n, MPI_Datatype type, int root, MPI_Comm comm)
{
    (void)type, (void)comm;
    if (root != RANK)
        strncpy(data, "no room", (size_t)n);
    return MPI_SUCCESS;
}

static int made_up_alltoall(const void *from,
                            int n,
                            MPI_Datatype type,
                            void *to,
                            int m,
                            MPI_Datatype other,
                            MPI_Comm comm)
{
    int *came = to;

    (void)n, (void)type, (void)m, (void)other, (void)comm;
    memcpy(gave, from, sizeof(gave));
    for (int r = 0; r < RANKS; r++)
        came[r] = r == RANK ? gave[RANK] : from_others_count[r];
    return MPI_SUCCESS;
}

static int width;

static int made_up_contiguous(int n, MPI_Datatype old, MPI_Datatype *type)
{
    width = n;
    *type = old;
    return MPI_SUCCESS;
}

static int made_up_type(MPI_Datatype *type)
{
    (void)type;
    return MPI_SUCCESS;
}

static int made_up_alltoallv(const void *from,
                             const int *give,
                             const int *give_at,
                             MPI_Datatype type,
                             void *to,
                             const int *come,
                             const int *come_at,
                             MPI_Datatype other,
                             MPI_Comm comm)
{
    size_t wide = (size_t)width;

    (void)type, (void)other, (void)comm;
    exchanges++;
    for (int r = 0; r < RANKS; r++) {
        if (width == sizeof(long))
            memcpy(gave_numbers[r],
                   (const char *)from + (size_t)give_at[r] * wide,
                   (size_t)give[r] * wide);
        for (int i = 0; i < come[r]; i++)
            memcpy((char *)to + (size_t)(come_at[r] + i) * wide,
                   &from_others[r][i], wide); /* the lowest byte of it */
    }
    return give[RANK] == 0 && come[RANK] == 0 ? MPI_SUCCESS : MPI_ERR_COUNT;
}

/* Each rank has a part of space that is 10 wide, rank 0 one that begins at
 * none_below.
 */
static double low, high, none_below;

static int made_up_allgather(const void *from,
                             int n,
                             MPI_Datatype type,
                             void *to,
                             int m,
                             MPI_Datatype other,
                             MPI_Comm comm)
{
    struct owner_bounds *all = to;

    (void)type, (void)other, (void)comm;
    for (int r = 0; r < RANKS; r++) {
        memset(&all[r], 0, sizeof(all[r]));
        all[r].low[0] = r > 0 ? 10 * r : none_below;
        all[r].high[0] = 10 * r + 10;
    }
    return n == m && n == sizeof(*all)
                   && memcmp(from, &all[RANK], sizeof(*all)) == 0
               ? MPI_SUCCESS
               : MPI_ERR_COUNT;
}

void *real_find(enum call call)
{
    switch (call) {
    case CALL_MPI_Allgather:
        return (void *)made_up_allgather;
    case CALL_MPI_Allreduce:
        return (void *)made_up_allreduce;
    case CALL_MPI_Bcast:
        return (void *)made_up_bcast;
    case CALL_MPI_Alltoall:
        return (void *)made_up_alltoall;
    case CALL_MPI_Alltoallv:
        return (void *)made_up_alltoallv;
    case CALL_MPI_Type_contiguous:
        return (void *)made_up_contiguous;
    case CALL_MPI_Type_commit:
    case CALL_MPI_Type_free:
        return (void *)made_up_type;
    default:
        diag("MPI call %d is not made up", (int)call);
        abort();
    }
}

/* ---- */

static int wrong_for; /* this number belongs to no rank */

static int owner(const void *item, void *arg)
{
    long number = *(const long *)item;

    return number == wrong_for ? RANKS : (int)(number % *(int *)arg);
}

/* What the test before has left. */
static void drop(void)
{
    for (int i = 0; prepared.item && i < ITEMS; i++)
        staging_free(&prepared.item[i].staged);
    staging_free(&prepared.owners);
    staging_free(&prepared.leaving);
    free(prepared.item);
    free(numbers);
    free(letters);
}

static void start(void)
{
    static const long staged[STAGED] = { 4, 3, 7, 8, 1 };
    static int size = RANKS;

    drop();
    numbers = calloc(1, sizeof(*numbers));
    letters = calloc(1, 1);
    count = 0;
    failing = RANKS;
    fails_at = agreements = exchanges = 0;
    wrong_for = -1;
    memset(two, 0, sizeof(two));
    memset(items, 0, sizeof(items));
    prepared.item = calloc(ITEMS, sizeof(*prepared.item));
    for (int i = 0; i < ITEMS; i++) {
        struct item *item = &items[i];

        strcpy(item->name, i == NUMBERS ? "numbers" : "letters");
        strcpy(item->file, "md.c");
        item->line = 40 + (uint64_t)i;
        item->spread = ITEM_BAG;
        item->flags = ITEM_OWNED;
        item->extent = i == NUMBERS ? sizeof(long) : 1;
        item->row = 1;
        item->index = ITEM_NONE;
        prepared.item[i].plan.bytes = STAGED * item->extent;
        prepared.item[i].plan.staged = true;
        staging_hold(&prepared.item[i].staged, item->name,
                     STAGED * item->extent, NULL);
        two[i].pointed = true;
        two[i].count = &count;
        two[i].count_bytes = sizeof(count);
        two[i].layout.memory = MITO_MALLOC;
    }
    memcpy(prepared.item[NUMBERS].staged.at, staged, sizeof(staged));
    memcpy(prepared.item[LETTERS].staged.at, "dcgha", STAGED);
    items[NUMBERS].flags |= ITEM_OWNER;
    two[NUMBERS].buffer = &numbers;
    two[LETTERS].buffer = &letters;
    two[NUMBERS].layout.owner = owner;
    two[NUMBERS].layout.arg = &size;
    for (int i = 0; i < ITEMS; i++)
        two[i].item = items[i];
    things = two;
    registered_count = ITEMS;
    prepared.place.rank = RANK;
    prepared.world.new_ranks = RANKS;
    prepared.world.new = all;
}

static void test_dealt(void)
{
    /* 4, 7 and 1 are ours, between what came from rank 0 and rank 2. */
    static const long here[] = { 100, 101, 4, 7, 1, 102 };
    struct stride run = { .first = STRIDE_ANYWHERE,
                          .bytes = sizeof(here),
                          .times = 1 };
    uint64_t sums[ITEMS] = { 0 };
    struct error err = { "" };

    start();
    ok(owner_exchange(0, sums, &err) == 0, "items are dealt out: %s",
       err.text);
    ok(gave[0] == 1 && gave[1] == 3 && gave[2] == 1 && gave_numbers[0][0] == 3
           && gave_numbers[2][0] == 8,
       "each rank gets those that it owns");
    ok(count == 6 && memcmp(numbers, here, sizeof(here)) == 0,
       "here are ours, in the order of the ranks that had them");
    ok(exchanges == 2 && memcmp(letters, "de", 2) == 0
           && memcmp(letters + 2, "dga", 3) == 0,
       "what has the same count goes along");
    ok(sums[NUMBERS] == digest_run(numbers, &run, sizeof(long)),
       "the digest is of what is here now");
    ok(!prepared.item[NUMBERS].staged.at && !prepared.item[LETTERS].staged.at,
       "memory that was staged in has become theirs");
}

/* Whether the numbers here and those given away are what the owners in
 * 'pattern' say, one in a digit, in their order.
 */
static bool are_dealt(int pattern)
{
    long mine[MOST], others[RANKS][MOST], n = 0, given[RANKS] = { 0 };
    bool right;

    for (; n < from_others_count[0]; n++)
        mine[n] = from_others[0][n];
    for (long i = 0; i < STAGED; i++, pattern /= RANKS)
        if (pattern % RANKS == RANK)
            mine[n++] = RANKS * (10 + i) + RANK;
        else
            others[pattern % RANKS][given[pattern % RANKS]++] =
                RANKS * (10 + i) + pattern % RANKS;
    mine[n++] = from_others[2][0];
    right =
        count == n && memcmp(numbers, mine, (size_t)n * sizeof(mine[0])) == 0;
    for (int r = 0; r < RANKS; r++)
        right = right
                && memcmp(gave_numbers[r], others[r],
                          (size_t)given[r] * sizeof(others[r][0]))
                       == 0;
    return right;
}

/* All owners that there can be of those staged, in memory of either kind, with
 * none or some that come before them.
 */
static void test_order(void)
{
    int patterns = RANKS * RANKS * RANKS * RANKS * RANKS, wrong = 0;
    uint64_t sums[ITEMS];
    struct error err = { "" };

    for (int memory = MITO_MALLOC; memory <= MITO_ALIGNED; memory++)
        for (int before = 0; before < 3; before++)
            for (int p = 0; p < patterns; p++) {
                long *at;

                start();
                two[NUMBERS].layout.memory = (mito_memory)memory;
                from_others_count[0] = before;
                at = (long *)(void *)prepared.item[NUMBERS].staged.at;
                for (int i = 0, left = p; i < STAGED; i++, left /= RANKS)
                    at[i] = RANKS * (10 + i) + left % RANKS;
                wrong += owner_exchange(0, sums, &err) < 0 || !are_dealt(p);
            }
    ok(wrong == 0, "whatever the owners, all are in order: %d wrong; %s",
       wrong, err.text);
}

static void test_list(void)
{
    static const int to[STAGED] = { 2, 2, 1, 0, 0 };
    uint64_t sums[ITEMS];
    struct error err = { "" };

    start();
    items[NUMBERS].flags = ITEM_OWNED;
    items[NUMBERS].extent = sizeof(int);
    prepared.item[NUMBERS].plan.bytes = sizeof(to);
    memcpy(prepared.item[NUMBERS].staged.at, to, sizeof(to));
    strcpy(items[LETTERS].lengths, "numbers");
    items[LETTERS].index = NUMBERS;
    two[NUMBERS].layout.owner = NULL;
    two[LETTERS].layout.owners = "numbers";
    ok(owner_exchange(0, sums, &err) == 0 && gave[0] == 2 && gave[1] == 1
           && gave[2] == 2,
       "a list says whose items are: %s", err.text);
    ok(count == 4 && memcmp(letters + 2, "g", 1) == 0
           && memcmp((int *)numbers + 2, &to[2], sizeof(int)) == 0,
       "and goes along itself");
}

/* Items are numbers of the kind of their coordinates. */
static void use_bounds(void)
{
    static const double staged[STAGED] = { 4, 13, 7, 29.5, 30 };

    low = 10 * RANK;
    high = low + 10;
    none_below = 0;
    items[NUMBERS].flags |= ITEM_BOUNDS;
    two[NUMBERS].layout.owner = NULL;
    two[NUMBERS].layout.low = &low;
    two[NUMBERS].layout.high = &high;
    two[NUMBERS].layout.dimensions = 1;
    memcpy(prepared.item[NUMBERS].staged.at, staged, sizeof(staged));
}

static void test_bounds(void)
{
    uint64_t sums[ITEMS];
    struct error err = { "" };

    start();
    use_bounds();
    ok(owner_exchange(0, sums, &err) == 0 && gave[0] == 2 && gave[1] == 1
           && gave[2] == 2,
       "the ranks' bounds say whose items are: %s", err.text);
    ok(count == 4 && memcmp(letters + 2, "c", 1) == 0,
       "what has the same count goes along then, too");

    start();
    use_bounds();
    none_below = 5;
    ok(owner_exchange(0, sums, &err) < 0 && exchanges == 0,
       "an item that is within none calls it off");
    has(err.text,
        "\"numbers\" at md.c:41 has an item at 4, which is within no rank's "
        "bounds",
        "and is told");

    start();
    use_bounds();
    failing = 2;
    fails_at = 1;
    ok(owner_exchange(0, sums, &err) < 0 && agreements == 2,
       "a rank without memory for bounds ends it in all");
}

static void test_refused(void)
{
    uint64_t sums[ITEMS];
    struct error err = { "" };

    start();
    wrong_for = 8;
    ok(owner_exchange(0, sums, &err) < 0 && exchanges == 0,
       "an owner that there is not calls it off");
    has(err.text,
        "\"numbers\" at md.c:41 has an item whose owner is said to be rank 3: "
        "there are ranks 0 to 2",
        "and is told");

    start();
    error_set(&err, "a link is down");
    ok(owner_exchange(-1, sums, &err) < 0 && agreements == 1
           && strcmp(err.text, "a link is down") == 0,
       "what went wrong here before is told to all, and again");

    for (int at = 0; at < 3; at++) {
        start();
        failing = 2;
        fails_at = at;
        ok(owner_exchange(0, sums, &err) < 0 && agreements == at + 1
               && exchanges == 0,
           "what goes wrong in another rank ends it here, too, step %d", at);
        has(err.text, "rank 2 said: no room", "with its words");
    }
}

static void test_room(void)
{
    uint64_t sums[ITEMS];
    struct error err = { "" };

    start();
    two[LETTERS].layout.memory = MITO_FIXED;
    two[LETTERS].layout.capacity = 5;
    ok(owner_exchange(0, sums, &err) < 0 && exchanges == 0,
       "what has no room for all that comes calls it off");
    has(err.text,
        "\"letters\" at md.c:40 has room for 5 items and would need 6",
        "and is told");

    start();
    two[LETTERS].layout.memory = MITO_FIXED;
    two[LETTERS].layout.capacity = 6;
    letters = realloc(letters, 6);
    ok(owner_exchange(0, sums, &err) == 0 && count == 6,
       "where there is just enough it is well: %s", err.text);
}

static void test_without(void)
{
    uint64_t sums[ITEMS];
    struct error err = { "why" };

    start();
    two[NUMBERS].layout.owner = NULL;
    ok(owner_exchange(0, sums, &err) == 0
           && owner_exchange(-1, sums, &err) == -1 && agreements == 0,
       "without owners nobody has to agree");
}

int main(void)
{
    test_dealt();
    test_order();
    test_list();
    test_bounds();
    test_refused();
    test_room();
    test_without();
    drop();
    return tap_done();
}
