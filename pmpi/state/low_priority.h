/* low_priority.h - do work beside others that matter more
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_STATE_LOW_PRIORITY_H
#define MITOSIS_PMPI_STATE_LOW_PRIORITY_H

/* Have work(arg) done, at a lower priority than this thread has, and wait for
 * it.  Where there can be no thread for it, it is done as any other.
 */
void low_priority_run(void (*work)(void *arg), void *arg);

#endif /* !MITOSIS_PMPI_STATE_LOW_PRIORITY_H */
