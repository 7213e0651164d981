/* Tests of migrate/layout/plan.c: every row arrives once, where it belongs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "migrate/layout/owned_rows.h"
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
    { "blocks with halos that differ",
      { .spread = ITEM_BLOCK,
        .extent = 8,
        .row = 1,
        .before = { 2 },
        .after = { 1 } },
      .totals = { 0, 1, 12, 57 } },
    { "blocks with a halo behind",
      { .spread = ITEM_BLOCK, .extent = 4, .row = 3, .after = { 3 } },
      .totals = { 0, 2, 13, 57 } },
    { "blocks that share a row",
      { .spread = ITEM_BLOCK, .extent = 8, .row = 1, .shared = { 1 } },
      .totals = { 0, 1, 12, 57 } },
    { "blocks that share rows, with halos",
      { .spread = ITEM_BLOCK,
        .extent = 4,
        .row = 1,
        .before = { 1 },
        .after = { 2 },
        .shared = { 3 } },
      .totals = { 0, 1, 13, 40 } },
    { "a grid with halos that differ",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .dimensions = 3,
        .before = { 1, 0, 2 },
        .after = { 0, 3, 1 },
        .shape = { 5, 4, 6 } },
      .totals = { 0 } },
    { "a grid of shared points",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .dimensions = 2,
        .shared = { 1, 1 },
        .shape = { 9, 8 } },
      .totals = { 0 } },
    { "a field on the faces of a grid with halos",
      { .spread = ITEM_GRID,
        .extent = 4,
        .row = 2,
        .halo = 1,
        .dimensions = 2,
        .shared = { 0, 1 },
        .shape = { 7, 9 } },
      .totals = { 0 } },
    { "a grid that shares more in three dimensions, with halos",
      { .spread = ITEM_GRID,
        .extent = 1,
        .row = 3,
        .dimensions = 3,
        .before = { 0, 1, 0 },
        .after = { 1, 0, 0 },
        .shared = { 1, 2, 1 },
        .shape = { 5, 7, 4 } },
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
    { "bags whose items have owners",
      { .spread = ITEM_BAG, .flags = ITEM_OWNER, .extent = 16, .row = 1 },
      .totals = { 0, 1, 12, 57 } },
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

/* What is to be compared comes from ranks that do not own it to where it is,
 * and all of it does.
 */
static const char *compare_shared(struct world *w, uint64_t *came)
{
    uint64_t bytes = item_row_bytes(&w->it);
    const char *answer = NULL;

    for (size_t r = 0; r < w->m && !answer; r++) {
        struct plan p;
        size_t rows;
        uint64_t *numbers = world_new_rows(w, r, &rows);
        uint8_t row[64];

        plan_shared(&p, w->shares, w->item, r, NULL);
        for (size_t n = 0; n < p.count; n++) {
            const struct copy *c = &p.copies[n];

            for (uint64_t b = 0; b < c->to.bytes * c->to.times; b += bytes) {
                uint64_t t = b / c->to.bytes, rest = b % c->to.bytes;
                uint64_t to = c->to.offset + t * c->to.step + rest;
                uint64_t from = c->from_offset + t * c->from_step + rest;

                world_fill(row, bytes, numbers[to / bytes]);
                if (memcmp(w->memory[c->from] + from, row, bytes) != 0)
                    answer = "a row is compared with another one";
                ++*came;
            }
            if (c->owned || (n > 0 && p.copies[n - 1].from > c->from))
                answer = "ranks are not in order, or rows count";
        }
        free(numbers);
        plan_free(&p);
    }
    return answer;
}

/* Rows that old ranks have and do not own. */
static uint64_t count_shared(const struct world *w)
{
    uint64_t sum = 0;

    for (size_t r = 0; r < w->n; r++) {
        struct owned_rows h;

        owned_rows_old(&h, w->shares, w->item, r, NULL);
        sum += w->old[r]->items[w->item].count;
        for (size_t i = 0; i < h.count; i++)
            sum -= h.runs[i].bytes * h.runs[i].times / item_row_bytes(&w->it);
        owned_rows_free(&h);
    }
    return sum;
}

static void test_shared(size_t l)
{
    const char *answer = NULL;
    uint64_t all = 0;

    for (size_t n = 1; n <= RANKS; n++)
        for (size_t m = 1; m <= RANKS && !answer; m++) {
            struct world w = { .it = layouts[l].it,
                               .total = layouts[l].totals[2],
                               .seed = (unsigned)n,
                               .equal = true,
                               .n = n,
                               .m = m };
            uint64_t came = 0, wanted;

            world_open(&w, lineage_resize(n, m, NULL));
            wanted = count_shared(&w);
            answer = compare_shared(&w, &came);
            if (!answer && came != wanted)
                answer = "not all is compared once";
            all += came;
            world_close(&w);
        }
    ok(!answer && all > 0, "%s: what ranks share is compared%s%s",
       layouts[l].name, answer ? ": " : "", answer ? answer : "");
}

/* Two copies, of rows of 8 bytes, are one where the second goes on. */
static void test_push(void)
{
    static const struct copy first = {
        .to = { .first = 10, .offset = 0, .bytes = 16, .times = 1 },
        .from = 3,
        .owned = true,
        .from_offset = 80,
    };
    static const struct {
        const char *what;
        uint64_t row, offset, bytes, times;
        uint32_t from;
        bool owned;
        uint64_t from_offset;
        size_t copies;
    } cases[] = {
        { "one that goes on", 12, 16, 8, 1, 3, true, 96, 1 },
        { "one of nothing", 12, 16, 0, 1, 3, true, 96, 1 },
        { "one of no times", 12, 16, 8, 0, 3, true, 96, 1 },
        { "one that goes on elsewhere there", 12, 16, 8, 1, 3, true, 104, 2 },
        { "elsewhere here", 12, 24, 8, 1, 3, true, 96, 2 },
        { "with other rows", 13, 16, 8, 1, 3, true, 96, 2 },
        { "of another rank", 12, 16, 8, 1, 4, true, 96, 2 },
        { "of a halo", 12, 16, 8, 1, 3, false, 96, 2 },
        { "of pieces", 12, 16, 8, 2, 3, true, 96, 2 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct copy next = {
            .to = { .first = cases[i].row,
                    .offset = cases[i].offset,
                    .bytes = cases[i].bytes,
                    .times = cases[i].times },
            .from = cases[i].from,
            .owned = cases[i].owned,
            .from_offset = cases[i].from_offset,
        };
        struct plan p = { .row_bytes = 8 };

        plan_push(&p, &first, NULL);
        plan_push(&p, &next, NULL);
        ok(p.count == cases[i].copies
               && plan_volume(&p) == 16 + next.to.bytes * next.to.times,
           "%s: %zu of %zu copies", cases[i].what, p.count, cases[i].copies);
        plan_free(&p);
    }
}

/* The program's functions see each parent, whatever it had. */
static void test_nothing(const char *name, size_t copies)
{
    for (size_t l = 0; l < LAYOUTS; l++) {
        struct world w = { .it = layouts[l].it, .n = 3, .m = 1 };
        struct error err = { "" };
        struct plan p;

        if (strcmp(layouts[l].name, name) != 0)
            continue;
        world_open(&w, merge(3, 7));
        ok(plan_make(&p, w.shares, w.item, 0, &err) == 0 && p.count == copies,
           "%s: of three ranks without rows come %zu copies", name, copies);
        plan_free(&p);
        world_close(&w);
    }
}

int main(void)
{
    test_push();
    test_nothing("local rows", 0);
    test_nothing("local rows with functions", 3);
    for (size_t l = 0; l < LAYOUTS; l++) {
        test_resize(l);
        test_weights(l);
        test_split(l);
        test_merge(l);
        test_mix(l);
        test_same(l);
        test_random(l);
        if (layouts[l].it.shared[0] + layouts[l].it.shared[1] > 0)
            test_shared(l);
    }
    return tap_done();
}
