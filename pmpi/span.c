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

#include "pmpi/next.h"
#include "pmpi/record.h"
#include "pmpi/site.h"
#include "pmpi/span.h"
#include "pmpi/thread.h"
#include "pmpi/watch.h"

enum {
    COST_EVERY = 256,    /* one call in so many is measured for its cost */
    POLLS_TIMED = 10000, /* polls of a kind that are all timed */
    POLLS_EVERY = 64,    /* then one in so many */
    LOOKS_EVERY = 1024,  /* calls between looks at the clock, when they are
                            not timed */
};

#define RARE(condition) __builtin_expect((condition), 0)

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
    record_count(&record->count);
    record_count(&record->untimed);
}

bool span_skip(enum call call)
{
    struct call_record *record;

    if (!watch.on || watch_thread.where == WATCH_INSIDE)
        return false;
    record = record_of(call);
    if (!watch.on
        || (watch.level != LEVEL_COUNTS
            && (record->count < POLLS_TIMED
                || record->count % POLLS_EVERY == 0)))
        return false;
    record_count(&record->count);
    record_count(&record->untimed);
    return true;
}

bool
span_enter_poll(struct span *span, enum call call, void *address, char *frame)
{
    if (!span_enter(span, call, address, frame))
        return false;
    if (record_of(call)->count >= POLLS_TIMED)
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

struct site_record *span_site(struct span *span)
{
    if (!span->site && watch.level >= LEVEL_TIMES) {
        span->site = site_find(span->call, span->address, span->frame);
        if (RARE(!span->site))
            watch.page->lost_sites++;
    }
    return span->site;
}

static void leave_site(struct span *span, uint64_t ticks, bool main)
{
    struct site_record *site = span_site(span);
    struct page *page = watch.page;

    if (RARE(!site))
        return;
    site->count += span->weight;
    site->ticks += ticks * span->weight;
    site->bytes += span->bytes;
    if (ticks < site->fastest || site->fastest == 0)
        site->fastest = ticks;
    if (main && !(call_info[span->call].traits & TRAIT_POLL))
        beat_call(&page->beat, &site->beat, site - page->site, span->start,
                  page->mpi_ticks);
}

static void leave_class(struct call_record *record,
                        const struct span *span,
                        uint64_t ticks)
{
    unsigned class = size_class(span->bytes);

    record->sizes[class]++;
    if (ticks < record->fastest[class] || record->fastest[class] == 0)
        record->fastest[class] = ticks;
}

static void leave_coll(const struct span *span, uint64_t ticks)
{
    struct coll_record *coll = span->coll;

    coll->count++;
    coll->ticks += ticks;
    coll->bytes += span->bytes;
    coll->sizes[size_class(span->bytes)]++;
}

static void leave_main(struct page *page, const struct span *span)
{
    page->calls++;
    if (RARE(watch.level == LEVEL_COUNTS)) {
        if (page->calls % LOOKS_EVERY == 0)
            watch_refresh(clock_ticks());
        return;
    }
    page->mpi_ticks += (span->end - span->start) * span->weight;
    page->inside_since = 0;
    page->inside_call_plus_one = 0;
    page->last = span->end;
    if (RARE(span->end >= watch.refresh_at))
        watch_refresh(span->end);
}

static void leave_probe(const struct span *span)
{
    watch.page->cost_samples++;
    watch.page->cost_ticks
        += span->start - span->entered + clock_ticks() - span->end;
}

void span_leave(struct span *span, bool success)
{
    struct watch_thread *thread = &watch_thread;
    struct call_record *record = &watch.page->call[span->call];
    uint64_t ticks = span->end - span->start;

    if (RARE(!watch.on)) {
        thread->where = WATCH_OUTSIDE;
        return;
    }
    watch_lock();
    record->count++;
    record->ticks += ticks * span->weight;
    record->bytes += span->bytes;
    if (success && !span->deferred)
        leave_class(record, span, ticks);
    if (span->coll)
        leave_coll(span, ticks);
    if (watch.level >= LEVEL_TIMES)
        leave_site(span, ticks, thread->main);
    if (RARE(watch.level == LEVEL_TRACE))
        record_trace(span);
    thread->record->ticks += ticks * span->weight;
    if (thread->main)
        leave_main(watch.page, span);
    if (RARE(span->entered))
        leave_probe(span);
    thread->where = ++thread->record->count % COST_EVERY == 0 ? WATCH_PROBE
                                                              : WATCH_OUTSIDE;
    watch_unlock();
}
