/* span_mark.h - the iterations that the program marks itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SPAN_MARK_H
#define MITOSIS_PMPI_WATCH_SPAN_MARK_H

#include "pmpi/watch/watch.h"

/* Who marks the iterations. */
enum span_marker { SPAN_MARK_NOBODY, SPAN_MARK_PCONTROL, SPAN_MARK_SYNC };

/* The program marks one, at 'tick'.  Only the first kind of marks counts. */
void span_mark_iteration(enum span_marker who, uint64_t tick);

/* The program left mito_sync(): mark it now, or with the call that began at
 * 'tick'.
 */
void span_mark_now(void);
void span_mark_synced(uint64_t tick);

/* The program leaves mito_sync(), which it calls once in each iteration: one
 * begins, unless the program marks them by MPI_Pcontrol().  As the clock takes
 * longer to read than all else that mito_sync() does, short ones are marked
 * with the next MPI call.
 */
static inline void span_mark_sync(void)
{
    if (watch.long_rounds)
        span_mark_now();
    else
        watch.synced = true;
}

#endif /* !MITOSIS_PMPI_WATCH_SPAN_MARK_H */
