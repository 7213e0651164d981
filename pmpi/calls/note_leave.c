/* note_leave.c - what calls did in which the state has changed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note_leave.h"

void note_send_changed(
    struct span span, MPI_Comm handle, int dest, int tag, uint64_t bytes)
{
    note_send(&span, handle, dest, tag, bytes);
    span_leave(&span, true);
}

void note_send_start_changed(struct span span,
                             MPI_Comm handle,
                             int dest,
                             int tag,
                             uint64_t bytes,
                             MPI_Request request)
{
    note_send_start(&span, handle, dest, tag, bytes, request);
    span_leave(&span, true);
}

void note_recv_changed(struct span span,
                       MPI_Comm handle,
                       const MPI_Status *status)
{
    note_recv(&span, handle, status);
    span_leave(&span, true);
}

void note_recv_start_changed(struct span span,
                             MPI_Comm handle,
                             int source,
                             int tag,
                             MPI_Request request)
{
    note_recv_start(&span, handle, source, tag, request);
    span_leave(&span, true);
}

void note_coll_changed(struct span span,
                       MPI_Comm handle,
                       int root,
                       uint64_t bytes)
{
    note_coll(&span, handle, root, bytes);
    span_leave(&span, true);
}

void note_coll_start_changed(struct span span,
                             MPI_Comm handle,
                             int root,
                             uint64_t bytes,
                             MPI_Request request)
{
    note_coll_start(&span, handle, root, bytes, request);
    span_leave(&span, true);
}
