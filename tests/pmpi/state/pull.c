/* Tests of pmpi/state/prepare.c and pull.c: one new rank takes over from two
 * old ones
 *
 * All of them are this process, so that the memory of the old ranks can be
 * read by its number.  How much memory there is left is made up.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "base/system/host.h"
#include "base/system/memory_reserve.h"
#include "migrate/transfer/manifest_file.h"
#include "migrate/transfer/state_file.h"
#include "pmpi/state/owner_exchange.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/pull.h"
#include "pmpi/state/shared_rows.h"
#include "pmpi/watch/watch.h"
#include "tests/pmpi/state/made_up_array.h"
#include "tests/tap.h"

/* In the order of their registration, which is not that of their names. */
enum { VARIABLE, CONSTANT, LIST, ITEMS };
enum { OLD = 2, MOST = 4, ROOM = 16 };

static char folder[] = "/tmp/mitosis-pull-XXXXXX";

/* The rows of the old ranks, and where they are. */
static double had[ITEMS][OLD][ROOM];
static double *had_at[ITEMS][OLD];
static uint64_t rows_had[ITEMS][OLD];

/* Those of the new one. */
static struct registered registered[ITEMS];
static double *memory[ITEMS];
static long count[ITEMS];
static uint64_t sums[ITEMS]; /* in the order of their names */

/* ---- what stands below ---- */

static struct error err;
static const char *copy, *patience = "60";
static uint64_t asked_bytes, asked_fresh;
static bool memory_is_short;

const char *watch_setting(enum setting which)
{
    return which == SETTING_COPY       ? copy
           : which == SETTING_PATIENCE ? patience
                                       : "off";
}

int memory_check(uint64_t bytes, uint64_t fresh, struct error *err)
{
    asked_bytes = bytes;
    asked_fresh = fresh;
    return memory_is_short ? error_set(err, "memory is short") : 0;
}

/* Nothing here has owners, or rows that ranks share. */
int owner_exchange(int rc, uint64_t *of, struct error *err)
{
    (void)of, (void)err;
    return rc;
}

int shared_rows_check(struct error *err)
{
    return error_set(err, "nobody asked for that");
}

uint64_t memory_resident(const void *at, uint64_t bytes)
{
    return at ? bytes : 0;
}

static uint64_t touched;

int memory_touch(void *at, uint64_t bytes, int sharers, struct error *err)
{
    (void)sharers, (void)err;
    touched += at ? bytes : 0;
    return 0;
}

/* ---- the generations ---- */

/* What rank 'rank' of so many says of itself. */
static void write_manifest(uint32_t generation, int rank, int ranks)
{
    struct manifest *m = manifest_create(&err);

    m->generation = generation;
    m->rank = (uint64_t)rank;
    m->size = (uint64_t)ranks;
    m->pid = (uint64_t)getpid();
    snprintf(m->host, sizeof(m->host), "%s", host_own());
    for (int i = 0; i < ITEMS; i++) {
        struct item item = registered[i].item;

        item.count = generation == 1 ? rows_had[i][rank] : (uint64_t)count[i];
        item.address =
            (uintptr_t)(generation == 1 ? had_at[i][rank] : memory[i]);
        manifest_add(m, &item, &err);
    }
    if (manifest_seal(m, &err) < 0 || manifest_file_write(folder, m, &err) < 0)
        diag("%s", err.text);
    if (generation == 1 && strcmp(copy, "shared") == 0
        && state_file_write(folder, m, &err) < 0)
        diag("%s", err.text);
    manifest_destroy(m);
}

/* Row k of array i in old rank r is 100 i + 10 r + k. */
static void start(void)
{
    static const char *const names[] = { "variable", "constant", "list" };
    static const uint64_t rows[ITEMS][OLD] = { { 3, 3 }, { 4, 4 }, { 5, 5 } };

    prepare_end();
    for (int i = 0; i < ITEMS; i++) {
        struct registered *t = &registered[i];

        *t = made_up_array(names[i], &memory[i], &count[i]);
        t->item.order = t->item.group = (uint64_t)i;
        t->layout.split = made_up_split;
        free(memory[i]);
        memory[i] = NULL;
        count[i] = 0;
        for (int r = 0; r < OLD; r++) {
            had_at[i][r] = had[i][r];
            for (int k = 0; k < ROOM; k++)
                had[i][r][k] = 100 * i + 10 * r + k;
        }
    }
    registered[LIST].item.spread = ITEM_LOCAL;
    registered[LIST].item.flags = ITEM_SPLIT;
    registered[CONSTANT].item.flags = ITEM_CONSTANT;
    made_up_fails = false;
    memcpy(rows_had, rows, sizeof(rows));
    things = registered;
    registered_count = ITEMS;
    copy = "direct";
    memory_is_short = false;
}

/* ---- the new rank ---- */

static struct state_place place = { .folder = folder, .generation = 2 };
static char order[100];
static uint64_t moved, travelled;

/* This is new rank 'rank' of so many, that 'change' makes of two. */
static void begin(const char *change, int rank, int ranks)
{
    for (int r = 0; r < OLD; r++)
        write_manifest(1, r, OLD);
    for (int r = 0; r < ranks; r++)
        write_manifest(2, r, ranks);
    place.rank = rank;
    place.ranks = ranks;
    snprintf(order, sizeof(order), "1 %d 2 %d %s", OLD, ranks, change);
}

static void be(const char *change, int rank, int ranks)
{
    start();
    begin(change, rank, ranks);
}

static int prepare(void)
{
    err.text[0] = '\0';
    return prepare_begin(&place, order, &err);
}

static void note_moved(uint64_t bytes)
{
    (void)bytes;
}

static void note_travelled(uint64_t bytes)
{
    travelled = bytes;
}

static int pull(void)
{
    static const struct pull_progress progress = { note_moved,
                                                   note_travelled };

    err.text[0] = '\0';
    return pull_all(&place, order, &progress, &moved, sums, &err);
}

static bool has_rows(int i, long n, const double *rows)
{
    bool same = count[i] == n;

    for (long k = 0; k < n && same; k++)
        same = memory[i][k] >= rows[k] && memory[i][k] <= rows[k];
    if (!same)
        diag("%s: %ld rows from %g on; %s", registered[i].item.name, count[i],
             count[i] > 0 && memory[i] ? memory[i][0] : 0, err.text);
    return same;
}

/* ---- */

static void test_rows(void)
{
    be("resize 3", 0, 3);
    ok(pull() == 0 && has_rows(VARIABLE, 2, (double[]){ 0, 1 })
           && has_rows(CONSTANT, 3, (double[]){ 100, 101, 102 }),
       "new rank 0 of 3 has the first rows of old rank 0");
    be("resize 3", 1, 3);
    ok(prepare() == 0 && pull() == 0
           && has_rows(VARIABLE, 2, (double[]){ 2, 10 })
           && has_rows(CONSTANT, 3, (double[]){ 103, 110, 111 }),
       "new rank 1 has rows of both");
    be("merge 0 1", 0, 1);
    ok(prepare() == 0 && pull() == 0
           && has_rows(CONSTANT, 8,
                       (double[]){ 100, 101, 102, 103, 110, 111, 112, 113 }),
       "one that is alone has all of them");
}

/* The old ranks go on after what is constant was fetched: what they change
 * shows whether it is fetched again.
 */
static void test_ahead(void)
{
    static const double before[] = { 110, 111, 112, 113 };
    static double elsewhere[ROOM] = { -1, -2, -3, -4 };

    be("resize 2", 1, 2);
    ok(prepare() == 0 && count[CONSTANT] == 4 && count[VARIABLE] == 3,
       "there is memory for the rows that are to come");
    ok(has_rows(CONSTANT, 4, before), "what is constant comes ahead");
    had[CONSTANT][1][0] = -1;
    had[VARIABLE][1][0] = -1;
    ok(pull() == 0 && has_rows(CONSTANT, 4, before)
           && has_rows(VARIABLE, 3, (double[]){ -1, 11, 12 }),
       "at the stop only what may have changed is fetched");
    be("resize 2", 1, 2);
    prepare();
    had_at[CONSTANT][1] = elsewhere;
    write_manifest(1, 1, OLD);
    ok(pull() == 0 && has_rows(CONSTANT, 4, elsewhere),
       "what was fetched ahead and has moved is fetched again");
    be("resize 2", 1, 2);
    prepare();
    rows_had[CONSTANT][0] = 5;
    rows_had[CONSTANT][1] = 3;
    write_manifest(1, 0, OLD);
    write_manifest(1, 1, OLD);
    ok(pull() == 0 && has_rows(CONSTANT, 4, (double[]){ 104, 110, 111, 112 }),
       "so is what now is other rows");
}

/* Old ranks on other hosts, which do not come to a sync. */
static void test_ahead_in_vain(void)
{
    uint64_t start_ns = clock_monotonic();
    double seconds;

    start();
    registered[VARIABLE].item.flags = ITEM_CONSTANT;
    copy = "tcp";
    patience = "2";
    place.apart = true;
    begin("resize 2", 1, 2);
    ok(prepare() == 0, "what cannot be had ahead is left to the stop");
    seconds = (double)(clock_monotonic() - start_ns) * 1e-9;
    ok(seconds < 5, "after half the patience for all of it: %.1f s", seconds);
    patience = "60";
    place.apart = false;
}

/* The sums of all new ranks, of what they share.  From files nothing is
 * fetched ahead.
 */
static void add_sums(int ranks, const char *way, uint64_t all[ITEMS])
{
    char change[20];

    memset(all, 0, ITEMS * sizeof(*all));
    snprintf(change, sizeof(change), "resize %d", ranks);
    for (int r = 0; r < ranks; r++) {
        start();
        copy = way;
        begin(change, r, ranks);
        pull();
        for (size_t i = 0; i < ITEMS; i++)
            if (prepare_thing(i) != &registered[LIST])
                all[i] += sums[i];
    }
}

static void test_sums(void)
{
    uint64_t all[ITEMS], again[ITEMS];

    add_sums(1, "shared", all);
    for (int ranks = 1; ranks <= MOST; ranks++) {
        add_sums(ranks, "direct", again);
        ok(memcmp(all, again, sizeof(all)) == 0,
           "sums of %d ranks, with what came ahead, are those of one without",
           ranks);
    }
    ok(registered[CONSTANT].summed && registered[CONSTANT].sum == sums[0]
           && !registered[VARIABLE].summed,
       "the digest of what is constant is kept for the next change");
}

/* ---- the program's functions ---- */

static void test_staged(void)
{
    be("split 0", 1, 3);
    ok(prepare() == 0 && count[LIST] == 0 && count[CONSTANT] == 2,
       "what the program is to split has no rows before");
    ok(pull() == 0 && has_rows(LIST, 2, (double[]){ 201, 203 }),
       "at the stop its function makes them of all that there were");
    ok(moved == (1 + 2 + 5) * sizeof(double) && travelled == moved,
       "all that has come counts as moved: %llu bytes",
       (unsigned long long)moved);
    be("split 0", 2, 3);
    ok(pull() == 0 && has_rows(LIST, 5, (double[]){ 210, 211, 212, 213, 214 }),
       "a rank that is not split keeps what it has");
}

/* ---- memory ---- */

/* Whether memory for so many rows was asked for. */
static bool asked(uint64_t rows)
{
    bool right =
        asked_bytes == rows * sizeof(double) && asked_fresh == asked_bytes;

    if (!right)
        diag("%llu bytes, %llu of them fresh", (unsigned long long)asked_bytes,
             (unsigned long long)asked_fresh);
    return right;
}

static void test_memory(void)
{
    double *stays;

    be("merge 0 1", 0, 1);
    ok(prepare() == 0 && asked(6 + 8 + 10),
       "there must be memory for all rows");
    be("split 0", 1, 3);
    ok(prepare() == 0 && asked(1 + 2 + 2 * 5),
       "and twice for what the program's functions take up");
    start();
    count[CONSTANT] = 4;
    stays = memory[CONSTANT] = calloc(4, sizeof(double));
    begin("resize 2", 1, 2);
    ok(prepare() == 0 && asked(3 + 5) && memory[CONSTANT] == stays,
       "none for what has the size that it will have, and stays");
    be("resize 2", 1, 2);
    memory_is_short = true;
    ok(prepare() < 0 && strcmp(err.text, "memory is short") == 0
           && !memory[CONSTANT],
       "without enough of it the reason is told, and nothing taken");
}

/* Items that go on to their owners: those that stay become their array where
 * that is of malloc(), and where it stays there is one already; so there is
 * other memory for those that leave.
 */
static void test_ahead_for_items(void)
{
    static const struct {
        mito_memory kind;
        uint64_t leaving;
    } cases[] = { { MITO_MALLOC, 5 * sizeof(double) },
                  { MITO_FIXED, 5 * sizeof(double) },
                  { MITO_ALIGNED, 0 } };

    for (size_t i = 0; i < 3; i++) {
        char *staged, *leaving;

        start();
        registered[LIST].item.spread = ITEM_BAG;
        registered[LIST].item.flags = ITEM_OWNER;
        registered[LIST].layout.memory = cases[i].kind;
        begin("resize 2", 1, 2);
        touched = 0;
        ok(prepare() == 0
               && touched
                      == (3 + 4 + 5) * sizeof(double) + 5 * sizeof(int)
                             + cases[i].leaving,
           "memory for items and their owners is touched ahead of the stop: "
           "%llu bytes",
           (unsigned long long)touched);
        staged = prepared.item[1].staged.at;
        leaving = prepared.leaving.at;
        ok(prepare_thing(1) == &registered[LIST]
               && asked_bytes
                      == (3 + 4 + 2 * 5) * sizeof(double) + 5 * sizeof(int)
               && prepared.leaving.room == cases[i].leaving,
           "as much as was asked for, or less");
        ok(pull() == 0 && prepared.item[1].staged.at == staged
               && prepared.leaving.at == leaving
               && memcmp(staged, had[LIST][1], 5 * sizeof(double)) == 0
               && sums[1] == 0,
           "there they come, of which the digest is taken later");
        prepare_end();
        ok(!prepared.leaving.at && !prepared.owners.at,
           "all of it is given back in the end");
    }
}

/* ---- what cannot be ---- */

static void test_refused(void)
{
    static const struct {
        const char *order, *reason;
    } cases[] = {
        { "nonsense", "order is not understood: nonsense" },
        { "1 2 2 0 resize 0", "order is not understood" },
        { "1 2 2 3 resize 2", "\"resize 2\" makes no 3 ranks of 2" },
        { "1 2 2 2 double 2", "double" },
        { "1 3 2 2 resize 2", "state-1-2" },
    };

    be("resize 2", 0, 2);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        snprintf(order, sizeof(order), "%s", cases[i].order);
        ok(prepare() < 0, "nothing can be prepared for \"%s\"", order);
        has(err.text, cases[i].reason, "the reason is told");
    }
    start();
    registered[CONSTANT].layout.memory = MITO_FIXED;
    registered[CONSTANT].layout.capacity = 3;
    begin("resize 2", 0, 2);
    ok(prepare() < 0, "what stays where it is takes no more than it has room");
    has(err.text, "has room for 3 rows and would need 4",
        "the reason has the numbers");
    be("split 0", 1, 3);
    made_up_fails = true;
    ok(pull() < 0, "a function that fails calls the change off");
    has(err.text, "\"list\": the program's 'split' failed",
        "the reason names it");
}

static bool has_file(int rank)
{
    char path[100];

    snprintf(path, sizeof(path), "%s/share-1-%d", folder, rank);
    return access(path, F_OK) == 0;
}

/* Where no process may read another one's memory. */
static void test_files(void)
{
    start();
    copy = "shared";
    begin("resize 2", 1, 2);
    prepare();
    had[CONSTANT][1][0] = -1;
    write_manifest(1, 1, OLD);
    ok(pull() == 0 && has_rows(CONSTANT, 4, (double[]){ -1, 111, 112, 113 }),
       "from files nothing is fetched ahead of the stop");
    prepare_end();
    ok(has_file(0) && has_file(1), "they stay for the other new ranks");
    place.rank = 0;
    pull();
    prepare_end();
    ok(!has_file(0) && !has_file(1), "new rank 0 removes them at the end");
}

int main(void)
{
    char command[100];

    if (!mkdtemp(folder))
        return 1;
    test_rows();
    test_ahead();
    test_ahead_in_vain();
    test_sums();
    test_staged();
    test_memory();
    test_ahead_for_items();
    test_refused();
    test_files();
    prepare_end();
    for (int i = 0; i < ITEMS; i++)
        free(memory[i]);
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command) == 0 ? tap_done() : 1;
}
