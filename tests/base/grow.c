/* Tests of base/grow.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/grow.h"
#include "tests/tap.h"

static void test_growing(void)
{
    int *list = NULL;
    size_t room = 0;
    bool grown = true, kept = true;

    for (int i = 0; i < 1000 && grown; i++) {
        grown = grow(&list, sizeof(*list), (size_t)i, &room);
        if (grown)
            list[i] = i;
    }
    ok(grown && room >= 1000, "a thousand go in, one by one");
    for (int i = 0; grown && i < 1000; i++)
        kept = kept && list[i] == i;
    ok(kept, "and all are kept");
    free(list);
}

static void test_limit(void)
{
    const size_t all = SIZE_MAX / 4; /* of memory, in ints */
    int one = 7, *list = &one;
    size_t room = all;

    ok(!grow(&list, sizeof(*list), all, &room), "no memory is said, not had");
    ok(list == &one && one == 7 && room == all, "and the array is as it was");
}

int main(void)
{
    test_growing();
    test_limit();
    return tap_done();
}
