/* span.h - the stretch of time a rank spends inside one MPI call
 *
 * A wrapper opens a span before the call and stops it after.  Then the notes
 * of note.h say what the call did, and span_leave() writes it down.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SPAN_H
#define MITOSIS_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "pmpi/calls.h"
#include "profile/page.h"

#define EXPORT __attribute__((visibility("default")))

/* Where a wrapper was called from: the return address, and the address just
 * above it on the stack, which tells call paths apart.
 */
#define SPAN_ADDRESS __builtin_return_address(0)
#define SPAN_FRAME ((char *)__builtin_frame_address(0) + 2 * sizeof(void *))

struct span {
    enum call call;
    void *address;
    char *frame;
    uint64_t entered; /* ticks when the wrapper began, 0: not measured */
    uint64_t start;   /* ticks before the call, 0: not timed */
    uint64_t end;     /* and after */
    uint64_t bytes;   /* what the notes said it moves */
    uint32_t weight;  /* how many calls it stands for */
    bool deferred;    /* the bytes are known when it completes */
    int32_t peer;     /* world rank, -1 for none or any */
    uint32_t comm;    /* its record in the page */
    uint64_t request; /* the last that the call began, as its turn */
    struct coll_record *coll;
    struct site_record *site;  /* where it was called, once span_site() knows */
};

/* Open a span for 'call'.  Returns false when there is nothing to open: we
 * are not watching, or this call comes from inside another one, or it is
 * polled so often that only counting it is cheap enough.  The wrapper then
 * just passes the call on.
 */
bool span_enter(struct span *span, enum call call, void *address, char *frame);

/* The call is over; what follows is our own time. */
static inline void span_stop(struct span *span)
{
    span->end = span->start ? clock_ticks() : 0;
}

/* The call path of an open span; NULL when paths are not told apart. */
struct site_record *span_site(struct span *span);

/* For calls that a program may make over and over until something happens:
 * whether this one is to be only counted, which was done then.  Ask before
 * span_enter().  The wrapper still notes what such a call completed.
 */
bool span_skip(enum call call);

/* Close a span that span_enter() opened; 'success' is whether MPI said so. */
void span_leave(struct span *span, bool success);

#endif /* !MITOSIS_SPAN_H */
