/* host_load.c - the load of a host over time, in little room
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/host_load.h"

static void join_pairs(struct host_load *l)
{
    for (int i = 0; i < LOADS / 2; i++)
        l->load[i] = (l->load[2 * i] + l->load[2 * i + 1]) / 2;
    l->used = LOADS / 2;
    l->stride *= 2;
}

void host_load_note(struct host_load *l,
                    uint64_t passed,
                    uint64_t first_stride,
                    double load)
{
    if (l->stride == 0)
        l->stride = first_stride > 0 ? first_stride : 1;
    while (passed / l->stride >= l->used) {
        if (l->used == LOADS)
            join_pairs(l);
        else
            l->load[l->used++] = (float)load;
    }
}
