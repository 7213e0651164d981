/* Tests of pmpi/state/user_merge.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/state/user_merge.h"
#include "tests/pmpi/state/made_up_array.h"
#include "tests/tap.h"

enum { MOST = 20 };

static struct registered thing;
static double *memory;
static long count;

static int merge(
    void **rows, size_t *n, const void *more, size_t more_count, void *arg)
{
    double *list;

    (void)arg;
    if (made_up_fails)
        return 1;
    list = realloc(*rows, (*n + more_count + 1) * sizeof(double));
    memcpy(list + *n, more, more_count * sizeof(double));
    *rows = list;
    *n += more_count;
    return 0;
}

/* What 'unpack' was told last. */
static struct {
    int part, parts, which, of;
    size_t bytes;
    int calls;
} unpacked;

static int pack(void *bytes, void *arg)
{
    (void)bytes, (void)arg;
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
    (void)bytes, (void)arg;
    unpacked.part = part;
    unpacked.parts = parts;
    unpacked.which = which;
    unpacked.of = of;
    unpacked.bytes = size;
    unpacked.calls++;
    return made_up_fails;
}

static void start(void)
{
    free(memory);
    memory = calloc(1, sizeof(double));
    count = 1;
    made_up_fails = false;
    thing = made_up_array("list", &memory, &count);
    thing.item.spread = ITEM_LOCAL;
    thing.layout.split = made_up_split;
    thing.layout.merge = merge;
}

/* New rank 'rank' takes up what is staged of its parents: of each 5 rows, from
 * 10 times its number on.
 */
static int take_up(struct lineage *q, int rank, struct error *err)
{
    size_t parents = q->first[rank + 1] - q->first[rank];
    const struct parent *parent = &q->parents[q->first[rank]];
    size_t row = thing.layout.pack ? 1 : sizeof(double);
    struct copy copies[2] = { 0 };
    struct plan plan = { .staged = true, .count = parents, .copies = copies };
    double staged[MOST];

    for (size_t n = 0; n < parents; n++) {
        for (size_t i = 0; i < 5; i++)
            staged[5 * n + i] = 10.0 * parent[n].rank + (double)i;
        copies[n].from = parent[n].rank;
        copies[n].to.offset = 5 * n * sizeof(double);
        copies[n].to.bytes = 5 * sizeof(double);
        copies[n].to.times = 1;
        plan.bytes += copies[n].to.bytes;
    }
    thing.item.extent = row;
    return user_merge_take_up(q, rank, &thing, &plan, (char *)staged, err);
}

static bool has_rows(long n, const double *rows)
{
    if (count != n)
        return false;
    for (long i = 0; i < n; i++)
        if (memory[i] < rows[i] || memory[i] > rows[i])
            return false;
    return true;
}

static int split_too_many(
    void **rows, size_t *n, int part, int parts, void *arg)
{
    (void)rows, (void)part, (void)parts, (void)arg;
    *n = 100000;
    return 0;
}

static int split_into_nothing(
    void **rows, size_t *n, int part, int parts, void *arg)
{
    (void)part, (void)parts, (void)arg;
    free(*rows);
    *rows = NULL;
    *n = 3;
    return 0;
}

static void test_split(void)
{
    static const size_t parts[] = { 2, 1 }, into[] = { 0, 1 };
    static const double rows[3][5] = { { 0, 2, 4 },
                                       { 1, 3 },
                                       { 10, 11, 12, 13, 14 } };
    static const long counts[] = { 3, 2, 5 };
    struct lineage *q = lineage_reshape(2, parts, into, NULL);
    struct error err = { "" };

    for (int rank = 0; rank < 3; rank++) {
        start();
        ok(take_up(q, rank, &err) == 0 && has_rows(counts[rank], rows[rank]),
           "of a split, new rank %d has the %ld rows of its part", rank,
           counts[rank]);
    }
    start();
    made_up_fails = true;
    ok(take_up(q, 1, &err) < 0, "a function that fails calls the change off");
    has(err.text, "\"list\": the program's 'split' failed",
        "the reason names it");
    start();
    thing.layout.split = split_too_many;
    ok(take_up(q, 0, &err) < 0, "so does one that leaves too little memory");
    has(err.text, "has less memory than its 100000 rows need", "by its rows");
    start();
    thing.layout.split = split_into_nothing;
    ok(take_up(q, 0, &err) < 0, "or none");
    has(err.text, "has 3 rows and points to NULL", "by its rows, too");
    start();
    thing.layout.split = NULL;
    ok(take_up(q, 0, &err) == 0 && count == 5,
       "without a function the rows that came are all there");
    lineage_destroy(q);
}

static void test_merge(void)
{
    static const size_t parts[] = { 1, 1 }, into[] = { 0, 0 };
    static const double rows[] = { 0, 1, 2, 3, 4, 10, 11, 12, 13, 14 };
    struct lineage *q = lineage_reshape(2, parts, into, NULL);
    struct error err = { "" };

    start();
    ok(take_up(q, 0, &err) == 0 && has_rows(10, rows),
       "of a merge, rows of the second rank are added to the first one's");
    start();
    made_up_fails = true;
    ok(take_up(q, 0, &err) < 0, "a function that fails calls the change off");
    has(err.text, "\"list\": the program's 'merge' failed",
        "the reason names it");
    lineage_destroy(q);
}

static void test_unpack(void)
{
    static const size_t twice[] = { 2, 1 }, stay[] = { 0, 1 };
    static const size_t once[] = { 1, 1 }, both[] = { 0, 0 };
    struct lineage *q = lineage_reshape(2, twice, stay, NULL);
    struct error err = { "" };

    start();
    thing.layout.pack = pack;
    thing.layout.unpack = unpack;
    unpacked.calls = 0;
    ok(take_up(q, 1, &err) == 0 && unpacked.calls == 1 && unpacked.part == 1
           && unpacked.parts == 2 && unpacked.which == 0 && unpacked.of == 1
           && unpacked.bytes == 5 * sizeof(double),
       "what was packed is handed to each part, which is told its number");
    lineage_destroy(q);
    q = lineage_reshape(2, once, both, NULL);
    unpacked.calls = 0;
    ok(take_up(q, 0, &err) == 0 && unpacked.calls == 2 && unpacked.part == 0
           && unpacked.parts == 1 && unpacked.which == 1 && unpacked.of == 2,
       "what several have packed is handed over one after the other");
    made_up_fails = true;
    ok(take_up(q, 0, &err) < 0, "a function that fails calls the change off");
    has(err.text, "\"list\": the program's 'unpack' failed",
        "the reason names it");
    lineage_destroy(q);
}

int main(void)
{
    test_split();
    test_merge();
    test_unpack();
    free(memory);
    return tap_done();
}
