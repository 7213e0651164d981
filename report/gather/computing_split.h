/* computing_split.h - what ranks did while they computed
 *
 * A rank that is not in MPI counts as computing.  The kernel tells for how
 * long it was on a core, and how long it had none, but of the time in MPI as
 * well.  Of some stretches of both it was asked right before and after
 * (pmpi/watch/use_sample.h); what is left of the sums is divided as these
 * were, the more so the more was seen.  But what it slept besides was while it
 * computed, or read and wrote files by MPI, for who waits in MPI keeps asking:
 * so a long sleep that comes once counts, although no stretch of that was
 * looked at.  Where a rank is traced, each longer stretch of computing was, so
 * of that it is known what it was on a core.  Where ranks leave their cores
 * while they wait (MITOSIS_YIELD) they sleep then, too, and what was not
 * looked at is divided like the rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_COMPUTING_SPLIT_H
#define MITOSIS_REPORT_GATHER_COMPUTING_SPLIT_H

#include <stdbool.h>

#include "report/model/page_copy.h"
#include "report/model/run.h"

/* What the page of a rank tells of it. */
struct computing_split {
    struct thread_use use; /* all of it, once MPI had started */
    uint64_t at;           /* when that was, ticks */
    struct stretches computing;
    struct stretches calling;
    struct stretches traced; /* all of the computing, or most */
    uint64_t file_ticks;     /* in calls of files */
    bool naps;               /* it leaves its core while it waits in MPI */
};

/* Take it from a page. */
struct computing_split computing_split_of(const page_copy_t *page);

/* Divide the time that the rank computed, which must be there, as that in MPI.
 * 'unknown' is how long it lived after the kernel was asked last.  Where that
 * is too long, or it told nothing, the time stays undivided.
 */
void computing_split_finish(const struct computing_split *split,
                            double tick,
                            double unknown,
                            struct run_rank *rank);

#endif /* !MITOSIS_REPORT_GATHER_COMPUTING_SPLIT_H */
