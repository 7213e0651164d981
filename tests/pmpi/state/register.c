/* Tests of pmpi/state/register.c: what a program registers, rightly or not
 *
 * Types are made up: each has 8 bytes but for one that is none.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "pmpi/handles/type.h"
#include "pmpi/state/memory_kind.h"
#include "pmpi/state/register.h"
#include "pmpi/state/registered.h"
#include "tests/tap.h"

enum { NO_TYPE = 77, TO_POINTER = 5, TO_ARRAY = 6, TO_STRUCT = 12 };

int type_describe(MPI_Datatype type,
                  uint64_t *extent,
                  uint64_t *signature,
                  struct error *err)
{
    if (type == (MPI_Datatype)NO_TYPE)
        return error_set(err, "the type is not committed");
    *extent = sizeof(double);
    *signature = (uint64_t)type;
    return 0;
}

void type_name(MPI_Datatype type, char *name, size_t room)
{
    snprintf(name, room, "%s", type == MPI_DOUBLE ? "MPI_DOUBLE" : "");
}

static double array[4], *rows = array;
static long count = 4, other_count;
static struct error err;

static void start(void)
{
    registered_count = 0;
    err.text[0] = '\0';
}

/* What a C program says of an array called 'name', as the header does it. */
static struct mito_registration usual(const char *name,
                                      const mito_layout *layout)
{
    return (struct mito_registration){ .bytes =
                                           sizeof(struct mito_registration),
                                       .layout_bytes = sizeof(*layout),
                                       .name = name,
                                       .buffer = &rows,
                                       .buffer_class = TO_POINTER,
                                       .count = &count,
                                       .count_bytes = sizeof(count),
                                       .type = MPI_DOUBLE,
                                       .layout = layout,
                                       .file = "/home/me/heat.c",
                                       .line = 40 };
}

static int add(const char *name, const mito_layout *layout)
{
    struct mito_registration r = usual(name, layout);

    return register_add(&r, &err);
}

static void *allocate(size_t bytes, void *arg)
{
    (void)arg;
    return malloc(bytes);
}

static size_t size(void *arg)
{
    (void)arg;
    return 0;
}

static int pack(void *bytes, void *arg)
{
    (void)bytes, (void)arg;
    return 0;
}

/* ---- */

static void test_defaults(void)
{
    struct mito_registration r = usual("shared", NULL);
    const struct registered *t;

    start();
    ok(add("rows", NULL) == 0 && registered_count == 1,
       "an array is taken: %s", err.text);
    t = &things[0];
    ok(t->item.spread == ITEM_BLOCK && t->item.row == 1 && t->item.block == 1
           && t->item.extent == sizeof(double)
           && strcmp(t->item.type_name, "MPI_DOUBLE") == 0,
       "with a count it is in blocks, of single elements of its type");
    ok(t->pointed && t->layout.memory == MITO_MALLOC
           && registered_memory(t) == array,
       "its memory is where the pointer points, and malloc()'s");
    ok(strcmp(item_place(&t->item).text, "at heat.c:40") == 0,
       "it is known where that was: %s", item_place(&t->item).text);
    r.count = NULL;
    ok(register_add(&r, &err) == 0 && things[1].item.spread == ITEM_REPLICATED
           && !things[1].pointed
           && registered_memory(&things[1]) == (void *)&rows,
       "without a count all have the same, right where the address is");
    r = usual("vector", NULL);
    r.language = MITO_CPLUSPLUS_;
    ok(register_add(&r, &err) == 0
           && things[2].layout.memory == MITO_MEMORY_DEFAULT,
       "in C++ the memory may be an object's, if nothing is said of it");
}

/* Arrays with the same count variable belong together. */
static void test_groups(void)
{
    struct mito_registration r = usual("c", NULL);

    start();
    add("a", NULL);
    r.count = &other_count;
    register_add(&r, &err);
    add("b", NULL);
    r.name = "d";
    r.count = NULL;
    register_add(&r, &err);
    ok(things[0].item.group == 0 && things[2].item.group == 0
           && things[1].item.group == 1,
       "what has the same count is in one group");
    ok(things[3].item.group == ITEM_NONE, "what has none is in no group");
}

/* A program that was compiled with an older, shorter layout. */
static void test_older(void)
{
    static const mito_layout layout = { .row = 3, .capacity = 9 };
    struct mito_registration r = usual("old", &layout);

    start();
    r.layout_bytes = offsetof(mito_layout, capacity);
    ok(register_add(&r, &err) == 0 && things[0].item.row == 3
           && things[0].layout.capacity == 0,
       "what a layout does not have yet is not read");
}

static void test_flags(void)
{
    static const mito_layout layout = {
        .spread = MITO_LOCAL, .constant = true, .size = size, .pack = pack
    };

    start();
    ok(add("packed", &layout) < 0, "what is packed needs to be unpacked");
    has(err.text, "\"packed\" needs 'size' and 'unpack' beside 'pack'",
        "the reason names what is missing");
    ok(registered_count == 0, "what is refused is not registered");
}

/* Where there are no cells there is nothing between them either. */
static void test_staggered(void)
{
    static const struct {
        const char *what;
        mito_layout layout;
        uint64_t shape[2], box[2];
    } cases[] = {
        { "a field on nodes has one more than cells in each dimension",
          { .shape = { 4, 6 }, .extent = { 2, 3 }, .stagger = { true, true } },
          { 5, 7 },
          { 3, 4 } },
        { "on faces it has one more in theirs",
          { .shape = { 4, 6 }, .extent = { 2, 3 }, .stagger = { true } },
          { 5, 6 },
          { 3, 3 } },
        { "a rank without cells has none",
          { .shape = { 4, 6 }, .extent = { 0, 3 }, .stagger = { true, true } },
          { 5, 7 },
          { 0, 3 } },
        { "nor has a grid without cells in the first dimension",
          { .shape = { 0, 6 }, .extent = { 0, 6 }, .stagger = { true, true } },
          { 0, 6 },
          { 0, 6 } },
        { "or in the second",
          { .shape = { 4, 0 }, .extent = { 4, 0 }, .stagger = { true } },
          { 4, 0 },
          { 4, 0 } },
    };

    start();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        mito_layout layout = cases[i].layout;
        struct mito_registration r = usual(cases[i].what, &layout);
        const struct item *item;

        layout.spread = MITO_GRID;
        layout.dimensions = 2;
        r.count = NULL;
        ok(register_add(&r, &err) == 0, "a staggered grid is taken: %s",
           err.text);
        item = &things[i].item;
        for (int d = 0; d < 2; d++)
            ok(item->box[d] == cases[i].box[d]
                   && item->shape[d] == cases[i].shape[d],
               "%s: %d of %d in dimension %d", cases[i].what,
               (int)cases[i].box[d], (int)cases[i].shape[d], d);
    }
}

static void test_wrong(void)
{
    static const char long_name[] =
        "a234567890123456789012345678901234567890123456789012345678901234";
    static const struct {
        const char *name;
        mito_layout layout;
        const char *reason;
    } cases[] = {
        { NULL, { 0 }, "the name of a registration is missing" },
        { "", { 0 }, "the name of a registration is missing" },
        { long_name, { 0 }, "is longer than 63 letters" },
        { "there", { 0 }, "\"there\" is registered already, at heat.c:40" },
        { "x", { .halo = (size_t)-1 }, "\"x\" has a negative halo" },
        { "x", { .row = (size_t)-2 }, "\"x\" has a negative row" },
        { "x", { .block = (size_t)-2 }, "\"x\" has a negative block" },
        { "x", { .capacity = (size_t)-2 }, "\"x\" has a negative capacity" },
        { "x", { .spread = (mito_spread)99 }, "spread in a way that is not" },
        { "x", { .memory = MITO_CUSTOM }, "\"x\" needs 'allocate'" },
        { "x", { .memory = MITO_FIXED }, "\"x\" needs a 'capacity'" },
        { "x", { .spread = MITO_RAGGED }, "name of its lengths is missing" },
        { "x",
          { .spread = MITO_CYCLIC, .halo = 1 },
          "halo or shared rows, which only blocks and grids can" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        start();
        add("there", NULL);
        ok(add(cases[i].name, &cases[i].layout) < 0 && registered_count == 1,
           "refused: %s", cases[i].reason);
        has(err.text, cases[i].reason, "that is said");
    }
    start();
    ok(add("x", &(mito_layout){ .memory = MITO_CUSTOM, .allocate = allocate })
               == 0
           && add("y", &(mito_layout){ .memory = MITO_FIXED, .capacity = 4 })
                  == 0,
       "what was missing makes it right");
}

/* What the compiler knows of the address. */
static void test_addresses(void)
{
    static const mito_layout fixed = { .memory = MITO_FIXED, .capacity = 4 };
    static double *nowhere = (double *)16;
    static const struct {
        void *buffer;
        int class;
        void *count;
        const mito_layout *layout;
        MPI_Datatype type;
        const char *reason;
    } cases[] = {
        { NULL, TO_POINTER, &count, NULL, MPI_DOUBLE, "NULL as its address" },
        { array, 0, &count, NULL, MPI_DOUBLE,
          "the address of the pointer to it is wanted, &x" },
        { array, TO_ARRAY, &count, NULL, MPI_DOUBLE,
          "needs .memory = MITO_FIXED" },
        { array, TO_STRUCT, &count, NULL, MPI_DOUBLE,
          "its address is that of a struct" },
        { &nowhere, TO_POINTER, &count, &fixed, MPI_DOUBLE,
          "\"x\" is a pointer to no memory" },
        { &rows, TO_POINTER, &count, NULL, (MPI_Datatype)NO_TYPE,
          "\"x\": the type is not committed" },
        { array, TO_ARRAY, &count, &fixed, MPI_DOUBLE, NULL },
        { &rows, -1, &count, &fixed, MPI_DOUBLE, NULL },
        { array, TO_ARRAY, NULL, NULL, MPI_DOUBLE, NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct mito_registration r = usual("x", cases[i].layout);

        start();
        r.buffer = cases[i].buffer;
        r.buffer_class = cases[i].class;
        r.count = cases[i].count;
        r.type = cases[i].type;
        if (cases[i].reason) {
            ok(register_add(&r, &err) < 0, "an address is refused");
            has(err.text, cases[i].reason, "and the reason told");
        } else {
            ok(register_add(&r, &err) == 0
                   && registered_memory(&things[0]) == array,
               "the rows are found where they are: %s", err.text);
        }
    }
}

/* The memory, once the program is about to compute. */
static void test_memory(void)
{
    double *inner;
    bool told;

    start();
    rows = calloc(4, sizeof(double));
    add("rows", NULL);
    ok(register_check_memory(&err) == 0, "memory of malloc() can be moved: %s",
       err.text);
    count = 1000000;
    told = memory_kind_find(rows, (size_t)count * sizeof(double))
           == MEMORY_KIND_SMALL; /* not with other allocators */
    ok((register_check_memory(&err) < 0) == told,
       "not if it is smaller than its rows, where that can be told");
    if (told)
        has(err.text, "\"rows\" at heat.c:40 has less memory than its 1000000",
            "the reason has their number");
    count = 4;
    inner = rows;
    rows = array;
    ok(register_check_memory(&err) < 0, "nor can a static array");
    has(err.text, "is a static variable, and cannot be freed: its layout",
        "the reason says what it is");
    free(inner);
}

int main(void)
{
    test_defaults();
    test_groups();
    test_older();
    test_flags();
    test_staggered();
    test_wrong();
    test_addresses();
    test_memory();
    free(things);
    return tap_done();
}
