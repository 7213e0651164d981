/* iteration_times.h - the time of each iteration
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_ITERATION_TIMES_H
#define MITOSIS_REPORT_GATHER_ITERATION_TIMES_H

#include <stdint.h>

struct iterations;

/* Find the times of the 'count' iterations, as the mean of the ranks.
 * Returns 0, or -1 when memory is short.
 */
int iteration_times_take(const struct iterations *it, uint64_t count);

#endif /* !MITOSIS_REPORT_GATHER_ITERATION_TIMES_H */
