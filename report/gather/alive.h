/* alive.h - whether the process of a rank is still there
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_ALIVE_H
#define MITOSIS_REPORT_GATHER_ALIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the process 'pid' of this host, which ran at 'birth_ns' of
 * CLOCK_REALTIME, still runs.  A zombie does not, nor does another process
 * that got the same number later.
 */
bool alive_process(int pid, uint64_t birth_ns);

#endif /* !MITOSIS_REPORT_GATHER_ALIVE_H */
