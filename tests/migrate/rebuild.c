/* Tests of migrate/layout/plan_offsets.c, and of plans for very many ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "tests/migrate/world.h"
#include "tests/tap.h"

static struct world make(
    size_t n, size_t m, uint64_t total, bool offsets, uint64_t base)
{
    return (
        struct world){ .it = { .spread = ITEM_RAGGED, .extent = 8, .row = 1 },
                       .total = total,
                       .seed = (unsigned)(n * 31 + m),
                       .offsets = offsets,
                       .base = base,
                       .n = n,
                       .m = m };
}

/* The offsets of new rank 'rank' against the lengths they came from. */
static bool check_rank(const struct world *w, size_t rank, uint64_t *row)
{
    uint64_t count = division_count(w->shares, w->index, rank);
    int64_t *offsets = calloc(count + 1, sizeof(*offsets));
    uint64_t at = w->base;
    struct error err;
    struct plan p;
    bool good;

    good = plan_make(&p, w->shares, w->index, rank, &err) == 0 && p.rebuild
           && p.bytes == (count + 1) * sizeof(*offsets)
           && plan_rebuild(w->shares, w->index, rank, offsets, &err) == 0;
    for (uint64_t i = 0; good && i <= count; i++) {
        good = offsets[i] == (int64_t)at;
        if (i < count)
            at += world_length(w, (*row)++);
    }
    free(offsets);
    plan_free(&p);
    return good;
}

static void test_offsets(uint64_t total, uint64_t base)
{
    bool good = true;

    for (size_t n = 1; n <= 12; n++)
        for (size_t m = 1; m <= 12 && good; m++) {
            struct world w = make(n, m, total, true, base);
            uint64_t row = 0;

            w.uneven = n % 2;
            world_open(&w, lineage_resize(n, m, NULL));
            for (size_t r = 0; r < m; r++)
                good = good && check_rank(&w, r, &row);
            good = good && row == total;
            world_close(&w);
        }
    ok(good, "offsets of %d rows from %d are made anew", (int)total,
       (int)base);
}

/* Elements of rows that have a count of their own. */
static void test_elements(void)
{
    struct world w = make(2, 3, 20, false, 0);
    uint64_t sum = 0;
    bool rows = true;

    world_open(&w, lineage_resize(2, 3, NULL));
    for (size_t r = 0; r < 3; r++)
        rows = rows
               && division_count(w.shares, w.item, r)
                      == division_count(w.shares, w.index, r);
    ok(rows, "ragged rows that share the count of lengths are counted so");
    w.old[0]->items[w.item].group = 1;
    for (size_t r = 0; r < 3; r++)
        sum += division_count(w.shares, w.item, r);
    ok(sum == world_element(&w, 20), "with their own, it is of elements");
    world_close(&w);
}

static void test_overflow(void)
{
    struct world w = make(1, 1, 3, true, 0);
    struct error err = { .text = "" };
    int32_t offsets[4];

    world_open(&w, lineage_reshape(1, (const size_t[]){ 1 },
                                   (const size_t[]){ 0 }, NULL));
    w.old[0]->items[w.index].starts[3] = UINT64_C(1) << 31;
    w.new[0]->items[w.index].extent = 4;
    ok(plan_rebuild(w.shares, w.index, 0, offsets, &err) < 0,
       "an offset that an int cannot hold is refused");
    has(err.text, "would need an offset of 2147483648", "as is told");
    world_close(&w);
}

/* As many copies as there are borders, and found without looking at all. */
static void test_many(size_t n, size_t m)
{
    struct world w = {
        .it = { .spread = ITEM_BLOCK, .extent = 8, .row = 1, .halo = 2 },
        .total = 100000,
        .n = n,
        .m = m
    };
    struct error err;
    size_t copies = 0;
    bool good = true;
    uint64_t bytes = 0;

    world_open(&w, lineage_resize(n, m, NULL));
    for (size_t r = 0; r < m; r++) {
        struct plan p;

        good = good && plan_make(&p, w.shares, w.item, r, &err) == 0;
        copies += p.count;
        bytes += plan_volume(&p);
        plan_free(&p);
    }
    ok(good && bytes == (100000 + m * 4) * 8 && copies < n + 6 * m,
       "%zu ranks become %zu by %zu copies", n, m, copies);
    world_close(&w);
}

int main(void)
{
    test_offsets(57, 0);
    test_offsets(57, 1);
    test_offsets(5, 1);
    test_offsets(0, 0);
    test_offsets(0, 1);
    test_elements();
    test_overflow();
    test_many(1000, 1000);
    test_many(1000, 7);
    test_many(7, 1000);
    return tap_done();
}
