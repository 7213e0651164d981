/* span.h - the stretch of time a rank spends inside one MPI call
 *
 * A wrapper opens a span before the call and stops it after.  Then the notes
 * of note.h say what the call did, and span_leave() writes it down.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SPAN_H
#define MITOSIS_PMPI_WATCH_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/mpi/jump.h"
#include "pmpi/watch/watch.h"

#define EXPORT __attribute__((visibility("default")))

/* The program's calls enter through entry.c, and the wrappers have names of
 * their own.
 */
#ifdef ENTRY_JUMPS
#define SPAN_RENAME(number, name)                                             \
    extern __typeof__(name) name __asm__("wrapper_" #name);
CALLS(SPAN_RENAME)
#undef SPAN_RENAME
#endif

/* Where a wrapper was called from: the return address, and the address just
 * above it on the stack, which tells call paths apart.
 */
#define SPAN_ADDRESS __builtin_return_address(0)
#define SPAN_FRAME ((char *)__builtin_frame_address(0) + 2 * sizeof(void *))

struct span {
    enum call call;
    bool deferred;   /* the bytes are known when it completes */
    uint32_t weight; /* how many calls it stands for */
    unsigned class;  /* of the bytes */
    void *address;
    char *frame;
    uint64_t entered; /* ticks when the wrapper began, 0: not measured */
    uint64_t start;   /* ticks before the call, 0: not timed */
    uint64_t end;     /* and after */
    uint64_t bytes;   /* what the notes said it moves */
    struct coll_record *coll;
    struct site_record *site; /* where it was called, once span_site() knows */
    uint64_t cpu_ns; /* of the thread, before the call, when it is traced */
};

/* The rest of span_enter() for a thread that is not simply outside of MPI. */
bool span_enter_new(struct span *span);

/* And for the levels that are not the usual one.  Returns whether the call is
 * to be timed.
 */
bool span_start_other(struct span *span);

/* Open a span for 'call'.  Returns false when there is nothing to open: we
 * are not watching, or this call comes from inside another one.  The wrapper
 * then just passes the call on.
 */
static inline bool span_enter(struct span *span,
                              enum call call,
                              void *address,
                              char *frame)
{
    struct watch_thread *thread = &watch_thread;

    if (!watch.on)
        return false;
    span->entered = 0;
    if (__builtin_expect(thread->where != WATCH_OUTSIDE, 0)
        && !span_enter_new(span))
        return false;
    thread->where = WATCH_INSIDE;
    span->call = call;
    span->deferred = false;
    span->weight = 1;
    span->class = 0;
    span->address = address;
    span->frame = frame;
    span->start = 0;
    span->bytes = 0;
    span->coll = 0;
    span->site = 0;
    if (__builtin_expect(watch.level != LEVEL_CALLSITES, 0)
        && !span_start_other(span))
        return true;
    span->start = clock_ticks();
    if (thread->main) {
        watch.page->inside_call = call;
        watch.page->inside_peer_plus_one = 0;
        watch.page->inside_address = (uintptr_t)address;
        watch.page->inside_since = span->start;
    }
    return true;
}

/* The same for a call that makes something which lasts, as a persistent
 * request.  It is opened while the program has watching paused, too, so that
 * the notes are made; then nothing else is written down.
 */
bool span_enter_lasting(struct span *span,
                        enum call call,
                        void *address,
                        char *frame);

/* The call that this thread is in waits for 'rank' of MPI_COMM_WORLD, or for
 * none in particular when that is negative; for who looks at the page.
 */
static inline void span_awaits(int rank)
{
    if (watch_thread.main)
        watch.page->inside_peer_plus_one = rank < 0 ? 0 : rank + 1;
}

/* The call moved 'bytes', beside what was noted before. */
static inline void span_moved(struct span *span, uint64_t bytes)
{
    span->bytes += bytes;
    span->class = size_class(span->bytes);
}

/* For calls that ask or set something in this rank only: count it.  The
 * wrapper then just passes the call on.
 */
void span_count(enum call call);

/* For calls that a program may make over and over until something happens:
 * whether this one is to be only counted, which was done then.  Ask before
 * span_enter_poll().  The wrapper still notes what such a call completed.
 */
bool span_skip(enum call call);

/* Open a span for such a call. */
bool span_enter_poll(struct span *span,
                     enum call call,
                     void *address,
                     char *frame);

/* The call is over; what follows is our own time. */
static inline void span_stop(struct span *span)
{
    span->end = span->start ? clock_ticks() : 0;
}

/* The call path of an open span; NULL when paths are not told apart. */
struct site_record *span_site(struct span *span);

/* Close a span; 'success' is whether MPI said so. */
void span_leave(struct span *span, bool success);

#endif /* !MITOSIS_PMPI_WATCH_SPAN_H */
