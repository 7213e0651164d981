/* Tests of profile/host_load.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "profile/host_load.h"
#include "tests/tap.h"

static void test_series(void)
{
    struct host_load l;

    memset(&l, 0, sizeof(l));
    host_load_note(&l, 3, 10, 5);
    ok(l.used == 1 && l.stride == 10 && l.load[0] == 5, "the first is noted");
    host_load_note(&l, 9, 10, 7);
    ok(l.used == 1 && l.load[0] == 5, "once in a stride");
    host_load_note(&l, 10, 10, 7);
    ok(l.used == 2 && l.load[1] == 7, "then the next one");
    host_load_note(&l, 45, 10, 1);
    ok(l.used == 5 && l.load[2] == 1 && l.load[4] == 1,
       "what was missed is like the next one");
}

static void test_long(void)
{
    struct host_load l;
    int wrong = 0;

    memset(&l, 0, sizeof(l));
    for (int i = 0; i < 1000 * 1000; i++)
        host_load_note(&l, (uint64_t)i, 1, i);
    ok(l.used > LOADS / 2 && l.used <= LOADS && l.stride == 16384,
       "a long series has %u samples of %llu ticks", l.used,
       (unsigned long long)l.stride);
    for (uint32_t i = 0; i + 1 < l.used; i++)
        wrong += l.load[i] >= l.load[i + 1];
    ok(wrong == 0, "of means in order");
    host_load_note(&l, UINT64_MAX / 2, 1, 3);
    ok(l.used <= LOADS, "however long it is");
    memset(&l, 0, sizeof(l));
    host_load_note(&l, 5, 0, 3);
    ok(l.used == 6 && l.stride == 1, "without a stride it is one tick");
}

int main(void)
{
    test_series();
    test_long();
    return tap_done();
}
