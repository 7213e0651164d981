/* span_mark.c - the iterations that the program marks itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/span_trace.h"

/* The first one that did, so that each is marked once. */
static enum span_marker marker;

void span_mark_iteration(enum span_marker who, uint64_t tick)
{
    if (!watch.on || !watch_thread.main
        || (marker != who && marker != SPAN_MARK_NOBODY))
        return;
    marker = who;
    iteration_search_manual(&watch.page->beat, tick, watch.page->mpi_ticks);
    span_trace_mark(tick);
}

void span_mark_synced(uint64_t tick)
{
    watch.synced = false;
    span_mark_iteration(SPAN_MARK_SYNC, tick);
}
