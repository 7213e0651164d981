/* span.c - the stretch of time a rank spends inside one MPI call
 *
 * This is the path that every call takes, so it is written for speed: no
 * call into the system, no memory that is not there already, and what is
 * rare stands in functions of its own.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "pmpi/mpi/next.h"
#include "pmpi/watch/call_site.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_leave.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/use_sample.h"
#include "pmpi/watch/watch.h"

enum {
    PREEMPTED_NS = 100 * 1000, /* nothing that we do takes as long */
    POLLS_TIMED = 10000,       /* polls of a kind that are all timed */
    POLLS_EVERY = 64,          /* then one in so many */
};

/* The record that a call has once it went through next_find(). */
static struct call_record *record_of(enum call call)
{
    next_get(call);
    return &watch.page->call[call];
}

void span_count(enum call call)
{
    struct call_record *record;

    if (!watch.on || watch_thread.where == WATCH_INSIDE)
        return;
    record = record_of(call);
    if (!watch.on)
        return;
    page_tables_count(&record->count);
    page_tables_count(&record->untimed);
}

bool span_skip(enum call call)
{
    struct call_record *record;
    uint64_t count;

    if (!watch.on || watch_thread.where == WATCH_INSIDE)
        return false;
    record = record_of(call);
    count = __atomic_load_n(&record->count, __ATOMIC_RELAXED);
    if (!watch.on
        || (watch.level != LEVEL_COUNTS
            && (count < POLLS_TIMED || count % POLLS_EVERY == 0)))
        return false;
    page_tables_count(&record->count);
    page_tables_count(&record->untimed);
    return true;
}

bool span_measure(void)
{
    if (watch.state != watch.usual || !watch_thread.main)
        return false;
    if (watch_thread.where == WATCH_PROBE)
        watch_thread.entered = clock_counted();
    else if (watch_thread.where == WATCH_LOOK)
        use_sample_call_begins();
    else
        return false;
    return true;
}

/* A call that is to be measured goes the short way from here on. */
bool span_enter_other(struct span *span,
                      enum call call,
                      void *address,
                      char *frame)
{
    if (!watch.on || watch_thread.where == WATCH_INSIDE)
        return false;
    if (watch_thread.where == WATCH_NEW)
        watch_enter_thread();
    else if (watch_thread.where == WATCH_PROBE)
        watch_thread.entered = clock_ticks();
    else if (watch_thread.where == WATCH_LOOK)
        use_sample_call_begins();
    if (watch.state == watch.usual && watch_thread.main) {
        span_begin(span, call, address, frame, true);
    } else {
        span->cpu_ns = watch.level == LEVEL_TRACE ? span_trace_cpu() : 0;
        span_begin(span, call, address, frame, false);
    }
    return true;
}

bool span_enter_poll(struct span *span,
                     enum call call,
                     void *address,
                     char *frame)
{
    if (!span_enter(span, call, address, frame))
        return false;
    if (__atomic_load_n(&record_of(call)->count, __ATOMIC_RELAXED)
        >= POLLS_TIMED)
        span->weight = POLLS_EVERY;
    span->usual = false;
    return true;
}

bool span_enter_lasting(struct span *span,
                        enum call call,
                        void *address,
                        char *frame)
{
    if (watch.on || !watch.paused)
        return span_enter(span, call, address, frame);
    if (watch_thread.where == WATCH_INSIDE)
        return false;
    if (watch_thread.where == WATCH_NEW)
        watch_enter_thread();
    watch_thread.where = WATCH_INSIDE;
    *span = (struct span){ .call = call, .address = address, .frame = frame };
    return true;
}

struct call_site_record *span_site_new(struct span span)
{
    const struct call_site_path *path;

    if (watch.level == LEVEL_COUNTS)
        return NULL;
    path = span.usual ? call_site_other(span.call, span.address, span.frame)
                      : call_site_find(span.call, span.address, span.frame);
    if (!path)
        watch.page->lost_sites++;
    return path ? path->record : NULL;
}

/* The time of a poll and of those that were only counted since the one before
 * it.  They took no longer than there was time between the two, besides what
 * went to other calls: one poll may be long because the processor was taken
 * away, and 64 of that would be more than the whole run.
 */
SELDOM static uint64_t stands_for(const struct span *span, uint64_t ticks)
{
    static struct {
        uint64_t end;
        uint64_t mpi_ticks;
    } before[CALL_COUNT];
    struct page *page = watch.page;
    uint64_t sum = ticks * span->weight;
    uint64_t gone = span->end - before[span->call].end;
    uint64_t known = page->mpi_ticks - before[span->call].mpi_ticks;

    if (!watch_thread.main)
        return sum;
    if (before[span->call].end == 0 || gone < known + ticks)
        sum = ticks;
    else if (sum > gone - known)
        sum = gone - known;
    before[span->call].end = span->end;
    before[span->call].mpi_ticks = page->mpi_ticks + sum;
    return sum;
}

/* A rank that was made to wait for its core in our part of a call spent that
 * time, but not through us.
 */
static void note_cost(uint64_t cost)
{
    struct page *page = watch.page;

    if ((double)cost * page->tick_ns > PREEMPTED_NS)
        return;
    page->cost_samples++;
    page->cost_ticks += cost;
}

/* The call that was measured is over 'now', or the next one is to be. */
static void measure(const struct span *span, uint64_t now)
{
    struct watch_thread *thread = &watch_thread;

    if (thread->entered) {
        note_cost(span->start - thread->entered + now - span->end);
        thread->entered = 0;
        thread->unmeasured = WATCH_COST_EVERY - 1;
    } else {
        thread->unmeasured = 1;
        thread->where = WATCH_PROBE;
    }
}

/* What is done once in a while, when all else is, 'now'.  Where calls are not
 * timed, that stands for the end of the call.
 */
static void leave_seldom(const struct span *span, uint64_t now)
{
    struct watch_thread *thread = &watch_thread;
    struct page *page = watch.page;
    uint64_t end = span->end ? span->end : now;

    if (thread->unmeasured == 0)
        measure(span, now);
    if (thread->main && end > page->last)
        page->last = end;
    if (thread->main && end >= watch.look_at)
        watch_look(end, use_sample_call_ends());
}

__attribute__((noinline)) static void leave_other(struct span *span,
                                                  bool success)
{
    bool timed = watch.level != LEVEL_COUNTS;
    uint64_t sum = timed ? span->end - span->start : 0;

    if (!watch.on) {
        watch_thread.where = WATCH_OUTSIDE;
        return;
    }
    watch_lock();
    if (span->weight > 1)
        sum = stands_for(span, sum);
    if (timed && span_site(span) && watch.synced)
        span_mark_synced(span->start);
    span_leave_as(span, span->site, success, sum, false, timed);
    if (watch.level == LEVEL_TRACE)
        span_trace(span);
    if (--watch_thread.unmeasured == 0 || span->end >= watch.look_at)
        leave_seldom(span, clock_ticks());
    watch_unlock();
}

__attribute__((noinline)) void span_leave_seldom(struct span span,
                                                 uint64_t now)
{
    leave_seldom(&span, now);
}

void span_leave_new(struct span span, bool success)
{
    struct call_site_record *site = span_site(&span);

    span_leave_as(&span, site, success, span.end - span.start, true, true);
    watch_thread.unmeasured--;
    leave_seldom(&span, clock_ticks());
}

void span_leave_copy(struct span span, bool success)
{
    span_leave(&span, success);
}

void span_leave(struct span *span, bool success)
{
    if (SPAN_RARE(!span_is_usual(span)))
        leave_other(span, success);
    else
        span_leave_usual(span, success);
}
