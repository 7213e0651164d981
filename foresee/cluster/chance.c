/* chance.c - numbers that stand for chance, the same for the same seed
 *
 * A counter that is mixed: any seed will do, and seeds that follow each other
 * have nothing to do with each other.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/cluster/chance.h"

enum { BITS = 53 /* of a double */ };

static uint64_t next(struct chance *c)
{
    uint64_t x = c->state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

double chance_share(struct chance *c)
{
    return ((double)(next(c) >> (64 - BITS + 1)) + 0.5)
           / (double)(UINT64_C(1) << (BITS - 1));
}

double chance_exponential(struct chance *c, double mean)
{
    return -mean * log(chance_share(c));
}

size_t chance_below(struct chance *c, size_t count)
{
    return (size_t)(chance_share(c) * (double)count);
}
