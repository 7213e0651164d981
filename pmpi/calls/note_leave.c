/* note_leave.c - what most calls did, and that they are over
 *
 * On the short way the two are one: nobody else is in MPI, there is no trace,
 * and what the note knows is at hand when the span is closed.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/calls/note_act.h"
#include "pmpi/handles/comm.h"
#include "pmpi/watch/span_leave.h"

void note_send_leave(
    struct span *span, MPI_Comm handle, int dest, int tag, uint64_t bytes)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_send(span, handle, dest, tag, bytes);
        span_leave(span, true);
        return;
    }
    if (dest != MPI_PROC_NULL)
        act_send(span, comm_find(handle), dest, bytes);
    span_leave_usual(span, true);
}

void note_send_start_leave(struct span *span,
                           MPI_Comm handle,
                           int dest,
                           int tag,
                           uint64_t bytes,
                           MPI_Request request)
{
    comm_t *c;

    if (SPAN_RARE(!span_is_usual(span))) {
        note_send_start(span, handle, dest, tag, bytes, request);
        span_leave(span, true);
        return;
    }
    c = comm_find(handle);
    if (dest != MPI_PROC_NULL)
        act_send(span, c, dest, bytes);
    act_begin(span, request, REQUEST_SEND, c, dest, tag, bytes);
    span_leave_usual(span, true);
}

void note_recv_leave(struct span *span,
                     MPI_Comm handle,
                     const MPI_Status *status)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_recv(span, handle, status);
        span_leave(span, true);
        return;
    }
    if (status->MPI_SOURCE != MPI_PROC_NULL)
        span_received(span, act_received(comm_find(handle), status));
    span_leave_usual(span, true);
}

void note_recv_start_leave(struct span *span,
                           MPI_Comm handle,
                           int source,
                           int tag,
                           MPI_Request request)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_recv_start(span, handle, source, tag, request);
        span_leave(span, true);
        return;
    }
    span->deferred = !span->sends;
    act_begin(span, request, act_receive_kind(source), comm_find(handle),
              source, tag, 0);
    span_leave_usual(span, true);
}

void note_coll_leave(struct span *span,
                     MPI_Comm handle,
                     int root,
                     uint64_t bytes)
{
    if (SPAN_RARE(!span_is_usual(span))) {
        note_coll(span, handle, root, bytes);
        span_leave(span, true);
        return;
    }
    act_coll(span, handle, bytes);
    span_leave_usual(span, true);
}

void note_coll_start_leave(struct span *span,
                           MPI_Comm handle,
                           int root,
                           uint64_t bytes,
                           MPI_Request request)
{
    comm_t *c;

    if (SPAN_RARE(!span_is_usual(span))) {
        note_coll_start(span, handle, root, bytes, request);
        span_leave(span, true);
        return;
    }
    c = act_coll(span, handle, bytes);
    act_begin(span, request, REQUEST_COLL, c, 0, root, 0);
    span_leave_usual(span, true);
}
