/* beat_bin.h - the bins of the histogram of a loop's rounds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_BEAT_BIN_H
#define MITOSIS_PROFILE_BEAT_BIN_H

#include <stdint.h>

/* The bin of the histogram for a round of 'ticks', and the middle of a bin.
 */
unsigned beat_bin(uint64_t ticks);
double beat_bin_ticks(unsigned bin);

#endif /* !MITOSIS_PROFILE_BEAT_BIN_H */
