/* span.h - the stretch of time a rank spends inside one MPI call
 *
 * A wrapper opens a span before the call and closes it after; in between the
 * notes of note.h say what the call did.  span_leave() then writes it down.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_SPAN_H
#define MITOSIS_SPAN_H

#include <stdbool.h>
#include <stdint.h>

#include "pmpi/calls.h"

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
    uint64_t start;  /* ticks before the call, 0 when it is not timed */
    uint64_t bytes;  /* what the notes said it moves */
};

/* Open a span for 'call'.  Returns false when there is nothing to open: we
 * are not watching, or this call comes from inside another one, or it is
 * polled so often that only counting it is cheap enough.  The wrapper then
 * just passes the call on.
 */
bool span_enter(struct span *span, enum call call, void *address, char *frame);

/* Close a span that span_enter() opened; 'success' is whether MPI said so. */
void span_leave(struct span *span, bool success);

#endif /* !MITOSIS_SPAN_H */
