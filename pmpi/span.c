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

bool span_skip(enum call call)
{
    struct call_record *record;

    if (!watch.on || watch_thread.inside)
        return false;
    record = record_call(call);
    if (!record || record->count < POLLS_TIMED
        || record->count % POLLS_EVERY == 0)
        return false;
    record_count(&record->count);
    record_count(&record->untimed);
    return true;
}

/* One by one: as a whole the compiler would clear it by a slow instruction
 * made for large memory.
 */
static inline void span_clear(struct span *span,
                              enum call call,
                              void *address,
                              char *frame)
{
    span->call = call;
    span->address = address;
    span->frame = frame;
    span->entered = 0;
    span->start = 0;
    span->end = 0;
    span->bytes = 0;
    span->weight = 1;
    span->deferred = false;
    span->peer = -1;
    span->comm = 0;
    span->request = 0;
    span->coll = NULL;
    span->site = NULL;
}

bool span_enter(struct span *span, enum call call, void *address, char *frame)
{
    struct watch_thread *thread = &watch_thread;
    struct page *page = watch.page;
    struct call_record *record;

    if (!watch.on || thread->inside)
        return false;
    record = record_call(call);
    if (RARE(!record))
        return false;
    if (record->traits & (TRAIT_LOCAL | TRAIT_POLL)) {
        if (record->traits & TRAIT_LOCAL || watch.level == LEVEL_COUNTS) {
            record_count(&record->count);
            record_count(&record->untimed);
            return false;
        }
        if (span_skip(call))
            return false;
    }
    if (RARE(!thread->record))
        thread_enter();
    thread->inside = true;
    span_clear(span, call, address, frame);
    if (RARE(watch.level == LEVEL_COUNTS))
        return true;
    if (RARE(thread->record->count % COST_EVERY == 0))
        span->entered = clock_ticks();
    if (record->traits & TRAIT_POLL && record->count >= POLLS_TIMED)
        span->weight = POLLS_EVERY;
    if (thread->main) {
        page->inside_call_plus_one = call + 1;
        page->inside_address = (uintptr_t)address;
        page->inside_since = span->start = clock_ticks();
    } else {
        span->start = clock_ticks();
    }
    return true;
}

struct site_record *span_site(struct span *span)
{
    if (!span->site && watch.level >= LEVEL_TIMES) {
        span->site = site_find(span->call, span->address, span->frame);
        if (!span->site)
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

void span_leave(struct span *span, bool success)
{
    struct watch_thread *thread = &watch_thread;
    struct call_record *record = &watch.page->call[span->call];
    uint64_t ticks = span->end - span->start;

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
    thread->record->count++;
    thread->record->ticks += ticks * span->weight;
    if (thread->main)
        leave_main(watch.page, span);
    if (RARE(span->entered)) {
        watch.page->cost_samples++;
        watch.page->cost_ticks
            += span->start - span->entered + clock_ticks() - span->end;
    }
    watch_unlock();
    thread->inside = false;
}
