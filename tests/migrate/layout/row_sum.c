/* Tests of migrate/layout/row_sum.c, and of owned_rows_alone(): sums that each
 * rank makes by itself come to the same for any number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "migrate/layout/row_sum.h"
#include "tests/migrate/world.h"
#include "tests/tap.h"

static const struct {
    const char *name;
    struct item it;
} layouts[] = {
    { "blocks", { .spread = ITEM_BLOCK, .extent = 8, .row = 2, .halo = 1 } },
    { "rows of three bytes", { .spread = ITEM_BLOCK, .extent = 1, .row = 3 } },
    { "blocks that share rows",
      { .spread = ITEM_BLOCK,
        .extent = 8,
        .row = 1,
        .before = { 1 },
        .shared = { 2 } } },
    { "cyclic rows", { .spread = ITEM_CYCLIC, .extent = 8, .row = 1 } },
    { "block-cyclic rows",
      { .spread = ITEM_BLOCK_CYCLIC, .extent = 4, .row = 3, .block = 4 } },
    { "a grid",
      { .spread = ITEM_GRID,
        .extent = 4,
        .row = 1,
        .halo = 1,
        .dimensions = 3,
        .shape = { 5, 6, 7 } } },
    { "ragged rows", { .spread = ITEM_RAGGED, .extent = 8, .row = 1 } },
    { "bags", { .spread = ITEM_BAG, .extent = 24, .row = 1 } },
};

/* All ranks' sums, each moved to where it belongs. */
static uint64_t sum_of(const struct world *w)
{
    uint64_t sum = 0, before = 0, rows;

    for (size_t r = 0; r < w->n; r++) {
        struct owned_rows h;

        if (owned_rows_alone(&h, w->old[r], w->item, &rows, NULL) < 0)
            return 0;
        sum += row_sum_move(row_sum(&h, w->memory[r]), before);
        before += rows;
        owned_rows_free(&h);
    }
    return sum;
}

static uint64_t sum_with(size_t l, size_t n)
{
    struct world w = {
        .it = layouts[l].it, .total = 211, .seed = 5, .n = n, .m = 2
    };
    uint64_t sum;

    world_open(&w, lineage_resize(n, 2, NULL));
    sum = sum_of(&w);
    world_close(&w);
    return sum;
}

static void test_sizes(size_t l)
{
    uint64_t one = sum_with(l, 1);

    for (size_t n = 2; n < 6; n++)
        ok(sum_with(l, n) == one, "%s: %zu ranks sum up to what one does",
           layouts[l].name, n);
}

/* Where owned rows are, a byte that is another one is seen; elsewhere not. */
static void test_flips(size_t l)
{
    struct world w = {
        .it = layouts[l].it, .total = 50, .seed = 3, .n = 3, .m = 2
    };
    struct owned_rows h;
    uint64_t good, rows;
    size_t seen = 0, flips = 0;

    world_open(&w, lineage_resize(3, 2, NULL));
    good = sum_of(&w);
    owned_rows_alone(&h, w.old[1], w.item, &rows, NULL);
    for (size_t i = 0; i < h.count; i++)
        for (uint64_t t = 0; t < h.runs[i].times; t++) {
            uint8_t *at = w.memory[1] + h.runs[i].offset + t * h.runs[i].step;

            for (uint64_t b = 0; b < h.runs[i].bytes; b++) {
                at[b] ^= 0x10;
                seen += sum_of(&w) != good;
                at[b] ^= 0x10;
                flips++;
            }
        }
    ok(flips > 0 && seen == flips, "%s: %zu bytes, %zu of them seen",
       layouts[l].name, flips, seen);
    owned_rows_free(&h);
    world_close(&w);
}

static uint64_t sum_words(const uint64_t *words, size_t count, uint64_t first)
{
    struct stride run = { .first = first, .bytes = 8 * count, .times = 1 };
    struct owned_rows h = { .row_bytes = 8, .count = 1, .runs = &run };

    return row_sum(&h, words);
}

static void test_places(void)
{
    static const uint64_t one[] = { 3, 4, 5 }, other[] = { 4, 3, 5 };
    uint64_t low[] = { 0, 1 }, high[] = { 1, 0 };
    struct stride run = { .first = STRIDE_ANYWHERE, .bytes = 24, .times = 1 };
    struct owned_rows h = { .row_bytes = 8, .count = 1, .runs = &run };

    ok(sum_words(one, 3, 0) != sum_words(other, 3, 0),
       "rows in another order are seen");
    ok(sum_words(low, 2, UINT64_C(1) << 20)
           != sum_words(high, 2, UINT64_C(1) << 20),
       "far behind, too");
    ok(sum_words(one, 3, 7) == row_sum_move(sum_words(one, 3, 0), 7)
           && sum_words(one, 3, 7) != sum_words(one, 3, 0),
       "a sum that is moved is that of rows that begin further on");
    ok(row_sum(&h, one) == row_sum(&h, other),
       "of items of a bag any order is right");
    run.bytes = 20;
    ok(row_sum(&h, one) != 0, "and what is left of a row counts");
}

int main(void)
{
    for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        test_sizes(l);
        test_flips(l);
    }
    test_places();
    return tap_done();
}
