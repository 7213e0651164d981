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
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/site.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/thread.h"
#include "pmpi/watch/watch.h"

enum {
    COST_EVERY = 251, /* one call in so many is measured for its cost: a
                         prime number, not to meet the same one of a
                         loop each time */
    PREEMPTED_NS = 100 * 1000, /* nothing that we do takes as long */
    POLLS_TIMED = 10000,       /* polls of a kind that are all timed */
    POLLS_EVERY = 64,          /* then one in so many */
    LOOKS_EVERY = 1024, /* calls between looks at the clock, when they are
                           not timed */
};

#define RARE(condition) __builtin_expect((condition), 0)
#define SELDOM __attribute__((noinline, cold))

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
    return true;
}

bool span_enter_new(struct span *span)
{
    switch (watch_thread.where) {
    case WATCH_INSIDE:
        return false;
    case WATCH_NEW:
        thread_enter();
        break;
    default:
        span->entered = clock_ticks();
    }
    return true;
}

bool span_start_other(struct span *span)
{
    if (watch.level == LEVEL_TRACE)
        span->cpu_ns = span_trace_cpu();
    return watch.level != LEVEL_COUNTS;
}

static inline struct site_record *find_site(struct span *span)
{
    struct site_record *site =
        site_find(span->call, span->address, span->frame);

    if (RARE(!site))
        watch.page->lost_sites++;
    return site;
}

bool span_enter_lasting(struct span *span,
                        enum call call,
                        void *address,
                        char *frame)
{
    if (watch.on || !watch.paused)
        return span_enter(span, call, address, frame);
    if (watch_thread.where == WATCH_INSIDE
        || (watch_thread.where == WATCH_NEW && !span_enter_new(span)))
        return false;
    watch_thread.where = WATCH_INSIDE;
    *span = (struct span){ .call = call, .address = address, .frame = frame };
    return true;
}

struct site_record *span_site(struct span *span)
{
    if (!span->site && watch.level >= LEVEL_TIMES)
        span->site = find_site(span);
    return span->site;
}

static inline void leave_site(struct span *span,
                              bool beats,
                              uint64_t ticks,
                              uint64_t sum)
{
    struct site_record *site = span->site ? span->site : find_site(span);
    struct page *page = watch.page;

    if (RARE(!site))
        return;
    site->count += span->weight;
    site->ticks += sum;
    site->bytes += span->bytes;
    if (ticks < site->fastest || site->fastest == 0)
        site->fastest = ticks;
    if (RARE(watch.synced))
        span_mark_synced(span->start);
    if (beats)
        beat_call(&page->beat, &site->beat, site - page->site, span->start,
                  page->mpi_ticks);
}

static inline void leave_call(struct call_record *record,
                              const struct span *span,
                              bool success,
                              uint64_t ticks,
                              uint64_t sum)
{
    unsigned class = span->class;

    page_tables_count(&record->count);
    record->ticks += sum;
    record->bytes += span->bytes;
    if (!success || span->deferred)
        return;
    record->sizes[class]++;
    if (ticks < record->fastest[class] || record->fastest[class] == 0)
        record->fastest[class] = ticks;
}

static inline void leave_coll(const struct span *span, uint64_t ticks)
{
    struct coll_record *coll = span->coll;

    coll->count++;
    coll->ticks += ticks;
    coll->bytes += span->bytes;
    coll->sizes[span->class]++;
}

SELDOM static void leave_untimed(struct page *page)
{
    if (page->calls % LOOKS_EVERY == 0)
        watch_refresh(clock_ticks());
}

/* The main thread's own sums are the page's. */
static inline uint64_t leave_main(struct page *page,
                                  const struct span *span,
                                  uint64_t sum)
{
    uint64_t calls = ++page->calls;

    page->mpi_ticks += sum;
    page->inside_since = 0;
    if (RARE(watch.level == LEVEL_COUNTS)) {
        leave_untimed(page);
        return calls;
    }
    page->last = span->end;
    if (RARE(span->end >= watch.refresh_at))
        watch_refresh(span->end);
    return calls;
}

static inline uint64_t leave_thread(struct thread_record *record, uint64_t sum)
{
    record->ticks += sum;
    return ++record->count;
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
 * time, but not through us.  The clock is read by the caller, and this is no
 * cold function: what is measured must be what a call always goes through, and
 * code that lies elsewhere takes rare calls longer to fetch than all of ours.
 */
__attribute__((noinline)) static void leave_probe(struct page *page,
                                                  const struct span *span,
                                                  uint64_t now)
{
    uint64_t cost = span->start - span->entered + now - span->end;

    if ((double)cost * page->tick_ns > PREEMPTED_NS)
        return;
    page->cost_samples++;
    page->cost_ticks += cost;
}

SELDOM static void leave_after_all(void)
{
    watch_thread.where = WATCH_OUTSIDE;
}

void span_leave(struct span *span, bool success)
{
    struct watch_thread *thread = &watch_thread;
    struct page *page = watch.page;
    struct call_record *call = &page->call[span->call];
    uint64_t ticks = span->end - span->start;
    uint64_t sum = ticks, calls;

    if (RARE(!watch.on)) {
        leave_after_all();
        return;
    }
    watch_lock();
    if (RARE(span->weight > 1))
        sum = stands_for(span, ticks);
    leave_call(call, span, success, ticks, sum);
    if (span->coll)
        leave_coll(span, ticks);
    if (watch.level >= LEVEL_TIMES)
        leave_site(span, thread->main && !(call->traits & TRAIT_POLL), ticks,
                   sum);
    if (RARE(watch.level == LEVEL_TRACE))
        span_trace(span);
    calls = thread->main ? leave_main(page, span, sum)
                         : leave_thread(thread->record, sum);
    if (RARE(span->entered))
        leave_probe(page, span, clock_ticks());
    thread->where =
        RARE(calls % COST_EVERY == 0) ? WATCH_PROBE : WATCH_OUTSIDE;
    watch_unlock();
}
