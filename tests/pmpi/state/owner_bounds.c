/* Tests of pmpi/state/owner_bounds.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
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
            int rank = owner_bounds_find(ranks, RANKS, &doubles, &plane,
                                         cases[i].item, guess);

            ok(rank == cases[i].rank, "%g, %g is with rank %d, guessed %d: %d",
               cases[i].item[1], cases[i].item[2], cases[i].rank, guess, rank);
        }
}

static void test_kinds(void)
{
    static const float narrow[] = { 9, 1.5F, 0.5F };
    struct item floats = { .extent = 4, .row = 3, .type_name = "MPI_FLOAT" };
    mito_layout l = { .dimensions = 2, .position = 4 };
    char bytes[32] = { 0 };
    struct item record = { .extent = 1, .row = sizeof(bytes) };

    ok(owner_bounds_find(ranks, RANKS, &floats, &l, narrow, 0) == 1,
       "coordinates may be floats");
    ok(strcmp(owner_bounds_place(&floats, &l, narrow).text, "at 1.5, 0.5")
           == 0,
       "and are told");
    memcpy(bytes + 3, (const double[]){ 0.5, 2 }, 2 * sizeof(double));
    l.position = 3;
    ok(owner_bounds_find(ranks, RANKS, &record, &l, bytes, 0) == 2,
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
    test_kinds();
    test_get();
    test_check();
    return tap_done();
}
