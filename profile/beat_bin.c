/* beat_bin.c - the bins of the histogram of a loop's rounds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/beat_bin.h"
#include "profile/beat_loop.h"

unsigned beat_bin(uint64_t ticks)
{
    unsigned exponent, bin;

    if (ticks < 16)
        return (unsigned)ticks;
    exponent = 63 - (unsigned)__builtin_clzll(ticks);
    bin = 16 * (exponent - 3) + ((ticks >> (exponent - 4)) & 15);
    return bin < BEAT_BINS ? bin : BEAT_BINS - 1;
}

double beat_bin_ticks(unsigned bin)
{
    double width;

    if (bin < 16)
        return bin;
    if (bin >= BEAT_BINS)
        bin = BEAT_BINS - 1;
    width = (double)(UINT64_C(1) << (bin / 16 - 1));
    return width * (16 + bin % 16) + (width - 1) / 2;
}
