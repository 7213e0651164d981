/* Tests of migrate/layout/manifest.c, manifest_format.c and ragged.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "migrate/layout/manifest.h"
#include "tests/migrate/world.h"
#include "tests/tap.h"

#define PLAIN .file = "heat.c", .line = 40, .extent = 8, .row = 1

static struct item make(const char *name, uint64_t spread)
{
    struct item item = { PLAIN, .spread = spread, .group = ITEM_NONE };

    snprintf(item.name, sizeof(item.name), "%s", name);
    return item;
}

static struct manifest *example(void)
{
    static const int64_t offsets[] = { 1, 4, 4, 300 };
    struct manifest *m = manifest_create(NULL);
    struct item values = make("values", ITEM_RAGGED);
    struct item rows = make("rows", ITEM_BLOCK);
    struct item plate = make("plate", ITEM_GRID);
    struct item step = make("step", ITEM_REPLICATED);
    struct error err = { .text = "" };

    m->rank = 2;
    m->size = 5;
    m->generation = 3;
    m->sync = 60;
    m->pid = 4711;
    m->flags = 9;
    strcpy(m->host, "h1");
    strcpy(m->port, "4711 10.1.2.3 fe80::1");
    strcpy(values.lengths, "rows");
    values.flags = ITEM_OFFSETS;
    values.group = rows.group = 7;
    values.count = rows.count = 3;
    plate.dimensions = 2;
    plate.shape[0] = plate.shape[1] = 10;
    plate.origin[0] = 4;
    plate.box[0] = 6;
    plate.box[1] = 10;
    plate.count = 60;
    plate.halo = 1;
    step.count = 1;
    manifest_add(m, &values, &err);
    manifest_add(m, &rows, &err);
    manifest_add(m, &plate, &err);
    manifest_add(m, &step, &err);
    ok(manifest_seal(m, &err) == 0, "a manifest is sealed: %s", err.text);
    ok(manifest_measure(manifest_find(m, "rows"), offsets, &err) == 0,
       "and measured: %s", err.text);
    return m;
}

static void test_seal(void)
{
    struct manifest *m = example();
    struct item *rows = manifest_find(m, "rows");

    ok(strcmp(m->items[0].name, "plate") == 0 && rows == &m->items[1]
           && manifest_find(m, "values") == &m->items[3],
       "items are in the order of their names");
    ok(!manifest_find(m, "other"), "what is not there is not found");
    ok(m->items[3].index == 1 && rows->flags & ITEM_INDEX
           && rows->flags & ITEM_OFFSETS,
       "ragged rows know their lengths, and these that they are offsets");
    ok(rows->group == 1 && m->items[3].group == 1
           && m->items[0].group == ITEM_NONE,
       "groups are numbered by their first item");
    ok(rows->order == 1 && m->items[3].order == 0,
       "the order of registration is kept");
    ok(rows->base == 1 && rows->starts[1] == 3 && rows->starts[2] == 3
           && rows->starts[3] == 299,
       "offsets from 1 are measured");
    manifest_destroy(m);
    manifest_destroy(NULL);
}

static bool same_item(const struct item *a, const struct item *b)
{
    struct item x = *a;
    struct item y = *b;

    if (!a->starts != !b->starts
        || (a->starts
            && memcmp(a->starts, b->starts,
                      (a->count + 1) * sizeof(a->starts[0]))
                   != 0))
        return false;
    x.starts = y.starts = NULL;
    return memcmp(&x, &y, sizeof(x)) == 0;
}

static void test_bytes(void)
{
    struct manifest *m = example();
    struct manifest *n;
    struct error err = { .text = "" };
    size_t bytes;
    uint8_t *data = manifest_encode(m, &bytes, &err);
    bool same = true;
    int taken = 0;

    n = manifest_decode(data, bytes, &err);
    ok(n, "what was written can be read: %s", err.text);
    for (size_t i = 0; n && i < m->count; i++)
        same = same && same_item(&m->items[i], &n->items[i]);
    ok(n && same && n->count == m->count && n->rank == 2 && n->size == 5
           && n->generation == 3 && n->sync == 60 && n->pid == 4711
           && n->flags == 9 && strcmp(n->host, "h1") == 0
           && strcmp(n->port, "4711 10.1.2.3 fe80::1") == 0,
       "and is the same");
    manifest_destroy(n);
    for (size_t cut = 0; cut < bytes; cut++) {
        uint8_t *part = malloc(cut + 1);

        memcpy(part, data, cut);
        n = manifest_decode(part, cut, &err);
        taken += n != NULL || !err.text[0];
        manifest_destroy(n);
        free(part);
    }
    ok(taken == 0, "cut off anywhere it is refused");
    has(err.text, "ends within", "with the place");
    data = realloc(data, bytes + 1);
    data[bytes] = 0;
    ok(!manifest_decode(data, bytes + 1, &err), "and with a byte more");
    has(err.text, "1 bytes too many", "as is told");
    m->rank = m->size;
    free(data);
    data = manifest_encode(m, &bytes, &err);
    ok(!manifest_decode(data, bytes, &err), "there is no rank 5 of 5");
    has(err.text, "of rank 5 of 5", "as is told");
    free(data);
    manifest_destroy(m);
}

/* Whatever comes out of broken bytes is nothing, or in bounds. */
static void test_garbage(void)
{
    enum { TRIES = 30000 };
    struct manifest *m = example();
    struct error err;
    size_t bytes;
    uint8_t *data = manifest_encode(m, &bytes, &err);
    uint8_t *copy = malloc(bytes);
    int refused = 0;
    int wrong = 0;

    for (unsigned t = 0; t < TRIES; t++) {
        unsigned flips = 1 + t % 4;
        struct manifest *n;

        memcpy(copy, data, bytes);
        while (flips-- > 0)
            copy[world_random(t, flips, bytes)] =
                (uint8_t)world_random(t, flips + 9, 256);
        err.text[0] = '\0';
        n = manifest_decode(copy, bytes, &err);
        refused += !n;
        wrong += !n && !err.text[0];
        for (size_t i = 0; n && i < n->count; i++)
            wrong += item_check(&n->items[i], &err) < 0;
        manifest_destroy(n);
    }
    ok(wrong == 0, "broken bytes are refused, or harmless");
    ok(refused > TRIES / 10 && refused < TRIES, "%d of %d are refused",
       refused, TRIES);
    free(copy);
    free(data);
    manifest_destroy(m);
}

static void test_messages(void)
{
    struct error err = { .text = "" };
    struct manifest *m = manifest_create(&err);
    struct item item = make("plate", ITEM_BLOCK);

    ok(!manifest_decode("nonsense, and more of it", 24, &err),
       "anything is no manifest");
    has(err.text, "not a manifest", "as is told");
    manifest_add(m, &item, &err);
    item.line = 50;
    manifest_add(m, &item, &err);
    ok(manifest_seal(m, &err) < 0, "nothing is registered twice");
    has(err.text,
        "\"plate\" is registered twice: at heat.c:40 and at "
        "heat.c:50",
        "as is told");
    manifest_destroy(m);
    m = manifest_create(&err);
    item = make("matrix", ITEM_RAGGED);
    strcpy(item.lengths, "row");
    manifest_add(m, &item, &err);
    ok(manifest_seal(m, &err) < 0, "lengths must be there");
    has(err.text, "\"row\" says, which is not registered", "as is told");
    strcpy(m->items[0].lengths, "matrix");
    ok(manifest_seal(m, &err) < 0, "and not be ragged themselves");
    has(err.text, "\"matrix\" at heat.c:40 tells the lengths of rows",
        "as is told");
    manifest_destroy(m);
}

/* What stands in a manifest beside a bag of particles that share a count. */
static const struct {
    const char *what;
    struct item item;
    bool list;        /* says whose they are, rather than a function */
    const char *said; /* NULL: nothing is wrong with it */
} beside[] = {
    { "blocks", { PLAIN, .spread = ITEM_BLOCK, .group = 7 }, false, NULL },
    { "a bag", { PLAIN, .spread = ITEM_BAG, .group = 7 }, false, NULL },
    { "a list", { PLAIN, .spread = ITEM_BLOCK, .group = 7 }, true, NULL },
    { "rows with a halo",
      { PLAIN, .spread = ITEM_BLOCK, .group = 7, .halo = 1 },
      false,
      "\"beside\" at heat.c:40 shares its count with \"particles\", whose "
      "items "
      "go to their owners: it must be a bag" },
    { "cyclic rows",
      { PLAIN, .spread = ITEM_CYCLIC, .group = 7 },
      false,
      "it must be a bag" },
    { "another one with a function",
      { PLAIN, .spread = ITEM_BAG, .group = 7, .flags = ITEM_OWNER },
      false,
      "only one of them can say whose the items are" },
    { "a list with another count",
      { PLAIN, .spread = ITEM_BLOCK, .group = 8 },
      true,
      "\"beside\" at heat.c:40 says whose the items of \"particles\" are, so "
      "it "
      "must be an array of integers, one an item, with the same count" },
    { "a list of bytes",
      { .spread = ITEM_BLOCK, .extent = 1, .row = 1, .group = 7 },
      true,
      "must be an array of integers" },
    { "a list of pairs",
      { .spread = ITEM_BLOCK, .extent = 8, .row = 2, .group = 7 },
      true,
      "must be an array of integers" },
};

static void test_owners(void)
{
    for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
        struct manifest *m = manifest_create(NULL);
        struct item bag = make("particles", ITEM_BAG);
        struct item other = beside[i].item;
        struct error err = { .text = "" };
        int rc;

        bag.group = 7;
        strcpy(other.name, "beside");
        if (beside[i].list)
            strcpy(bag.lengths, "beside");
        else
            bag.flags = ITEM_OWNER;
        manifest_add(m, &bag, NULL);
        manifest_add(m, &other, NULL);
        rc = manifest_seal(m, &err);
        if (beside[i].said) {
            ok(rc < 0, "items with owners, and %s, are refused",
               beside[i].what);
            has(err.text, beside[i].said, "with the reason");
        } else {
            ok(rc == 0 && m->items[0].spread == ITEM_BAG
                   && m->items[0].flags & ITEM_OWNED
                   && m->items[1].flags & ITEM_OWNED
                   && m->items[1].index == (beside[i].list ? 0 : ITEM_NONE),
               "%s go where the items with the same count have their owners",
               beside[i].what);
        }
        manifest_destroy(m);
    }
}

/* Objects that say themselves how much is in them share no count. */
static void test_no_count(void)
{
    struct manifest *m = manifest_create(NULL);
    struct item bag = make("particles", ITEM_BAG);
    struct item other = make("other", ITEM_CYCLIC);
    struct error err = { .text = "" };

    bag.flags = ITEM_OWNER;
    manifest_add(m, &bag, NULL);
    manifest_add(m, &other, NULL);
    ok(manifest_seal(m, &err) == 0 && m->items[1].flags & ITEM_OWNED
           && m->items[0].spread == ITEM_CYCLIC && m->items[0].flags == 0,
       "without a count nothing goes along: %s", err.text);
    manifest_destroy(m);
}

static void test_no_list(void)
{
    struct manifest *m = manifest_create(NULL);
    struct item bag = make("particles", ITEM_BAG);
    struct error err = { .text = "" };

    bag.group = 7;
    strcpy(bag.lengths, "nowhere");
    manifest_add(m, &bag, NULL);
    ok(manifest_seal(m, &err) < 0, "a list of owners must be there");
    has(err.text, "whose owners \"nowhere\" says, which is not registered",
        "which is told");
    manifest_destroy(m);
}

static void test_items(void)
{
    static const struct {
        struct item item;
        const char *message;
    } cases[] = {
        { { PLAIN, .name = "a", .spread = 0 }, "not known" },
        { { PLAIN, .name = "a", .spread = 9 }, "not known" },
        { { .name = "a", .spread = ITEM_BLOCK, .row = 1 }, "no bytes" },
        { { .name = "a", .spread = ITEM_BLOCK, .extent = 1 }, "no bytes" },
        { { PLAIN, .spread = ITEM_BLOCK }, "no proper name" },
        { { PLAIN, .name = "a", .spread = ITEM_BAG, .halo = 1 }, "halo" },
        { { PLAIN, .name = "a", .spread = ITEM_BLOCK_CYCLIC }, "no rows" },
        { { PLAIN, .name = "a", .spread = ITEM_RAGGED }, "no lengths" },
        { { PLAIN, .name = "a", .spread = ITEM_GRID }, "dimensions" },
        { { PLAIN, .name = "a", .spread = ITEM_GRID, .dimensions = 1,
            .shape = { 4 }, .origin = { 3 }, .box = { 2 }, .count = 2 },
          "beyond its grid" },
        { { PLAIN, .name = "a", .spread = ITEM_GRID, .dimensions = 1,
            .shape = { 4 }, .box = { 2 }, .count = 3 },
          "another count" },
        { { PLAIN, .name = "a", .spread = ITEM_BAG, .count = ITEM_LIMIT - 1 },
          "beyond all bounds" },
        { { PLAIN, .name = "a", .spread = ITEM_BLOCK, .halo = UINT64_MAX },
          "beyond all bounds" },
        { { PLAIN, .name = "a", .spread = ITEM_BAG, .flags = ITEM_OFFSETS },
          "lengths of rows" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };

        ok(item_check(&cases[i].item, &err) < 0, "item %zu is refused", i);
        has(err.text, cases[i].message, "as is told");
    }
}

static void test_measure(void)
{
    static const int32_t lengths[] = { 2, 0, 5 };
    static const int32_t negative[] = { 2, -1, 5 };
    static const int64_t down[] = { 0, 3, 2, 4 };
    static const int64_t high[] = { 2, 3, 4, 5 };
    static const int64_t from_one[] = { 1 };
    struct error err = { .text = "" };
    struct item item = make("rows", ITEM_BLOCK);

    item.extent = 4;
    item.count = 3;
    ok(manifest_measure(&item, lengths, &err) == 0 && item.starts[3] == 7,
       "lengths are measured");
    ok(manifest_measure(&item, negative, &err) < 0 && item.starts[3] == 7,
       "what is below zero is refused, and nothing changed");
    has(err.text, "row 1 has -1 elements", "as is told");
    item.extent = 8;
    item.flags = ITEM_OFFSETS;
    ok(manifest_measure(&item, down, &err) < 0, "so are offsets that fall");
    ok(manifest_measure(&item, high, &err) < 0, "and those from 2 on");
    has(err.text, "offsets from 2 on", "as is told");
    item.count = 0;
    ok(manifest_measure(&item, NULL, &err) == 0 && item.starts[0] == 0,
       "no rows need no memory");
    ok(manifest_measure(&item, from_one, &err) == 0 && item.base == 1,
       "without rows offsets from 1 are still from 1");
    ok(manifest_measure(&item, high, &err) == 0 && item.base == 0,
       "and what nobody has set is no offset");
    free(item.starts);
}

int main(void)
{
    test_seal();
    test_bytes();
    test_garbage();
    test_messages();
    test_owners();
    test_no_list();
    test_no_count();
    test_items();
    test_measure();
    return tap_done();
}
