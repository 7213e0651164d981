/* Tests of pmpi/state/owner_bounds.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "pmpi/state/owner_bounds.h"
#include "tests/tap.h"

/* Two ranks beside each other, and one behind both. */
static const struct owner_bounds ranks[] = {
    { { 0, 0, 0 }, { 1, 1, 0 } },
    { { 1, 0, 0 }, { 2, 1, 0 } },
    { { 0, 1, 0 }, { 2, 3, 0 } },
};
enum { RANKS = sizeof(ranks) / sizeof(ranks[0]) };

static const struct item doubles = { .extent = 8, .row = 3 };
static const mito_layout plane = { .dimensions = 2, .position = 8 };

static void test_find(void)
{
    static const struct {
        double item[3];
        int rank;
    } cases[] = {
        { { 9, 0, 0 }, 0 },        { { 9, 0.5, 0.99 }, 0 },
        { { 9, 1, 0 }, 1 },        { { 9, 1.5, 0.5 }, 1 },
        { { 9, 0, 1 }, 2 },        { { 9, 1.9, 2.5 }, 2 },
        { { 9, 2, 0.5 }, 1 },      { { 9, 2, 3 }, 2 },
        { { 9, -1e-9, 0.5 }, -1 }, { { 9, 2.01, 0.5 }, -1 },
        { { 9, 0.5, 3.01 }, -1 },  { { 9, NAN, 0.5 }, -1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (int guess = 0; guess < RANKS; guess++) {
            int rank = owner_bounds_find(ranks, RANKS, NULL, &doubles, &plane,
                                         cases[i].item, guess);

            ok(rank == cases[i].rank, "%g, %g is with rank %d, guessed %d: %d",
               cases[i].item[1], cases[i].item[2], cases[i].rank, guess, rank);
        }
}

/* ---- many ranks ---- */

enum { MANY = 512, POINTS = 20000 };

static double chance(void)
{
    static uint64_t state = 1;

    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (double)(state >> 40) / (1 << 24);
}

static void cut(struct owner_bounds *all, int count, int depth)
{
    struct owner_bounds *more = all + count / 2;
    int d = depth % 3;
    double at;

    if (count < 2)
        return;
    at = all->low[d] + (0.1 + 0.8 * chance()) * (all->high[d] - all->low[d]);
    *more = *all;
    all->high[d] = more->low[d] = at;
    cut(all, count / 2, depth + 1);
    cut(more, count / 2, depth + 1);
}

static void lay_cubes(struct owner_bounds *all)
{
    for (int r = 0; r < MANY; r++)
        for (int d = 0; d < 3; d++) {
            all[r].low[d] = (r >> 3 * d & 7) / 8.0;
            all[r].high[d] = ((r >> 3 * d & 7) + 1) / 8.0;
        }
}

static void lay_slabs(struct owner_bounds *all)
{
    for (int r = 0; r < MANY; r++)
        all[r] = (struct owner_bounds){ { (MANY - 1 - r) / (double)MANY },
                                        { (MANY - r) / (double)MANY, 1, 1 } };
    all[MANY - 1].low[0] = -INFINITY;
    all[0].high[0] = INFINITY;
}

static void lay_cuts(struct owner_bounds *all)
{
    all[0] = (struct owner_bounds){ { 0 }, { 1, 1, 1 } };
    cut(all, MANY, 0);
}

static void lay_across(struct owner_bounds *all)
{
    for (int r = 0; r < MANY; r++)
        for (int d = 0; d < 3; d++) {
            all[r].low[d] = chance() * 0.9;
            all[r].high[d] = all[r].low[d] + 0.2 * chance() - 0.02;
        }
    all[7].low[1] = NAN;
}

static void lay_nothing(struct owner_bounds *all)
{
    memset(all, 0, MANY * sizeof(*all));
}

/* A point of a corner now and then, or one outside. */
static void choose(const struct owner_bounds *all, double item[3])
{
    for (int d = 0; d < 3; d++) {
        const struct owner_bounds *b = &all[(int)(chance() * MANY)];
        double kind = chance();

        item[d] = kind < 0.2    ? b->low[d]
                  : kind < 0.4  ? b->high[d]
                  : kind < 0.41 ? NAN
                                : chance() * 1.02 - 0.01;
    }
}

static void test_many(void)
{
    static const struct {
        const char *what;
        void (*lay)(struct owner_bounds *all);
    } cases[] = {
        { "cubes", lay_cubes },     { "slabs", lay_slabs },
        { "cuts", lay_cuts },       { "parts across each other", lay_across },
        { "nothing", lay_nothing },
    };
    static struct owner_bounds all[MANY];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        for (int dimensions = 1; dimensions <= 3; dimensions++) {
            mito_layout l = { .dimensions = dimensions };
            owner_grid_t *grid;
            int wrong = 0;

            cases[i].lay(all);
            grid = owner_grid_create(all, MANY, dimensions);
            for (int n = 0; n < POINTS; n++) {
                double item[3];

                choose(all, item);
                wrong +=
                    owner_bounds_find(all, MANY, grid, &doubles, &l, item, 0)
                    != owner_bounds_find(all, MANY, NULL, &doubles, &l, item,
                                         0);
            }
            ok(grid && wrong == 0,
               "%s in %d dimensions: a grid finds the same: %d differ",
               cases[i].what, dimensions, wrong);
            owner_grid_destroy(grid);
        }
    ok(!owner_grid_create(ranks, RANKS, 2), "of few ranks there is no grid");
    owner_grid_destroy(NULL);
}

static void test_kinds(void)
{
    static const float narrow[] = { 9, 1.5F, 0.5F };
    struct item floats = { .extent = 4, .row = 3, .type_name = "MPI_FLOAT" };
    mito_layout l = { .dimensions = 2, .position = 4 };
    char bytes[32] = { 0 };
    struct item record = { .extent = 1, .row = sizeof(bytes) };

    ok(owner_bounds_find(ranks, RANKS, NULL, &floats, &l, narrow, 0) == 1,
       "coordinates may be floats");
    ok(strcmp(owner_bounds_place(&floats, &l, narrow).text, "at 1.5, 0.5")
           == 0,
       "and are told");
    memcpy(bytes + 3, (const double[]){ 0.5, 2 }, 2 * sizeof(double));
    l.position = 3;
    ok(owner_bounds_find(ranks, RANKS, NULL, &record, &l, bytes, 0) == 2,
       "in a struct they are doubles, anywhere");
}

static void test_get(void)
{
    static const double low[] = { 1, 2 }, high[] = { 3, 4 };
    mito_layout l = { .dimensions = 2, .low = low, .high = high };
    struct owner_bounds b;

    owner_bounds_get(&b, &l);
    ok(b.low[0] == 1 && b.low[1] == 2 && b.low[2] == 0 && b.high[0] == 3
           && b.high[1] == 4,
       "as many are read as there are dimensions");
}

static int nobody(const void *item, void *arg)
{
    (void)item, (void)arg;
    return 0;
}

static void test_check(void)
{
    static const double end[] = { 0, 0, 0 };
    static const struct {
        mito_layout l;
        uint64_t spread;
        const char *why;
    } cases[] = {
        { { .dimensions = 0 }, ITEM_BLOCK, "" },
        { { .low = end, .high = end, .dimensions = 3 }, ITEM_BAG, "" },
        { { .low = end, .high = end, .dimensions = 1, .position = 16 },
          ITEM_BAG,
          "" },
        { { .low = end }, ITEM_BAG, "has 'low', and no 'high'" },
        { { .high = end }, ITEM_BLOCK, "has 'high', and no 'low'" },
        { { .position = 8 }, ITEM_BAG, "and no 'low' and 'high'" },
        { { .low = end, .high = end, .dimensions = 3, .owner = nobody },
          ITEM_BAG,
          "has both bounds and an 'owner'" },
        { { .low = end, .high = end, .dimensions = 3, .owners = "to" },
          ITEM_BAG,
          "has both bounds and an 'owners'" },
        { { .low = end, .high = end, .dimensions = 3 },
          ITEM_BLOCK,
          "has bounds, as only bags can" },
        { { .low = end, .high = end }, ITEM_BAG, "in 0 dimensions: 1 to 3" },
        { { .low = end, .high = end, .dimensions = 4 },
          ITEM_BAG,
          "in 4 dimensions: 1 to 3" },
        { { .low = end, .high = end, .dimensions = 2, .position = 16 },
          ITEM_BAG,
          "items of 24 bytes, which have no coordinates of 16 bytes at 16" },
        { { .low = end, .high = end, .dimensions = 1, .position = (size_t)-8 },
          ITEM_BAG,
          "have no coordinates of 8 bytes at" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct item item = doubles;
        struct error err = { "" };
        int rc;

        item.spread = cases[i].spread;
        rc = owner_bounds_check(&cases[i].l, &item, &err);
        ok(rc == (*cases[i].why ? -1 : 0), "case %zu is %s", i,
           *cases[i].why ? "refused" : "taken");
        has(err.text, cases[i].why, "with the reason");
    }
}

int main(void)
{
    test_find();
    test_many();
    test_kinds();
    test_get();
    test_check();
    return tap_done();
}
