/* slowest_network.c - how long messages can take to move, at most
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/model/slowest_network.h"

/* Of an empty message, and bytes a second, on a host and between hosts. */
static const struct {
    double seconds, bytes;
} here = { 20e-6, 200e6 }, away = { 100e-6, 20e6 };

double slowest_network_seconds(double count, double bytes, bool on_host)
{
    return on_host ? count * here.seconds + bytes / here.bytes
                   : count * away.seconds + bytes / away.bytes;
}

bool slowest_network_on_host(const struct run_rank *rank, size_t ranks)
{
    for (size_t i = 1; i < ranks; i++)
        if (!rank[0].host || !rank[i].host
            || strcmp(rank[0].host, rank[i].host) != 0)
            return false;
    return true;
}
