/* Tests of migrate/layout/division.c and lineage.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "migrate/layout/division.h"
#include "tests/migrate/weighted.h"
#include "tests/tap.h"

enum { MOST = 8 };

/* A generation of a block array "plate" and perhaps a bag "dust" with one
 * count.
 */
static void make_some(const struct manifest **ranks,
                      size_t size,
                      const uint64_t *counts,
                      bool bag)
{
    struct error err;

    for (size_t r = 0; r < size; r++) {
        struct manifest *m = manifest_create(&err);
        struct item item = { .file = "heat.c",
                             .spread = ITEM_BLOCK,
                             .extent = 8,
                             .row = 1,
                             .group = 3,
                             .count = counts[r] };

        m->rank = r;
        m->size = size;
        strcpy(item.name, "plate");
        manifest_add(m, &item, &err);
        item.spread = ITEM_BAG;
        strcpy(item.name, "dust");
        if (bag)
            manifest_add(m, &item, &err);
        manifest_seal(m, &err);
        ranks[r] = m;
    }
}

static void make(const struct manifest **ranks,
                 size_t size,
                 const uint64_t *counts)
{
    make_some(ranks, size, counts, true);
}

static void drop(const struct manifest **ranks, size_t size)
{
    for (size_t r = 0; r < size; r++)
        manifest_destroy((struct manifest *)ranks[r]);
}

static void list(char *text, size_t room, const uint64_t *n, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < size; i++)
        snprintf(text + strlen(text), room - strlen(text), " %llu",
                 (unsigned long long)n[i]);
}

static void check(const char *what,
                  struct lineage *q,
                  const uint64_t *old_counts,
                  const uint64_t *new_counts,
                  const uint64_t *expected)
{
    const struct manifest *old[MOST];
    const struct manifest *new[MOST];
    struct error err = { .text = "" };
    struct division *s;
    uint64_t came[MOST];
    char text[200];
    char wanted[200];
    bool same = true;

    make(old, q->old_size, old_counts);
    make(new, q->new_size, new_counts);
    s = division_create(old, new, q, &err);
    for (size_t r = 0; s && r < q->new_size; r++) {
        came[r] = division_count(s, 1, r);
        same = same && came[r] == expected[r];
    }
    if (!ok(s && same, "%s: %zu ranks become %zu", what, q->old_size,
            q->new_size)) {
        list(text, sizeof(text), came, s ? q->new_size : 0);
        list(wanted, sizeof(wanted), expected, q->new_size);
        diag("came%s, expected%s (%s)", text, wanted, err.text);
    }
    division_destroy(s);
    drop(old, q->old_size);
    drop(new, q->new_size);
    lineage_destroy(q);
}

/* Of blocks, with a bag beside them when that is said. */
static void check_keeps(bool bag,
                        size_t size,
                        const uint64_t *counts,
                        const double *weights,
                        bool expected,
                        const char *what)
{
    const struct manifest *old[MOST];

    make_some(old, size, counts, bag);
    ok(division_keeps(old, size, weights) == expected, "%s", what);
    drop(old, size);
}

#define RANKS(...) ((const size_t[MOST]){ __VA_ARGS__ })
#define COUNTS(...) ((const uint64_t[MOST]){ __VA_ARGS__ })

#define WEIGHTS(...) ((const double[MOST]){ __VA_ARGS__ })

static void test_keeps(void)
{
    check_keeps(false, 2, COUNTS(200, 200), WEIGHTS(1, 1), true,
                "equal weights leave equal rows as they are");
    check_keeps(false, 2, COUNTS(200, 200), WEIGHTS(1, 1.1), false,
                "other weights do not");
    check_keeps(false, 2, COUNTS(100, 300), WEIGHTS(2, 6), true,
                "weights in the proportion of the rows do");
    check_keeps(false, 2, COUNTS(100, 300), WEIGHTS(1, 1), false,
                "equal ones do not then");
    check_keeps(false, 3, COUNTS(134, 133, 133), WEIGHTS(1, 1, 1), true,
                "nor does it matter who has the row that is left over");
    check_keeps(false, 2, COUNTS(2, 2), WEIGHTS(1, 2), false,
                "of few rows each counts");
    check_keeps(false, 4, COUNTS(3, 3, 3, 0), WEIGHTS(1, 1, 1, 1), false,
                "a rank without rows gets some, though none is done sooner");
    check_keeps(true, 2, COUNTS(200, 200), WEIGHTS(1, 1), false,
                "how much is in a bag by now nobody knows");
}

static void test_counts(void)
{
    check("even", lineage_resize(2, 3, NULL), COUNTS(10, 10), COUNTS(0),
          COUNTS(7, 7, 6));
    check("fewer rows than ranks", lineage_resize(2, 4, NULL), COUNTS(1, 1),
          COUNTS(0), COUNTS(1, 1, 0, 0));
    check("what adds up stands", lineage_resize(2, 3, NULL), COUNTS(10, 10),
          COUNTS(2, 17, 1), COUNTS(2, 17, 1));
    check("what does not is even", lineage_resize(2, 3, NULL), COUNTS(10, 10),
          COUNTS(2, 17, 2), COUNTS(7, 7, 6));
    check("weights", weighted(2, 3, (const double[]){ 1, 2, 1 }, NULL),
          COUNTS(10, 10), COUNTS(7, 7, 6), COUNTS(5, 10, 5));
    check("weights between rows",
          weighted(2, 3, (const double[]){ 1, 1, 1 }, NULL), COUNTS(10, 10),
          COUNTS(9, 9, 9), COUNTS(7, 6, 7));
    check("split", lineage_reshape(3, RANKS(1, 3, 1), RANKS(0, 1, 2), NULL),
          COUNTS(4, 11, 2), COUNTS(4, 4, 3, 3, 3), COUNTS(4, 4, 4, 3, 2));
    check("merge of others than neighbours",
          lineage_reshape(4, RANKS(1, 1, 1, 1), RANKS(0, 1, 2, 1), NULL),
          COUNTS(1, 2, 4, 8), COUNTS(5, 5, 5), COUNTS(1, 10, 4));
    check("merge of all",
          lineage_reshape(3, RANKS(1, 1, 1), RANKS(0, 0, 0), NULL),
          COUNTS(1, 2, 4), COUNTS(0), COUNTS(7));
    check("a split and two merges",
          lineage_reshape(6, RANKS(1, 1, 2, 1, 1, 1), RANKS(0, 1, 2, 0, 1, 0),
                          NULL),
          COUNTS(1, 2, 4, 8, 16, 32), COUNTS(9, 9, 9, 9),
          COUNTS(41, 18, 2, 2));
    check("the same", lineage_reshape(2, RANKS(1, 1), RANKS(0, 1), NULL),
          COUNTS(3, 9), COUNTS(6, 6), COUNTS(3, 9));
}

static void test_parents(void)
{
    struct lineage *q = lineage_resize(5, 2, NULL);

    ok(q->first[1] == 3 && q->first[2] == 5 && q->parents[3].rank == 3,
       "of five ranks two carry on three and two");
    lineage_destroy(q);
    q = lineage_resize(2, 5, NULL);
    ok(lineage_parts(q, 0) == 3 && lineage_parts(q, 1) == 2
           && q->parents[4].part == 1,
       "of two ranks come three and two");
    lineage_destroy(q);
    for (size_t n = 1; n < 20; n++)
        for (size_t m = 1; m < 20; m++) {
            q = lineage_resize(n, m, NULL);
            if (lineage_check(q, NULL) < 0)
                ok(false, "%zu to %zu is a request", n, m);
            lineage_destroy(q);
        }
    q = lineage_reshape(5, RANKS(1, 1, 1, 1, 1), RANKS(0, 1, 2, 3, 2), NULL);
    ok(lineage_check(q, NULL) == 0 && q->first[3] - q->first[2] == 2
           && q->parents[3].rank == 4 && q->parents[4].rank == 3,
       "merged ranks are at the place of the lowest");
    lineage_destroy(q);
    lineage_destroy(NULL);
}

/* Each of them is refused, for its reason. */
static void test_errors(void)
{
    const double none[] = { 0, 0 };
    const double less[] = { 1, -1 };
    struct error err = { .text = "" };
    struct lineage *q;

    ok(!lineage_resize(4, 0, &err), "no ranks cannot be wanted");
    has(err.text, "4 ranks cannot become 0", "as is told");
    ok(!lineage_reshape(2, RANKS(1, 0), RANKS(0, 1), &err),
       "nor a rank split into nothing");
    has(err.text, "rank 1 of 2 cannot become 0 parts of rank 1", "as is told");
    ok(!lineage_reshape(2, RANKS(1, 1), RANKS(0, 2), &err)
           && !lineage_reshape(2, RANKS(1, 1), RANKS(1, 1), &err),
       "nor one merged with one above");
    ok(!lineage_reshape(3, RANKS(1, 1, 1), RANKS(0, 0, 1), &err),
       "nor with one that is merged itself");
    ok(!lineage_reshape(2, RANKS(2, 1), RANKS(0, 0), &err)
           && !lineage_reshape(2, RANKS(1, 2), RANKS(0, 0), &err),
       "nor merged and split");
    ok(!weighted(4, 2, none, &err), "weights of 0 are none");
    has(err.text, "weights of all ranks are 0", "as is told");
    ok(!weighted(4, 2, less, &err), "nor are those below");
    has(err.text, "weight of rank 1 cannot be -1", "as is told");
    q = lineage_resize(2, 4, NULL);
    q->parents[3].part = 0;
    ok(lineage_check(q, &err) < 0, "a part cannot come twice");
    has(err.text, "part 0 of rank 1 comes where its part 1 should",
        "as is told");
    q->parents[3] = q->parents[1];
    ok(lineage_check(q, &err) < 0, "nor one be left out");
    lineage_destroy(q);
}

/* How many rows of a local thing each new rank gets, or that the program's
 * functions say it later.
 */
static void test_local(void)
{
    enum { LATER = 99 };
    static const struct {
        const char *what;
        uint64_t flags;
        size_t parts[3], into[3];
        uint64_t expected[MOST];
    } cases[] = {
        { "as they are", 0, { 1, 1, 1 }, { 0, 1, 2 }, { 1, 2, 4 } },
        { "as they are, with functions",
          ITEM_SPLIT | ITEM_MERGE,
          { 1, 1, 1 },
          { 0, 1, 2 },
          { 1, 2, 4 } },
        { "packed",
          ITEM_PACK,
          { 1, 1, 1 },
          { 0, 1, 2 },
          { LATER, LATER, LATER } },
        { "two become one", 0, { 1, 1, 1 }, { 0, 0, 2 }, { 3, 4 } },
        { "two are merged",
          ITEM_MERGE,
          { 1, 1, 1 },
          { 0, 0, 2 },
          { LATER, 4 } },
        { "two become one that can be split",
          ITEM_SPLIT,
          { 1, 1, 1 },
          { 0, 0, 2 },
          { 3, 4 } },
        { "one becomes two", 0, { 1, 2, 1 }, { 0, 1, 2 }, { 1, 2, 0, 4 } },
        { "one is split",
          ITEM_SPLIT,
          { 1, 2, 1 },
          { 0, 1, 2 },
          { 1, LATER, LATER, 4 } },
        { "one becomes two that can be merged",
          ITEM_MERGE,
          { 1, 2, 1 },
          { 0, 1, 2 },
          { 1, 2, 0, 4 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct lineage *q =
            lineage_reshape(3, cases[i].parts, cases[i].into, NULL);
        const struct manifest *old[MOST], *new[MOST];
        struct error err = { "" };
        struct division *s;

        make(old, 3, COUNTS(1, 2, 4));
        make(new, q->new_size, COUNTS(0));
        for (size_t r = 0; r < 3; r++)
            for (size_t k = 0; k < 2; k++) {
                old[r]->items[k].spread = ITEM_LOCAL;
                old[r]->items[k].flags = k == 0 ? cases[i].flags : 0;
            }
        s = division_create(old, new, q, &err);
        ok(s != NULL, "local, %s %s", cases[i].what, err.text);
        for (size_t r = 0; s && r < q->new_size; r++) {
            uint64_t came = division_count(s, 0, r);

            came = came == DIVISION_LATER ? LATER : came;
            ok(came == cases[i].expected[r], "new rank %zu: %llu of %llu", r,
               (unsigned long long)came,
               (unsigned long long)cases[i].expected[r]);
        }
        division_destroy(s);
        drop(old, 3);
        drop(new, q->new_size);
        lineage_destroy(q);
    }
}

static void test_conflict(void)
{
    const struct manifest *old[2];
    const struct manifest *new[2];
    struct error err = { .text = "" };
    struct lineage *q = lineage_resize(2, 2, NULL);

    make(old, 2, COUNTS(5, 4));
    make(new, 2, COUNTS(6, 3));
    old[0]->items[0].spread = old[1]->items[0].spread = ITEM_CYCLIC;
    ok(!division_create(old, new, q, &err),
       "arrays with one count must come to the same");
    has(err.text, "\"dust\" (cyclic) and \"plate\" (block) share a count",
        "as is told");
    lineage_destroy(q);
    q = lineage_resize(3, 2, NULL);
    ok(!division_create(old, new, q, &err), "sizes must be those asked for");
    has(err.text, "for 3 ranks to become 2, there are 2 and 2", "as is told");
    lineage_destroy(q);
    drop(old, 2);
    drop(new, 2);
}

/* Offsets of nothing are still offsets. */
static void test_unmeasured(void)
{
    const struct manifest *old[2];
    const struct manifest *new[2];
    struct error err = { .text = "" };
    struct lineage *q = lineage_resize(2, 2, NULL);

    make(old, 2, COUNTS(5, 4));
    make(new, 2, COUNTS(5, 4));
    old[0]->items[1].flags = old[1]->items[1].flags = ITEM_OFFSETS;
    ok(!division_create(old, new, q, &err), "offsets must be measured");
    has(err.text, "rank 0 did not measure \"plate\"", "as is told");
    lineage_destroy(q);
    drop(old, 2);
    drop(new, 2);
}

int main(void)
{
    test_counts();
    test_keeps();
    test_parents();
    test_errors();
    test_local();
    test_conflict();
    test_unmeasured();
    return tap_done();
}
