/* memory_check.h - whether the new ranks of a change find memory beside the
 * old ones
 *
 * While a job is changed it is there twice.  What the new ranks will take is
 * foreseen from what the old ones use, and compared with what each host has
 * and with what a process may have, before anything is started.  What cannot
 * be known speaks for the change: when the kernel runs out of memory all the
 * same, it ends new ranks first (pmpi/watch/oom_score.h), and the old ones go
 * on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_MEMORY_CHECK_H
#define MITOSIS_AGENT_CHANGE_MEMORY_CHECK_H

#include "agent/change/placement.h"
#include "agent/core/head.h"

struct lineage;

/* Whether the ranks of 'change' fit where 'place' puts them.  Returns -1 with
 * what is missing where in 'err'.
 */
int memory_check_check(const struct head *a,
                       const struct change *change,
                       const struct placement *place,
                       struct error *err);

/* What each new rank will take, in bytes, if old rank r uses 'used[r]', of
 * which 'state[r]' is registered and divided anew when the number of ranks
 * changes.  The caller frees it; NULL when there is no memory.
 */
double *memory_check_foresee(const struct lineage *q,
                             const double *used,
                             const double *state);

#endif /* !MITOSIS_AGENT_CHANGE_MEMORY_CHECK_H */
