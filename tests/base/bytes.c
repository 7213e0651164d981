/* Tests of base/bytes.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/bytes.h"
#include "tests/tap.h"

/* Any amounts go in and out; what comes out is what went in. */
static void test_order(void)
{
    struct bytes b = { 0 };
    uint8_t in = 0, out = 0, some[300];
    bool right = true, fits = true;

    for (size_t i = 0; i < 2000 && fits; i++) {
        size_t more = i * 7919 % sizeof(some);
        size_t less = i * 104729 % sizeof(some);

        for (size_t k = 0; k < more; k++)
            some[k] = in++;
        fits = bytes_append(&b, some, more);
        for (size_t k = 0; k < less && bytes_held(&b) > 0; k++)
            right = right && b.data[b.from++] == out++;
    }
    ok(fits && right, "bytes come out in the order they went in");
    while (bytes_held(&b) > 0)
        right = right && b.data[b.from++] == out++;
    ok(right && in == out, "to the last one");
    bytes_free(&b);
    ok(bytes_held(&b) == 0 && !b.data, "and none is left");
}

/* A queue that is emptied as fast as it is filled does not grow. */
static void test_reuse(void)
{
    struct bytes b = { 0 };
    size_t first;
    bool fits = bytes_append(&b, "mitosis", 7);

    first = b.room;
    for (int i = 0; i < 100000 && fits; i++) {
        fits = bytes_append(&b, "mitosis", 7);
        b.from += 7;
    }
    ok(fits && b.room == first && bytes_held(&b) == 7,
       "room that is free again is used again");
    bytes_free(&b);
}

/* The C library may take it amiss if it is given NULL, even for no bytes. */
static void test_nothing(void)
{
    struct bytes b = { 0 };

    ok(bytes_append(&b, NULL, 0) && bytes_held(&b) == 0,
       "nothing added to nothing is nothing");
    ok(bytes_append(&b, "mitosis", 7) && bytes_append(&b, NULL, 0)
           && bytes_held(&b) == 7,
       "nor does it change what is there");
    bytes_free(&b);
}

int main(void)
{
    test_nothing();
    test_order();
    test_reuse();
    return tap_done();
}
