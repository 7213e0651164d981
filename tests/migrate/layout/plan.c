/* Tests of migrate/layout/plan.c: every row arrives once, where it belongs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "tests/migrate/weighted.h"
#include "tests/migrate/world.h"
#include "tests/tap.h"

enum { RANKS = 12 };

static const struct {
    const char *name;
    struct item it;
    bool offsets;
    uint64_t base;
    uint64_t totals[4];
} layouts[] = {
    { "blocks",
      { .spread = ITEM_BLOCK, .extent = 8, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
    { "blocks with a halo",
      { .spread = ITEM_BLOCK, .extent = 8, .row = 3, .halo = 1 },
      .totals = { 0, 2, 13, 57 } },
    { "blocks with a halo wider than they are",
      { .spread = ITEM_BLOCK, .extent = 4, .row = 1, .halo = 5 },
      .totals = { 0, 1, 7, 40 } },
    { "blocks of rows of 12 bytes",
      { .spread = ITEM_BLOCK, .extent = 12, .row = 1, .halo = 2 },
      .totals = { 0, 3, 24, 41 } },
    { "cyclic rows",
      { .spread = ITEM_CYCLIC, .extent = 8, .row = 2 },
      .totals = { 0, 1, 24, 65 } },
    { "block-cyclic rows",
      { .spread = ITEM_BLOCK_CYCLIC, .extent = 4, .row = 1, .block = 3 },
      .totals = { 0, 2, 36, 100 } },
    { "a grid in one dimension",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .halo = 2,
        .dimensions = 1,
        .shape = { 19 } },
      .totals = { 0 } },
    { "a grid in two dimensions",
      { .spread = ITEM_GRID,
        .extent = 4,
        .row = 1,
        .dimensions = 2,
        .shape = { 8, 7 } },
      .totals = { 0 } },
    { "a grid in two dimensions with a halo",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .halo = 1,
        .dimensions = 2,
        .shape = { 7, 9 } },
      .totals = { 0 } },
    { "a grid with a halo wider than its boxes, some of them empty",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .halo = 3,
        .dimensions = 2,
        .shape = { 3, 5 } },
      .totals = { 0 } },
    { "a grid in three dimensions with a halo",
      { .spread = ITEM_GRID,
        .extent = 1,
        .row = 3,
        .halo = 1,
        .dimensions = 3,
        .shape = { 4, 3, 5 } },
      .totals = { 0 } },
    { "ragged rows by lengths",
      { .spread = ITEM_RAGGED, .extent = 8, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
    { "ragged rows by offsets from 1",
      { .spread = ITEM_RAGGED, .extent = 4, .row = 3, .group = ITEM_NONE },
      .offsets = true,
      .base = 1,
      .totals = { 0, 2, 14, 57 } },
    { "bags",
      { .spread = ITEM_BAG, .extent = 24, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
    { "bags of small items",
      { .spread = ITEM_BAG, .extent = 1, .row = 3 },
      .totals = { 0, 3, 11, 57 } },
    { "replicated rows",
      { .spread = ITEM_REPLICATED, .extent = 8, .row = 1 },
      .totals = { 0, 1, 2, 9 } },
    { "local rows",
      { .spread = ITEM_LOCAL, .extent = 8, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
    { "local rows with functions",
      { .spread = ITEM_LOCAL,
        .flags = ITEM_SPLIT | ITEM_MERGE,
        .extent = 8,
        .row = 1 },
      .totals = { 0, 1, 12, 57 } },
    { "packed bytes",
      { .spread = ITEM_LOCAL, .flags = ITEM_PACK, .extent = 1, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
};
enum { LAYOUTS = sizeof(layouts) / sizeof(layouts[0]) };

/* Run one change; false, and its numbers told, if anything is wrong. */
static bool change(size_t l,
                   uint64_t total,
                   bool uneven,
                   unsigned seed,
                   struct lineage *request)
{
    struct world w = { .it = layouts[l].it,
                       .total = total,
                       .seed = seed,
                       .uneven = uneven,
                       .offsets = layouts[l].offsets,
                       .base = layouts[l].base,
                       .n = request->old_size,
                       .m = request->new_size };
    const char *answer;

    world_open(&w, request);
    answer = world_check(&w);
    if (answer)
        diag("%s, %zu ranks to %zu, %llu rows, seed %u: %s", layouts[l].name,
             w.n, w.m, (unsigned long long)total, seed, answer);
    world_close(&w);
    return !answer;
}

static void test_resize(size_t l)
{
    bool good = true;

    for (size_t n = 1; n <= RANKS; n++)
        for (size_t m = 1; m <= RANKS; m++)
            for (size_t t = 0; t < 4 && good; t++)
                good =
                    change(l, layouts[l].totals[t], (n + t) % 2,
                           (unsigned)(n * 13 + m), lineage_resize(n, m, NULL));
    ok(good, "%s: any of 12 ranks to any of 12", layouts[l].name);
}

static void test_weights(size_t l)
{
    static const double weights[RANKS] = { 1, 0, 2.5, 1e-9, 1, 1,
                                           3, 0, 0,   1,    7, 0.5 };
    bool good = true;

    for (size_t n = 1; n <= RANKS; n++)
        for (size_t m = 1; m <= RANKS && good; m++)
            good = change(l, layouts[l].totals[3], false, (unsigned)n,
                          weighted(n, m, weights, NULL));
    ok(good, "%s: with weights", layouts[l].name);
}

/* Any of 'n' ranks, by the bits of 'set', become one. */
static struct lineage *merge(size_t n, unsigned set)
{
    size_t parts[RANKS], into[RANKS], lowest = n;

    for (size_t r = 0; r < n; r++) {
        if (set & 1u << r && lowest == n)
            lowest = r;
        into[r] = set & 1u << r ? lowest : r;
        parts[r] = 1;
    }
    return lineage_reshape(n, parts, into, NULL);
}

static struct lineage *split(size_t n, size_t rank, size_t count)
{
    size_t parts[RANKS], into[RANKS];

    for (size_t r = 0; r < n; r++) {
        parts[r] = r == rank ? count : 1;
        into[r] = r;
    }
    return lineage_reshape(n, parts, into, NULL);
}

/* Some are split, some merged, by chance. */
static struct lineage *mix(size_t n, unsigned seed)
{
    size_t parts[RANKS], into[RANKS];

    for (size_t r = 0; r < n; r++) {
        size_t to = (size_t)world_random(seed, r, r + 1);

        parts[r] = 1;
        into[r] = r > 0 && into[to] == to && parts[to] == 1 ? to : r;
        if (into[r] == r && world_random(seed, r + 100, 3) == 0)
            parts[r] = 1 + (size_t)world_random(seed, r + 200, 3);
    }
    return lineage_reshape(n, parts, into, NULL);
}

static void test_split(size_t l)
{
    bool good = true;

    for (size_t n = 1; n <= 5; n++)
        for (size_t rank = 0; rank < n; rank++)
            for (size_t parts = 1; parts <= 4 && good; parts++)
                good = change(l, layouts[l].totals[parts - 1], false,
                              (unsigned)(n + rank), split(n, rank, parts));
    ok(good, "%s: one rank becomes several", layouts[l].name);
}

static void test_merge(size_t l)
{
    bool good = true;

    for (size_t n = 1; n <= 6; n++)
        for (unsigned set = 1; set < 1u << n && good; set++)
            good = change(l, layouts[l].totals[set % 4], false, set,
                          merge(n, set));
    ok(good, "%s: any of six ranks become one", layouts[l].name);
}

static void test_mix(size_t l)
{
    bool good = true;

    for (unsigned seed = 1; seed <= 60 && good; seed++)
        good = change(l, layouts[l].totals[seed % 4], false, seed,
                      mix(1 + seed % 6, seed));
    ok(good, "%s: several are split and merged at once", layouts[l].name);
}

static void test_same(size_t l)
{
    bool good = true;

    for (size_t n = 1; n <= RANKS && good; n++)
        good = change(l, layouts[l].totals[2], false, (unsigned)n,
                      split(n, 0, 1));
    ok(good, "%s: all ranks go on as they are", layouts[l].name);
}

/* Larger ones, and many more ranks than rows. */
static void test_random(size_t l)
{
    bool good = true;

    for (unsigned seed = 0; seed < 6 && good; seed++) {
        size_t n = 1 + world_random(seed, 1, 60);
        size_t m = 1 + world_random(seed, 2, 60);

        good = change(l, world_random(seed, 3, seed % 2 ? 20 : 1000),
                      seed % 3 == 0, seed, lineage_resize(n, m, NULL));
    }
    ok(good, "%s: many ranks", layouts[l].name);
}

int main(void)
{
    for (size_t l = 0; l < LAYOUTS; l++) {
        test_resize(l);
        test_weights(l);
        test_split(l);
        test_merge(l);
        test_mix(l);
        test_same(l);
        test_random(l);
    }
    return tap_done();
}
