/* Tests of pmpi/state/layout_like.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "pmpi/state/layout_like.h"
#include "tests/tap.h"

static int owner(const void *item, void *arg)
{
    (void)item, (void)arg;
    return 0;
}

static void test_fields(void)
{
    struct registered from = { .layout = { .spread = MITO_GRID,
                                           .row = 3,
                                           .halo = 2,
                                           .constant = true,
                                           .dimensions = 2,
                                           .shape = { 8, 9 },
                                           .origin = { 0, 4 },
                                           .extent = { 8, 5 },
                                           .memory = MITO_ALIGNED,
                                           .alignment = 64 } };
    mito_layout l = { .like = "u", .arrays = 2 };

    layout_like(&l, &from, true);
    ok(l.spread == MITO_GRID && l.row == 3 && l.halo == 2 && l.constant
           && l.dimensions == 2 && l.shape[1] == 9 && l.origin[1] == 4
           && l.extent[1] == 5 && l.memory == MITO_ALIGNED
           && l.alignment == 64,
       "what is not said is as there");
    ok(l.arrays == 2 && strcmp(l.like, "u") == 0, "how many it is for is not");
    l = (mito_layout){ .halo = 1, .origin = { 2, 0 }, .memory = MITO_FIXED };
    layout_like(&l, &from, true);
    ok(l.halo == 1 && l.memory == MITO_FIXED && l.row == 3,
       "what is said stands");
    ok(l.origin[0] == 2 && l.origin[1] == 0, "numbers of a kind as a whole");
}

static void test_halos(void)
{
    struct registered from = { .layout = { .halo = 2, .shared = 1 } };
    mito_layout l = { .halo_before = { 1 } };

    layout_like(&l, &from, true);
    ok(l.halo == 0 && l.halo_before[0] == 1 && l.shared == 1,
       "a halo of each side takes the place of that on all sides");
    from.layout =
        (mito_layout){ .halo_before = { 1, 2 }, .halo_after = { 3 } };
    l = (mito_layout){ .stagger = { true } };
    layout_like(&l, &from, true);
    ok(l.halo_before[1] == 2 && l.halo_after[0] == 3 && l.stagger[0],
       "and is taken when none is said");
    l = (mito_layout){ .halo = 1 };
    layout_like(&l, &from, true);
    ok(l.halo == 1 && l.halo_before[0] == 0 && l.halo_after[0] == 0,
       "as one on all sides does of those");
}

static void test_object(void)
{
    struct registered from = { .layout = { .memory = MITO_OBJECT,
                                           .halo = 1 } };
    mito_layout l = { .row = 2 };

    layout_like(&l, &from, true);
    ok(l.memory == MITO_MEMORY_DEFAULT && l.halo == 1,
       "whose memory an object's is says nothing of that of others");
}

static void test_names(void)
{
    struct registered from = {
        .item = { .lengths = "starts" },
        .layout = { .spread = MITO_RAGGED, .lengths = "gone", .offsets = true }
    };
    mito_layout l = { .row = 2 };

    layout_like(&l, &from, true);
    ok(l.spread == MITO_RAGGED && l.offsets
           && strcmp(l.lengths, "starts") == 0,
       "names are as they were registered, whatever became of the text");
}

static void test_owners(void)
{
    struct registered from = { .item = { .lengths = "to" },
                               .layout = { .owner = owner } };
    mito_layout l = { .row = 2 };

    layout_like(&l, &from, true);
    ok(l.spread == MITO_BAG && !l.owner,
       "with the same count it goes where that array's items go");
    l = (mito_layout){ .row = 2 };
    layout_like(&l, &from, false);
    ok(l.spread == MITO_BAG && l.owner == owner,
       "with another one its items have owners by the same function");
    from.layout = (mito_layout){ .owners = "gone" };
    l = (mito_layout){ .row = 2 };
    layout_like(&l, &from, false);
    ok(strcmp(l.owners, "to") == 0 && !l.owner, "or by the same list");
}

int main(void)
{
    test_fields();
    test_halos();
    test_object();
    test_names();
    test_owners();
    return tap_done();
}
