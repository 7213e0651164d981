/* Tests of migrate/layout/manifests_agree.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "migrate/layout/manifests_agree.h"
#include "tests/tap.h"

enum { SIZE = 3 };

/* Three ranks that agree, with an item of each kind. */
static const struct item items[] = {
    { .name = "dots",
      .spread = ITEM_CYCLIC,
      .extent = 8,
      .row = 1,
      .group = ITEM_NONE },
    { .name = "plate",
      .spread = ITEM_BLOCK,
      .extent = 8,
      .row = 202,
      .halo = 1,
      .group = 1,
      .count = 10 },
    { .name = "sky",
      .spread = ITEM_GRID,
      .extent = 4,
      .row = 1,
      .dimensions = 2,
      .group = ITEM_NONE,
      .shape = { 6, 4 },
      .box = { 2, 4 },
      .count = 8 },
    { .name = "step",
      .spread = ITEM_REPLICATED,
      .extent = 4,
      .row = 1,
      .group = ITEM_NONE,
      .count = 1 },
};
enum { DOTS, PLATE, SKY, STEP, ITEMS };

static void make(struct manifest *ranks[SIZE])
{
    struct error err = { .text = "" };

    for (size_t r = 0; r < SIZE; r++) {
        ranks[r] = manifest_create(&err);
        ranks[r]->rank = r;
        ranks[r]->size = SIZE;
        for (size_t i = 0; i < ITEMS; i++) {
            struct item item = items[i];

            strcpy(item.file, "heat.c");
            item.line = 40 + r;
            if (i == SKY)
                item.origin[0] = 2 * r;
            if (i == DOTS)
                item.count = r == 0 ? 3 : 2;
            manifest_add(ranks[r], &item, &err);
        }
        manifest_seal(ranks[r], &err);
    }
}

static void drop(struct manifest *ranks[SIZE])
{
    for (size_t r = 0; r < SIZE; r++)
        manifest_destroy(ranks[r]);
}

/* What is broken: 'place' of item 'item' of rank 2 becomes 'value'. */
static const struct {
    size_t item;
    size_t place;
    uint64_t value;
    const char *message;
} cases[] = {
    { PLATE, offsetof(struct item, row), 102,
      "rank 2 registered \"plate\" with rows of 102 elements at heat.c:42, "
      "rank 0 with rows of 202 elements at heat.c:40" },
    { PLATE, offsetof(struct item, extent), 4,
      "with elements of 4 bytes at heat.c:42, rank 0 with elements of 8" },
    { PLATE, offsetof(struct item, type), 255, "with elements of type ff" },
    { PLATE, offsetof(struct item, halo), 2,
      "with a halo of 2 at heat.c:42, rank 0 with a halo of 1" },
    { PLATE, offsetof(struct item, before[0]), 2,
      "with a halo_before[0] of 2 at heat.c:42, rank 0 with a halo_before[0] "
      "of 0" },
    { SKY, offsetof(struct item, after[1]), 1, "with a halo_after[1] of 1" },
    { SKY, offsetof(struct item, shared[1]), 1,
      "with 1 shared in dimension 1" },
    { PLATE, offsetof(struct item, spread), ITEM_BAG,
      "as bag at heat.c:42, rank 0 as block at" },
    { PLATE, offsetof(struct item, flags), ITEM_CONSTANT,
      "as constant at heat.c:42, rank 0 not as constant" },
    { PLATE, offsetof(struct item, group), ITEM_NONE,
      "a count that is shared with other arrays than in rank 0" },
    { PLATE, offsetof(struct item, block), 3, "with blocks of 3 rows" },
    { SKY, offsetof(struct item, shape[1]), 5,
      "with a shape[1] of 5 at heat.c:42, rank 0 with a shape[1] of 4" },
    { SKY, offsetof(struct item, origin[0]), 3,
      "rank 1 and rank 2 both own cells of \"sky\"" },
    { SKY, offsetof(struct item, box[0]), 1, "are 20 cells, the grid has 24" },
    { STEP, offsetof(struct item, count), 2,
      "rank 2 has 2 rows of \"step\", registered at heat.c:42 as "
      "replicated: there should be 1" },
    { DOTS, offsetof(struct item, count), 3,
      "rank 1 has 2 rows of \"dots\", registered at heat.c:41 as cyclic: "
      "there should be 3" },
};

static int agree(struct manifest *const *ranks, struct error *err)
{
    const struct manifest *all[SIZE] = { ranks[0], ranks[1], ranks[2] };

    return manifests_agree_ranks(all, SIZE, err) < 0
                   || manifests_agree_counts(all, SIZE, err) < 0
               ? -1
               : 0;
}

/* Rank r has 'count' rows of a block array that shares 'shared' of them. */
static void test_shared(void)
{
    static const struct {
        uint64_t counts[SIZE], shared;
        const char *message; /* NULL: they agree */
    } shared[] = {
        { { 4, 3, 2 }, 1, NULL },
        { { 4, 0, 3 }, 2, NULL },
        { { 4, 1, 3 },
          1,
          "rank 1 has 1 rows of \"plate\", registered at heat.c:41, and "
          "shares "
          "1 of them: there should be none, or more" },
    };

    for (size_t i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
        struct error err = { .text = "" };
        struct manifest *ranks[SIZE];
        int rc;

        make(ranks);
        for (size_t r = 0; r < SIZE; r++) {
            ranks[r]->items[PLATE].count = shared[i].counts[r];
            ranks[r]->items[PLATE].shared[0] = shared[i].shared;
        }
        rc = agree(ranks, &err);
        if (shared[i].message) {
            ok(rc < 0, "a rank with nothing of its own is found");
            has(err.text, shared[i].message, "and told");
        } else {
            ok(rc == 0, "ranks may share %d rows: %s", (int)shared[i].shared,
               err.text);
        }
        drop(ranks);
    }
}

/* Boxes of points that neighbours share, two in the second dimension. */
static void test_shared_boxes(void)
{
    struct error err = { .text = "" };
    struct manifest *ranks[SIZE];

    make(ranks);
    for (size_t r = 0; r < SIZE; r++) {
        struct item *sky = &ranks[r]->items[SKY];

        sky->shape[0] = 7;
        sky->box[0] = 3;
        sky->count = 12;
        sky->shared[0] = 1;
    }
    ok(agree(ranks, &err) == 0, "boxes that share points agree: %s", err.text);
    ranks[1]->items[SKY].box[0] = 2;
    ranks[1]->items[SKY].count = 8;
    ok(agree(ranks, &err) < 0, "those that share too few do not");
    has(err.text, "are 24 cells, the grid has 28", "which is told");
    ranks[1]->items[SKY].box[0] = 4;
    ok(agree(ranks, &err) < 0, "nor do those that share too many");
    has(err.text, "rank 1 and rank 2 both own cells of \"sky\"",
        "which is told");
    drop(ranks);
}

/* Many boxes, which are not all compared with each other: pieces of a cube, of
 * a column in each dimension, and the same with one that is where another is.
 */
static void test_many_boxes(void)
{
    static const uint64_t pieces[][3] = {
        { 5, 6, 7 }, { 210, 1, 1 }, { 1, 210, 1 }, { 1, 1, 210 }, { 1, 14, 15 }
    };
    enum { MANY = 210, WIDE = 3, AWAY = 137 };
    static struct manifest manifest[MANY];
    static struct item item[MANY];
    const struct manifest *all[MANY];

    for (size_t c = 0; c < sizeof(pieces) / sizeof(pieces[0]); c++) {
        const uint64_t *n = pieces[c];
        struct error err = { .text = "" };

        for (uint64_t r = 0; r < MANY; r++) {
            const uint64_t at[] = { r % n[0], r / n[0] % n[1],
                                    r / n[0] / n[1] };

            item[r] = items[SKY];
            item[r].dimensions = 3;
            for (int d = 0; d < 3; d++) {
                item[r].shape[d] = n[d] * WIDE;
                item[r].box[d] = WIDE;
                item[r].origin[d] = at[d] * WIDE;
            }
            manifest[r] = (struct manifest){
                .rank = r, .size = MANY, .count = 1, .items = &item[r]
            };
            all[r] = &manifest[r];
        }
        ok(manifests_agree_ranks(all, MANY, &err) == 0,
           "%d x %d x %d boxes agree: %s", (int)n[0], (int)n[1], (int)n[2],
           err.text);
        memcpy(item[AWAY].origin, item[20].origin, sizeof(item[0].origin));
        ok(manifests_agree_ranks(all, MANY, &err) < 0
               && strstr(err.text, "rank 20 and rank 137 both own cells"),
           "two in one place do not: %s", err.text);
        item[AWAY].box[1] = 0;
        ok(manifests_agree_ranks(all, MANY, &err) < 0
               && strstr(err.text, "are 5643 cells, the grid has 5670"),
           "an empty one is nowhere: %s", err.text);
    }
}

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct manifest *ranks[SIZE];
        struct item *item;

        make(ranks);
        item = &ranks[2]->items[cases[i].item];
        *(uint64_t *)((char *)item + cases[i].place) = cases[i].value;
        ok(agree(ranks, &err) < 0, "difference %zu is found", i);
        has(err.text, cases[i].message, "and told");
        drop(ranks);
    }
}

static void test_type_names(void)
{
    struct error err = { .text = "" };
    struct manifest *ranks[SIZE];

    make(ranks);
    strcpy(ranks[0]->items[PLATE].type_name, "MPI_LONG");
    strcpy(ranks[1]->items[PLATE].type_name, "MPI_LONG");
    strcpy(ranks[2]->items[PLATE].type_name, "MPI_DOUBLE");
    ranks[2]->items[PLATE].type = 255;
    ok(agree(ranks, &err) < 0, "types that have names differ");
    has(err.text,
        "with elements of type MPI_DOUBLE at heat.c:42, rank 0 with elements "
        "of type MPI_LONG at heat.c:40",
        "and their names are told");
    drop(ranks);
}

static void test_ranks(void)
{
    struct error err = { .text = "" };
    struct manifest *ranks[SIZE];

    make(ranks);
    ok(agree(ranks, &err) == 0, "three ranks agree: %s", err.text);
    strcpy(ranks[1]->items[PLATE].name, "plane");
    ok(agree(ranks, &err) < 0, "until one has another name");
    has(err.text, "rank 1 registered \"plane\" at heat.c:41, rank 0 did not",
        "which is told");
    ranks[1]->count = 1;
    ok(agree(ranks, &err) < 0, "or lacks the last ones");
    has(err.text, "rank 0 registered \"plate\" at heat.c:40, rank 1 did not",
        "which is told");
    ranks[1]->rank = 2;
    ok(agree(ranks, &err) < 0, "or is not who it should be");
    has(err.text, "rank 1 of 3 says it is rank 2", "which is told");
    drop(ranks);
}

static void test_generations(void)
{
    struct error err = { .text = "" };
    struct manifest *old[SIZE];
    struct manifest *new[SIZE];

    make(old);
    make(new);
    new[0]->items[PLATE].count = 77;
    new[0]->items[PLATE].address = 77;
    new[0]->items[SKY].box[0] = 3;
    ok(manifests_agree_generations(old[0], new[0], &err) == 0,
       "counts, addresses and boxes may differ: %s", err.text);
    new[0]->items[SKY].shape[0] = 7;
    ok(manifests_agree_generations(old[0], new[0], &err) < 0,
       "the grid may not");
    has(err.text,
        "the new rank 0 registered \"sky\" with a shape[0] of 7 at "
        "heat.c:40, the old rank 0 with a shape[0] of 6",
        "which is told");
    drop(old);
    drop(new);
}

static void test_cyclic(void)
{
    bool good = true;

    for (uint64_t size = 1; size < 7; size++)
        for (uint64_t block = 1; block < 5; block++)
            for (uint64_t total = 0; total < 40; total++)
                for (uint64_t rank = 0; rank < size; rank++) {
                    uint64_t count = 0;

                    for (uint64_t i = 0; i < total; i++)
                        count += i / block % size == rank;
                    good = good
                           && manifests_agree_cyclic(total, block, rank, size)
                                  == count;
                }
    ok(good, "cyclic rows are counted as they are dealt out");
}

int main(void)
{
    test_ranks();
    test_cases();
    test_shared();
    test_shared_boxes();
    test_many_boxes();
    test_type_names();
    test_generations();
    test_cyclic();
    return tap_done();
}
