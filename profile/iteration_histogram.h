/* iteration_histogram.h - the bins of the histogram of a loop's rounds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_ITERATION_HISTOGRAM_H
#define MITOSIS_PROFILE_ITERATION_HISTOGRAM_H

#include <stdint.h>

#include "profile/iteration_loop.h"

/* The bin of the histogram for a round of 'ticks'. */
static inline unsigned iteration_histogram_bin(uint64_t ticks)
{
    unsigned shift, bin;

    if (ticks < 16)
        return (unsigned)ticks;
    shift = (63 ^ (unsigned)__builtin_clzll(ticks)) - 4; /* to five digits */
    bin = 16 * shift + (unsigned)(ticks >> shift);
    return bin < BEAT_BINS ? bin : BEAT_BINS - 1;
}

/* The middle of a bin. */
double iteration_histogram_ticks(unsigned bin);

#endif /* !MITOSIS_PROFILE_ITERATION_HISTOGRAM_H */
