/* oom_score.h - which process the kernel ends first when memory runs out
 *
 * New ranks can be done without until they have taken over, the old ones
 * cannot.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_OOM_SCORE_H
#define MITOSIS_PMPI_WATCH_OOM_SCORE_H

/* Have it end this process rather than any other. */
void oom_score_offer(void);

/* Be as before again, if that was done: this one and those that are started
 * from now on.  Only system calls.
 */
void oom_score_take_back(void);

#endif /* !MITOSIS_PMPI_WATCH_OOM_SCORE_H */
