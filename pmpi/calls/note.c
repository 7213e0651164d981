/* note.c - the messages and requests that an MPI call began
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/calls/note_act.h"
#include "pmpi/handles/comm.h"

void note_awaits_other(MPI_Comm handle, int rank)
{
    const comm_t *c;

    watch_lock();
    c = comm_known(handle);
    if (c && watch_thread.main)
        span_inside_awaits(comm_world_rank(c, rank));
    watch_unlock();
}

/* ---- point to point ---- */

/* A receive from nobody completes as one, but brings nothing. */
static enum request_kind receive_kind(int source)
{
    return source == MPI_PROC_NULL ? REQUEST_OTHER : REQUEST_RECV;
}

/* MPICH has one handle for all sends that were complete at once, so the same
 * one may begin again before the program asks for its end.
 */
static void end_before(struct span *span, MPI_Request handle)
{
    const struct request *before = request_find(handle);

    if (before && before->kind != REQUEST_RECV && !before->persistent)
        act_done(span, before);
}

static inline struct request *begin(struct span *span,
                                    MPI_Request handle,
                                    enum request_kind kind,
                                    comm_t *c,
                                    int peer,
                                    int tag,
                                    uint64_t bytes)
{
    struct request *r;

    if (TRACING)
        end_before(span, handle);
    r = request_begin(handle, c);
    r->kind = kind;
    r->sends = span->sends;
    r->call = span->call;
    act_begun(span, r, peer, bytes);
    r->tag = tag;
    return r;
}

void note_send(
    struct span *span, MPI_Comm handle, int dest, int tag, uint64_t bytes)
{
    comm_t *c;

    span->sends = true;
    if (dest == MPI_PROC_NULL)
        return;
    watch_lock();
    c = comm_find(handle);
    act_send(span, c, dest, bytes);
    act(span, TRACE_SEND, c, dest, tag, bytes, 0);
    watch_unlock();
}

void note_send_start(struct span *span,
                     MPI_Comm handle,
                     int dest,
                     int tag,
                     uint64_t bytes,
                     MPI_Request request)
{
    const struct request *r;
    comm_t *c;

    watch_lock();
    c = comm_find(handle);
    if (dest != MPI_PROC_NULL)
        act_send(span, c, dest, bytes);
    r = begin(span, request, REQUEST_SEND, c, dest, tag, bytes);
    if (dest != MPI_PROC_NULL)
        act(span, TRACE_SEND_BEGIN, c, dest, tag, bytes, r->turn);
    watch_unlock();
}

/* Making a persistent request moves nothing, so it has no bytes. */
static void init_request(struct span *span,
                         MPI_Request request,
                         enum request_kind kind,
                         MPI_Comm handle,
                         int peer,
                         int tag,
                         uint64_t bytes)
{
    struct request *r;

    watch_lock();
    span->deferred = true;
    r = begin(span, request, kind, comm_find(handle), peer, tag, bytes);
    r->persistent = true;
    watch_unlock();
}

void note_send_init(struct span *span,
                    MPI_Comm handle,
                    int dest,
                    int tag,
                    uint64_t bytes,
                    MPI_Request request)
{
    init_request(span, request, REQUEST_SEND, handle, dest, tag, bytes);
}

void note_recv_init(struct span *span,
                    MPI_Comm handle,
                    int source,
                    int tag,
                    MPI_Request request)
{
    init_request(span, request, receive_kind(source), handle, source, tag, 0);
}

void note_recv_start(struct span *span,
                     MPI_Comm handle,
                     int source,
                     int tag,
                     MPI_Request request)
{
    const struct request *r;
    comm_t *c;

    watch_lock();
    c = comm_find(handle);
    span->deferred = !span->sends;
    r = begin(span, request, receive_kind(source), c, source, tag, 0);
    if (source != MPI_PROC_NULL)
        act(span, TRACE_RECV_BEGIN, c, source, tag, 0, r->turn);
    watch_unlock();
}

/* ---- requests ---- */

static void start_coll(struct span *span, const struct request *r)
{
    struct coll_record *coll = page_tables_coll(r->call, r->comm);

    span_moved(span, r->bytes);
    act(span, TRACE_COLL_BEGIN, r->comm, r->tag, TRACE_NONE, r->bytes,
        r->turn);
    if (!coll)
        return;
    coll->count++;
    coll->bytes += r->bytes;
    coll->sizes[size_class(r->bytes)]++;
}

/* What a message moves is counted where it is started, be it sent, at once, or
 * received, later.
 */
static void start_request(struct span *span, struct request *r)
{
    switch (r->kind) {
    case REQUEST_SEND:
        if (r->peer == MPI_PROC_NULL)
            break;
        span->deferred = false;
        act_send(span, r->comm, r->peer, r->bytes);
        act(span, TRACE_SEND_BEGIN, r->comm, r->peer, r->tag, r->bytes,
            r->turn);
        break;
    case REQUEST_RECV:
        r->call = span->call;
        r->site = span_site(span);
        r->sends = span->sends;
        span->deferred = !span->sends && span->bytes == 0;
        act(span, TRACE_RECV_BEGIN, r->comm, r->peer, r->tag, 0, r->turn);
        break;
    case REQUEST_COLL:
        start_coll(span, r);
        break;
    default:
        break;
    }
}

void note_start(struct span *span, MPI_Request request)
{
    struct request *r;

    watch_lock();
    r = request_find(request);
    if (r) {
        request_start(r);
        start_request(span, r);
    }
    watch_unlock();
}

/* A call that starts sends, too, has the bytes of these only, as MPI_Sendrecv
 * has.
 */
void note_start_all(struct span *span, int count, const MPI_Request requests[])
{
    watch_lock();
    for (int i = 0; i < count && !span->sends; i++) {
        const struct request *r = request_find(requests[i]);

        span->sends =
            r && (r->kind == REQUEST_SEND || r->kind == REQUEST_COLL);
    }
    watch_unlock();
    for (int i = 0; i < count; i++)
        note_start(span, requests[i]);
}

void note_request(struct span *span, MPI_Request request)
{
    const struct request *r;

    watch_lock();
    r = begin(span, request, REQUEST_OTHER, NULL, 0, 0, 0);
    act(span, TRACE_BEGIN, NULL, TRACE_NONE, TRACE_NONE, 0, r->turn);
    watch_unlock();
}

/* ---- collectives ---- */

void note_coll(struct span *span, MPI_Comm handle, int root, uint64_t bytes)
{
    comm_t *c;

    watch_lock();
    c = act_coll(span, handle, bytes);
    act(span, TRACE_COLL, c, root, TRACE_NONE, bytes, 0);
    watch_unlock();
}

void note_coll_start(struct span *span,
                     MPI_Comm handle,
                     int root,
                     uint64_t bytes,
                     MPI_Request request)
{
    const struct request *r;
    comm_t *c;

    watch_lock();
    c = act_coll(span, handle, bytes);
    r = begin(span, request, REQUEST_COLL, c, 0, root, 0);
    act(span, TRACE_COLL_BEGIN, c, root, TRACE_NONE, bytes, r->turn);
    watch_unlock();
}

void note_coll_init(struct span *span,
                    MPI_Comm handle,
                    int root,
                    uint64_t bytes,
                    MPI_Request request)
{
    init_request(span, request, REQUEST_COLL, handle, 0, root, bytes);
}
