/* host_load_curve.c - the load of a host over a run of several parts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "report/model/host_load_curve.h"

enum { MOST = 512 }; /* numbers, two for each moment */

int host_load_curve_begin(struct run_host *to, arena_t *a)
{
    to->loads = 0;
    to->load = arena_take(a, MOST, sizeof(*to->load));
    return to->load ? 0 : -1;
}

static void thin(struct run_host *to)
{
    for (size_t i = 0; i < MOST / 2; i++)
        to->load[i] = to->load[i / 2 * 4 + i % 2];
    to->loads = MOST / 2;
}

void host_load_curve_add(struct run_host *to,
                         const struct run_host *from,
                         double offset)
{
    for (size_t i = 0; i + 1 < from->loads; i += 2) {
        if (to->loads == MOST)
            thin(to);
        to->load[to->loads++] = offset + from->load[i];
        to->load[to->loads++] = from->load[i + 1];
    }
}
