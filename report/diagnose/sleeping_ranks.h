/* sleeping_ranks.h - ranks that sleep where they seem to compute
 *
 * A rank that sleeps outside of MPI and moves no bytes waits for an
 * accelerator, another program, or for time to pass: who waits for that rank
 * in MPI waits for its work, so this is told beside another cause, and as one
 * only where there is no other.  A write that is synced each time (fsync(),
 * O_SYNC) sleeps for far longer than its bytes need, and looks the same.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_SLEEPING_RANKS_H
#define MITOSIS_REPORT_DIAGNOSE_SLEEPING_RANKS_H

#include "report/diagnose/causes.h"
#include "report/diagnose/evidence.h"

/* Find it as the cause, in a run that has no other. */
void sleeping_ranks_find(const struct evidence *e, struct causes *f);

/* Have the advice on a rank that has more to do than others say so, if it
 * sleeps for most of that.  On a phone there is no room for more words.
 */
void sleeping_ranks_tell(const struct evidence *e,
                         int rank,
                         struct causes *f,
                         struct run_verdict *v);

#endif /* !MITOSIS_REPORT_DIAGNOSE_SLEEPING_RANKS_H */
