/* rank_rounds.h - the time of each iteration
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_RANK_ROUNDS_H
#define MITOSIS_REPORT_GATHER_RANK_ROUNDS_H

#include <stdint.h>

struct iterations;

/* Find the times of the 'count' iterations, as the mean of the ranks.
 * Returns 0, or -1 when memory is short.
 */
int rank_rounds_take(const struct iterations *it, uint64_t count);

#endif /* !MITOSIS_REPORT_GATHER_RANK_ROUNDS_H */
