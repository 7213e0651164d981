/* Tests of migrate/layout/owned_rows.c: the digest of holdings finds what goes
 * wrong
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

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
    { "a field on the faces of a grid",
      { .spread = ITEM_GRID,
        .extent = 8,
        .row = 1,
        .dimensions = 2,
        .after = { 1, 0 },
        .shared = { 1, 0 },
        .shape = { 20, 9 } } },
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
    { "bags whose items have owners",
      { .spread = ITEM_BAG, .flags = ITEM_OWNER, .extent = 16, .row = 1 } },
    { "replicated rows",
      { .spread = ITEM_REPLICATED, .extent = 8, .row = 1 } },
    { "local rows", { .spread = ITEM_LOCAL, .extent = 8, .row = 1 } },
    { "packed bytes",
      { .spread = ITEM_LOCAL, .flags = ITEM_PACK, .extent = 1, .row = 1 } },
};

/* Spoil each copy in turn, until there is none left. */
static void test_spoil(size_t l, size_t n, size_t m)
{
    struct world w = { .it = layouts[l].it,
                       .total = 211,
                       .seed = (unsigned)(n + m),
                       .n = n,
                       .m = m };
    int spoiled = 0;
    int missed = 0;
    uint64_t good;

    world_open(&w, lineage_resize(n, m, NULL));
    good = world_digest_old(&w);
    ok(world_digest_new(&w) == good, "%s: the digest stays what it was",
       layouts[l].name);
    for (int way = WORLD_FLIP; way < WORLD_WAYS; way++)
        for (size_t copy = 0; copy < 20; copy++) {
            w.spoil = way;
            w.after = copy;
            w.spoiled = false;
            if (world_digest_new(&w) == good)
                missed += w.spoiled;
            spoiled += w.spoiled;
        }
    ok(missed == 0 && spoiled > 4, "%s: %d accidents, %d of them missed",
       layouts[l].name, spoiled, missed);
    world_close(&w);
}

int main(void)
{
    for (size_t l = 0; l < sizeof(layouts) / sizeof(layouts[0]); l++) {
        test_spoil(l, 3, 5);
        test_spoil(l, 5, 2);
    }
    return tap_done();
}
