/* note_leave.h - what most calls did, and that they are over
 *
 * What a wrapper for the short way (span.h) does last.  There the two are one:
 * nobody else is in MPI, there is no trace, and what the note knows is at hand
 * when the span is closed.  Where that is not so any more, as watching was
 * paused in the call, say, it is what note.h has and span_leave().
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_NOTE_LEAVE_H
#define MITOSIS_PMPI_CALLS_NOTE_LEAVE_H

#include "pmpi/calls/note.h"
#include "pmpi/calls/note_act.h"
#include "pmpi/handles/comm.h"
#include "pmpi/watch/span_leave.h"

/* Those in which the state has changed. */
SELDOM void note_send_changed(
    struct span span, MPI_Comm handle, int dest, int tag, uint64_t bytes);
SELDOM void note_send_start_changed(struct span span,
                                    MPI_Comm handle,
                                    int dest,
                                    int tag,
                                    uint64_t bytes,
                                    MPI_Request request);
SELDOM void note_recv_changed(struct span span,
                              MPI_Comm handle,
                              const MPI_Status *status);
SELDOM void note_recv_start_changed(struct span span,
                                    MPI_Comm handle,
                                    int source,
                                    int tag,
                                    MPI_Request request);
SELDOM void note_coll_changed(struct span span,
                              MPI_Comm handle,
                              int root,
                              uint64_t bytes);
SELDOM void note_coll_start_changed(struct span span,
                                    MPI_Comm handle,
                                    int root,
                                    uint64_t bytes,
                                    MPI_Request request);

SPAN_INLINE void note_send_leave(
    struct span *span, MPI_Comm handle, int dest, int tag, uint64_t bytes)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_send_changed(span_copy(span), handle, dest, tag, bytes);
        return;
    }
    if (dest != MPI_PROC_NULL)
        act_send(span, comm_find(handle), dest, bytes);
    span_leave_usual(span, true);
}

/* The state in which a request begins, for a kind that is a constant. */
SPAN_INLINE uint32_t act_state(const struct span *span, enum request_kind kind)
{
    return (struct request){ .kind = kind,
                             .sends = span->sends,
                             .call = span->call }
        .state;
}

SPAN_INLINE void act_begin_shortly(struct span *span,
                                   MPI_Request handle,
                                   uint32_t state,
                                   comm_t *c,
                                   int peer,
                                   uint64_t bytes)
{
    struct request *r = request_begin_shortly(handle, c);

    r->state = state;
    act_begun(span, r, peer, bytes);
}

SPAN_INLINE void note_send_start_leave(struct span *span,
                                       MPI_Comm handle,
                                       int dest,
                                       int tag,
                                       uint64_t bytes,
                                       MPI_Request request)
{
    comm_t *c;

    if (SPAN_RARE(!span_is_usual(span))) {
        note_send_start_changed(span_copy(span), handle, dest, tag, bytes,
                                request);
        return;
    }
    c = comm_find(handle);
    if (dest != MPI_PROC_NULL)
        act_send(span, c, dest, bytes);
    act_begin_shortly(span, request, act_state(span, REQUEST_SEND), c, dest,
                      bytes);
    span_leave_usual(span, true);
}

SPAN_INLINE void note_recv_leave(struct span *span,
                                 MPI_Comm handle,
                                 const MPI_Status *status)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_recv_changed(span_copy(span), handle, status);
        return;
    }
    if (status->MPI_SOURCE != MPI_PROC_NULL)
        span_received(span, act_received(comm_find(handle), status));
    span_leave_usual(span, true);
}

SPAN_INLINE void note_recv_start_leave(struct span *span,
                                       MPI_Comm handle,
                                       int source,
                                       int tag,
                                       MPI_Request request)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_recv_start_changed(span_copy(span), handle, source, tag, request);
        return;
    }
    span->deferred = !span->sends;
    act_begin_shortly(span, request,
                      source == MPI_PROC_NULL ? act_state(span, REQUEST_OTHER)
                                              : act_state(span, REQUEST_RECV),
                      comm_find(handle), source, 0);
    span_leave_usual(span, true);
}

SPAN_INLINE void note_coll_leave(struct span *span,
                                 MPI_Comm handle,
                                 int root,
                                 uint64_t bytes)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_coll_changed(span_copy(span), handle, root, bytes);
        return;
    }
    act_coll(span, handle, bytes);
    span_leave_usual(span, true);
}

SPAN_INLINE void note_coll_start_leave(struct span *span,
                                       MPI_Comm handle,
                                       int root,
                                       uint64_t bytes,
                                       MPI_Request request)
{
    comm_t *c;

    if (SPAN_RARE(!span_is_usual(span))) {
        note_coll_start_changed(span_copy(span), handle, root, bytes, request);
        return;
    }
    c = act_coll(span, handle, bytes);
    act_begin_shortly(span, request, act_state(span, REQUEST_COLL), c, 0, 0);
    span_leave_usual(span, true);
}

#endif /* !MITOSIS_PMPI_CALLS_NOTE_LEAVE_H */
