/* iteration_histogram.c - the bins of the histogram of a loop's rounds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/iteration_histogram.h"

double iteration_histogram_ticks(unsigned bin)
{
    double width;

    if (bin < 16)
        return bin;
    if (bin >= BEAT_BINS)
        bin = BEAT_BINS - 1;
    width = (double)(UINT64_C(1) << (bin / 16 - 1));
    return width * (16 + bin % 16) + (width - 1) / 2;
}
