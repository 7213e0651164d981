/* Tests of pmpi/state/registered.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "pmpi/state/registered.h"
#include "tests/pmpi/state/made_up_array.h"
#include "tests/tap.h"

static struct registered thing;
static double *memory;
static long count;
static int small_count;
static struct error err;

/* An array of rows of one number, as the program has registered it. */
static void start(mito_memory kind)
{
    count = 4;
    small_count = 4;
    thing = made_up_array("rows", &memory, &count);
    thing.layout.memory = kind;
    strcpy(thing.item.file, "heat.c");
    thing.item.line = 40;
    err.text[0] = '\0';
}

static void count_by_int(void)
{
    thing.count = &small_count;
    thing.count_bytes = sizeof(small_count);
}

static void test_rows(void)
{
    static const struct {
        long count;
        bool fine;
    } cases[] = {
        { 0, true },
        { 4, true },
        { -1, false },
        { (long)ITEM_LIMIT - 1, true },
        { (long)ITEM_LIMIT, false },
    };
    uint64_t rows = 0;

    start(MITO_MALLOC);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        count = cases[i].count;
        ok((registered_rows(&thing, &rows, &err) == 0) == cases[i].fine
               && (!cases[i].fine || rows == (uint64_t)count),
           "%ld is %s number of rows", count, cases[i].fine ? "a" : "no");
    }
    has(err.text, "\"rows\" at heat.c:40 has a count of 281474976710656",
        "the reason has the number");
    count_by_int();
    small_count = -1;
    ok(registered_rows(&thing, &rows, &err) < 0,
       "an int below zero is none either");
    small_count = 5;
    ok(registered_rows(&thing, &rows, &err) == 0 && rows == 5,
       "an int can count them");
    thing.count = NULL;
    ok(registered_rows(&thing, &rows, &err) == 0 && rows == 1,
       "what has no count is one");
    thing.item.spread = ITEM_GRID;
    thing.item.dimensions = 2;
    thing.item.box[0] = 3;
    thing.item.box[1] = 5;
    ok(registered_rows(&thing, &rows, &err) == 0 && rows == 15,
       "of a grid it is the cells of its box");
}

static void test_counts(void)
{
    start(MITO_MALLOC);
    ok(registered_set_rows(&thing, 7, &err) == 0 && count == 7,
       "the program is told how many rows there are");
    ok(registered_set_rows(&thing, (uint64_t)INT_MAX + 1, &err) == 0
           && count == (long)INT_MAX + 1,
       "a long counts more than an int");
    count_by_int();
    ok(registered_set_rows(&thing, INT_MAX, &err) == 0
           && small_count == INT_MAX,
       "an int counts as many as it can");
    ok(registered_set_rows(&thing, (uint64_t)INT_MAX + 1, &err) < 0
           && small_count == INT_MAX,
       "and not one more: it stays as it is");
    has(err.text, "2147483648 rows, more than its int can count",
        "the reason has the number");
    start(MITO_FIXED);
    thing.layout.capacity = 4;
    ok(registered_check(&thing, 4, &err) == 0
           && registered_check(&thing, 5, &err) < 0,
       "what stays where it is has as many rows as there is room for");
}

/* ---- memory ---- */

static int allocated, released;

static void *allocate(size_t bytes, void *arg)
{
    (void)arg;
    allocated++;
    return malloc(bytes);
}

static void release(void *at, void *arg)
{
    (void)arg;
    released++;
    free(at);
}

static void test_allocate(void)
{
    start(MITO_MALLOC);
    memory = malloc(8);
    ok(registered_allocate(&thing, &thing.item, 800, &err) == 0 && memory,
       "it gets other memory");
    memory[99] = 1;
    ok(registered_allocate(&thing, &thing.item, 0, &err) == 0 && memory,
       "of no bytes, too, which is somewhere");
    start(MITO_ALIGNED);
    thing.layout.alignment = 256;
    ok(registered_allocate(&thing, &thing.item, 8, &err) == 0
           && (uintptr_t)memory % 256 == 0,
       "what is aligned is so again");
    free(memory);
    start(MITO_CUSTOM);
    thing.layout.allocate = allocate;
    thing.layout.release = release;
    memory = malloc(8);
    ok(registered_allocate(&thing, &thing.item, 80, &err) == 0
           && allocated == 1 && released == 1,
       "the program's own functions are called");
    start(MITO_FIXED);
    thing.layout.capacity = 4;
    ok(registered_allocate(&thing, &thing.item, 32, &err) == 0
           && registered_allocate(&thing, &thing.item, 40, &err) < 0,
       "what stays where it is takes what there is room for");
    thing.item.halo = 1;
    ok(registered_allocate(&thing, &thing.item, 48, &err) == 0,
       "its halo is beside that");
    start(MITO_MEMORY_DEFAULT);
    ok(registered_allocate(&thing, &thing.item, 80, &err) < 0,
       "what may be an object's is left alone");
    has(err.text, "which may be a std::vector's", "the reason says so");
}

/* The program's functions have made rows. */
static void test_replace(void)
{
    double *own = memory, *other = calloc(8, sizeof(double));

    start(MITO_MALLOC);
    ok(registered_replace(&thing, other, 8, &err) == 0 && memory == other
           && count == 8,
       "rows that were made elsewhere are the program's from now on");
    memory = own;
    start(MITO_FIXED);
    thing.layout.capacity = 4;
    ok(registered_replace(&thing, other, 2, &err) < 0 && memory == own
           && count == 4,
       "not where they are to stay");
    has(err.text, "\"rows\" stays where it is", "the reason says so");
    ok(registered_replace(&thing, own, 5, &err) < 0,
       "there may not be more than there is room for");
    has(err.text, "has room for 4 rows and got 5", "the reason has both");
    ok(registered_replace(&thing, own, 3, &err) == 0 && count == 3,
       "but fewer");
    free(other);
}

static void test_bytes(void)
{
    start(MITO_MALLOC);
    ok(registered_check_bytes(&thing, 4, 32, &err) == 0,
       "memory that is there can be read: %s", err.text);
    free(memory);
    memory = NULL;
    ok(registered_check_bytes(&thing, 4, 32, &err) < 0, "NULL is none");
    has(err.text, "has 4 rows and points to NULL", "the reason says so");
    ok(registered_check_bytes(&thing, 0, 0, &err) == 0
           && registered_check_memory(&thing, &err) == 0,
       "but fine for no rows");
    memory = (double *)16;
    ok(registered_check_bytes(&thing, 4, 32, &err) < 0,
       "nor is what nobody has");
    has(err.text, "is a pointer to no memory", "the reason says so");
    memory = NULL;
}

int main(void)
{
    test_rows();
    test_counts();
    test_allocate();
    test_replace();
    test_bytes();
    return tap_done();
}
