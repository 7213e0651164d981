/* span.h - the stretch of time a rank spends inside one MPI call
 *
 * A wrapper opens a span before the call and stops it after.  Then the notes
 * of note.h say what the call did, and span_leave() writes it down.
 *
 * Most calls go the short way: one thread is in MPI, and there is no trace.
 * What is called most has a wrapper for that way alone, in which the span is
 * never in memory.  So nothing there takes its address; what is seldom done is
 * handed a copy.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_SPAN_H
#define MITOSIS_PMPI_WATCH_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/system/clock.h"
#include "pmpi/mpi/calls.h"
#include "pmpi/mpi/jump.h"
#include "pmpi/watch/call_site.h"
#include "pmpi/watch/watch.h"

#define EXPORT __attribute__((visibility("default")))

/* What is seldom done, and is to be out of the way. */
#define SELDOM __attribute__((noinline, cold))

/* For the other way of a wrapper that goes the short one by itself. */
#define OTHER __attribute__((noinline))

/* For what each of the wrappers does on its own: without being told, the
 * compiler takes several hundred of them for too many.
 */
#define SPAN_INLINE static inline __attribute__((always_inline))

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
#define SPAN_FRAME ((char *)__builtin_dwarf_cfa())

struct span {
    uint64_t bytes; /* what the notes said it moves */
    struct coll_record *coll;
    struct call_site_record
        *site;       /* where it was called, once span_site() knows */
    uint16_t call;   /* enum call; this and the next ones are one store */
    uint16_t weight; /* how many calls it stands for */
    unsigned class;  /* of the bytes */
    bool deferred;   /* the bytes are known when it completes */
    bool sends;      /* and may receive, too, which moves nothing more */
    bool usual;      /* it was opened on the short way, and is no poll */
    uint64_t start;  /* ticks before the call, 0: not timed */
    uint64_t end;    /* and after */
    void *address;
    char *frame;
    uint64_t cpu_ns; /* of the thread, before the call, when it is traced */
};

/* A copy to be handed to what is seldom done on the short way.  It is made
 * field by field: were it taken as a whole, so would all spans be put into
 * memory as a whole.
 */
SPAN_INLINE struct span span_copy(const struct span *span)
{
    return (struct span){
        .bytes = span->bytes,
        .coll = span->coll,
        .site = span->site,
        .call = span->call,
        .weight = span->weight,
        .class = span->class,
        .deferred = span->deferred,
        .sends = span->sends,
        .usual = span->usual,
        .start = span->start,
        .end = span->end,
        .address = span->address,
        .frame = span->frame,
    };
}

/* What is kept of all calls like it. */
SPAN_INLINE struct call_record *span_record(const struct span *span)
{
    return &watch.page->call[span->call];
}

/* What opening a span does in any state; where that is the usual one, and the
 * thread the main one, most need not be asked.
 */
SPAN_INLINE void span_begin(
    struct span *span, enum call call, void *address, char *frame, bool usual)
{
    watch_thread.where = WATCH_INSIDE;
    span->bytes = 0;
    span->coll = 0;
    span->site = 0;
    span->call = call;
    span->weight = 1;
    span->class = 0;
    span->deferred = false;
    span->sends = false;
    span->usual = usual;
    span->start = 0;
    span->address = address;
    span->frame = frame;
    if (watch.level == LEVEL_COUNTS)
        return;
    span->start = usual ? clock_counted() : clock_ticks();
    if (usual || watch_thread.main) {
        struct page *page = watch.page;

        page->inside_call = call;
        page->inside_peer_plus_one = 0;
        page->inside_address = (uintptr_t)address;
        page->inside_since = span->start;
    }
}

/* The same when the state is another one, or the thread. */
bool span_enter_other(struct span *span,
                      enum call call,
                      void *address,
                      char *frame);

/* Open a span for 'call'.  Returns false when there is nothing to open: we
 * are not watching, or this call comes from inside another one.  The wrapper
 * then just passes the call on.
 */
SPAN_INLINE bool span_enter(struct span *span,
                            enum call call,
                            void *address,
                            char *frame)
{
    if (__builtin_expect(!watch_is_usual(), 0))
        return span_enter_other(span, call, address, frame);
    span_begin(span, call, address, frame, true);
    return true;
}

/* The same in a wrapper for the short way alone: false means the other one.
 * The next call that is to be measured goes it, too.
 */
bool span_measure(void);

SPAN_INLINE bool span_enter_short(struct span *span,
                                  enum call call,
                                  void *address,
                                  char *frame)
{
    if (__builtin_expect(!watch_is_usual(), 0) && !span_measure())
        return false;
    span_begin(span, call, address, frame, true);
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
 * none in particular when that is negative; for who looks at the page, which
 * tells it of the main thread.
 */
SPAN_INLINE void span_inside_awaits(int rank)
{
    if (rank >= 0)
        watch.page->inside_peer_plus_one = rank + 1;
}

SPAN_INLINE void span_awaits(const struct span *span, int rank)
{
    if (span->start && (span->usual || watch_thread.main))
        span_inside_awaits(rank);
}

/* The call moved 'bytes', beside what was noted before. */
SPAN_INLINE void span_moved(struct span *span, uint64_t bytes)
{
    span->bytes += bytes;
    span->class = size_class(span->bytes);
}

/* It received 'bytes'.  Those of a call that sends, too, as MPI_Sendrecv, are
 * what it sends, or each message between two of them would count twice.
 */
SPAN_INLINE void span_received(struct span *span, uint64_t bytes)
{
    if (!span->sends)
        span_moved(span, bytes);
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
SPAN_INLINE void span_stop(struct span *span)
{
    if (!span->start)
        span->end = 0;
    else
        span->end = span->usual ? clock_counted() : clock_ticks();
}

/* The call path of an open span; NULL when paths are not told apart. */
struct call_site_record *span_site_new(struct span span);

SPAN_INLINE struct call_site_record *span_site(struct span *span)
{
    if (span->site || (span->usual && !span->start))
        return span->site;
    if (!span->usual
        || !call_site_next(span->call, span->address, span->frame,
                           &span->site))
        span->site = span_site_new(span_copy(span));
    return span->site;
}

/* Close a span; 'success' is whether MPI said so. */
void span_leave(struct span *span, bool success);

#endif /* !MITOSIS_PMPI_WATCH_SPAN_H */
