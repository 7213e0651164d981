/* span_mark.c - the iterations that the program marks itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/system/clock.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/span_trace.h"

enum { LONG_TICKS = 1 << 15 }; /* an iteration of 10 us or so is not short */

/* The first one that did, so that each is marked once. */
static enum span_marker marker;

static bool marks(enum span_marker who)
{
    return watch.on && watch_thread.main
           && (marker == who || marker == SPAN_MARK_NOBODY);
}

void span_mark_iteration(enum span_marker who, uint64_t tick)
{
    const struct iteration_loop *loop;
    uint64_t before;

    if (!marks(who))
        return;
    marker = who;
    loop = &watch.page->beat.loop[0];
    before = watch.page->beat.manual ? loop->last_tick : 0;
    iteration_search_manual(&watch.page->beat, tick, watch.page->mpi_ticks);
    span_trace_mark(tick);
    watch.long_rounds =
        who == SPAN_MARK_SYNC && tick - before > (uint64_t)LONG_TICKS;
}

void span_mark_now(void)
{
    if (!marks(SPAN_MARK_SYNC) || watch.level == LEVEL_COUNTS) {
        watch.long_rounds = false;
        watch.synced = true;
        return;
    }
    watch_lock();
    span_mark_iteration(SPAN_MARK_SYNC, clock_ticks());
    watch_unlock();
}

void span_mark_synced(uint64_t tick)
{
    watch.synced = false;
    span_mark_iteration(SPAN_MARK_SYNC, tick);
}
