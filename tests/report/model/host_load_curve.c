/* Tests of report/model/host_load_curve.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "report/model/host_load_curve.h"
#include "tests/tap.h"

int main(void)
{
    double pairs[] = { 0, 5, 1, 6, 2, 7 };
    struct run_host to = { 0 }, from = { .loads = 6, .load = pairs };
    arena_t *a = arena_create();
    int wrong = 0;

    ok(host_load_curve_begin(&to, a) == 0 && to.loads == 0,
       "it begins with none");
    host_load_curve_add(&to, &from, 0);
    host_load_curve_add(&to, &from, 10);
    ok(to.loads == 12 && to.load[4] == 2 && to.load[5] == 7 && to.load[6] == 10
           && to.load[7] == 5,
       "parts come behind each other");
    for (int i = 2; i < 10000; i++)
        host_load_curve_add(&to, &from, 10 * i);
    ok(to.loads > 200 && to.loads <= 512, "many of them take no more room");
    for (size_t i = 2; i < to.loads; i += 2)
        wrong += to.load[i] <= to.load[i - 2]
                 || (to.load[i + 1] != 5 && to.load[i + 1] != 6
                     && to.load[i + 1] != 7);
    ok(wrong == 0 && to.load[0] == 0 && to.load[to.loads - 2] > 99900,
       "and reach from the beginning to the end");
    from.loads = 3; /* cut off */
    to.loads = 0;
    host_load_curve_add(&to, &from, 0);
    ok(to.loads == 2, "half a pair is none");
    arena_destroy(a);
    return tap_done();
}
