/* span_leave.h - closing a span, for what closes one at once
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SPAN_LEAVE_H
#define MITOSIS_PMPI_WATCH_SPAN_LEAVE_H

#include "pmpi/watch/call_site.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/watch.h"

#define SPAN_RARE(condition) __builtin_expect((condition), 0)

SPAN_INLINE void span_leave_site(struct call_site_record *site,
                                 const struct span *span,
                                 uint64_t ticks,
                                 uint64_t sum,
                                 bool usual)
{
    site->count += usual ? 1 : span->weight;
    site->ticks += sum;
    site->bytes += span->bytes;
    if (ticks < site->fastest || site->fastest == 0)
        site->fastest = ticks;
}

SPAN_INLINE void span_leave_call(const struct span *span,
                                 bool success,
                                 uint64_t ticks,
                                 uint64_t sum,
                                 bool usual,
                                 bool timed)
{
    struct call_record *record = span_record(span);
    unsigned class = span->class;

    if (usual)
        record->count++;
    else
        page_tables_count(&record->count);
    record->ticks += sum;
    record->bytes += span->bytes;
    if (!success || span->deferred)
        return;
    record->sizes[class]++;
    if (timed
        && (ticks < record->fastest[class] || record->fastest[class] == 0))
        record->fastest[class] = ticks;
}

SPAN_INLINE void span_leave_coll(const struct span *span, uint64_t ticks)
{
    struct coll_record *coll = span->coll;

    coll->count++;
    coll->ticks += ticks;
    coll->bytes += span->bytes;
    coll->sizes[span->class]++;
}

SPAN_INLINE void span_leave_thread(struct thread_record *record, uint64_t sum)
{
    record->ticks += sum;
    record->count++;
}

/* What closing a span does in any state; see span_begin().  The search for
 * iterations comes last, for it may take us elsewhere.
 */
SPAN_INLINE void span_leave_as(const struct span *span,
                               struct call_site_record *site,
                               bool success,
                               uint64_t sum,
                               bool usual,
                               bool timed)
{
    struct watch_thread *thread = &watch_thread;
    struct page *page = watch.page;
    uint64_t ticks = timed ? span->end - span->start : 0;
    uint64_t mpi_ticks = page->mpi_ticks;
    bool main = usual || thread->main;

    span_leave_call(span, success, ticks, sum, usual, timed);
    if (span->coll)
        span_leave_coll(span, ticks);
    if (!main)
        span_leave_thread(thread->record, sum);
    else
        page->calls++;
    if (main && timed) {
        page->mpi_ticks = mpi_ticks + sum;
        page->inside_since = 0;
        page->last = span->end;
    }
    thread->where = WATCH_OUTSIDE;
    if (!timed || !site)
        return;
    span_leave_site(site, span, ticks, sum, usual);
    if (usual || (main && !(span_record(span)->traits & TRAIT_POLL)))
        iteration_search_call(&page->beat, &site->beat, site->number,
                              span->start, mpi_ticks);
}

/* Whether it was opened on the short way, and may be closed on it: only one
 * thread is in MPI, and there is no trace.
 */
SPAN_INLINE bool span_is_usual(const struct span *span)
{
    return span->usual && watch.state == watch.usual;
}

/* The parts of it that are not compiled in: what is done once in a while,
 * 'now'; on a path that did not come next before; of a call in which the state
 * changed.  The first is no cold function, and the clock is read before it:
 * what is measured must be what a call always goes through, and code that lies
 * elsewhere takes rare calls longer to fetch than all of ours.
 */
void span_leave_seldom(struct span span, uint64_t now);
SELDOM void span_leave_new(struct span span, bool success);
SELDOM void span_leave_copy(struct span span, bool success);

/* Close one where calls are only counted. */
SPAN_INLINE void span_leave_counted(const struct span *span, bool success)
{
    span_leave_as(span, NULL, success, 0, true, false);
    if (SPAN_RARE(--watch_thread.unmeasured == 0))
        span_leave_seldom(span_copy(span), clock_counted());
}

/* Close one that is on the short way. */
SPAN_INLINE void span_leave_usual(const struct span *span, bool success)
{
    struct call_site_record *site = span->site;

    if (!span->start) {
        span_leave_counted(span, success);
        return;
    }
    if (SPAN_RARE(!site
                  && !call_site_next(span->call, span->address, span->frame,
                                     &site))) {
        span_leave_new(span_copy(span), success);
        return;
    }
    if (!site) /* no path is without a record */
        __builtin_unreachable();
    span_leave_as(span, site, success, span->end - span->start, true, true);
    if (SPAN_RARE(--watch_thread.unmeasured == 0
                  || span->end >= watch.look_at))
        span_leave_seldom(span_copy(span), clock_counted());
}

/* The same where only a wrapper for that way knows the span. */
SPAN_INLINE void span_leave_short(const struct span *span, bool success)
{
    if (SPAN_RARE(!span_is_usual(span)))
        span_leave_copy(span_copy(span), success);
    else
        span_leave_usual(span, success);
}

#endif /* !MITOSIS_PMPI_WATCH_SPAN_LEAVE_H */
