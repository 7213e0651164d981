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
    if (c)
        span_awaits(comm_world_rank(c, rank));
    watch_unlock();
}

/* ---- point to point ---- */

static inline __attribute__((always_inline)) void count_send(struct span *span,
                                                             comm_t *c,
                                                             int dest,
                                                             uint64_t bytes)
{
    int rank = comm_world_rank(c, dest);
    struct peer_record *peer = page_tables_peer(rank);

    span_moved(span, bytes);
    if (__builtin_expect(!peer, 0)) {
        page_tables_stranger(rank, bytes);
        return;
    }
    peer->sent_count++;
    peer->sent_bytes += bytes;
    peer->sizes[size_class(bytes)]++;
}

/* MPICH has one handle for all sends that were complete at once, so the same
 * one may begin again before the program asks for its end.
 */
static uint64_t begin(struct span *span, struct request r)
{
    const struct request *before = TRACING ? request_find(r.handle) : NULL;

    if (before && before->kind != REQUEST_RECV && !before->persistent)
        act_done(span, before);
    r.call = span->call;
    r.site = span_site(span);
    return request_begin(r);
}

void note_send(
    struct span *span, MPI_Comm handle, int dest, int tag, uint64_t bytes)
{
    comm_t *c;

    if (dest == MPI_PROC_NULL)
        return;
    watch_lock();
    c = comm_find(handle);
    count_send(span, c, dest, bytes);
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
    comm_t *c;
    uint64_t turn;

    watch_lock();
    c = comm_find(handle);
    if (dest != MPI_PROC_NULL)
        count_send(span, c, dest, bytes);
    turn = begin(span, (struct request){ .handle = request,
                                         .kind = REQUEST_SEND,
                                         .comm = c,
                                         .peer = dest,
                                         .tag = tag,
                                         .bytes = bytes });
    if (dest != MPI_PROC_NULL)
        act(span, TRACE_SEND_BEGIN, c, dest, tag, bytes, turn);
    watch_unlock();
}

/* Making a persistent request moves nothing, so it has no bytes. */
static void init_request(struct span *span, struct request r, MPI_Comm handle)
{
    watch_lock();
    span->deferred = true;
    r.persistent = true;
    r.comm = comm_find(handle);
    begin(span, r);
    watch_unlock();
}

void note_send_init(struct span *span,
                    MPI_Comm handle,
                    int dest,
                    int tag,
                    uint64_t bytes,
                    MPI_Request request)
{
    init_request(span,
                 (struct request){ .handle = request,
                                   .kind = REQUEST_SEND,
                                   .peer = dest,
                                   .tag = tag,
                                   .bytes = bytes },
                 handle);
}

/* A receive from nobody completes as one, but brings nothing. */
static enum request_kind kind_of_receive(int source)
{
    return source == MPI_PROC_NULL ? REQUEST_OTHER : REQUEST_RECV;
}

void note_recv_init(struct span *span,
                    MPI_Comm handle,
                    int source,
                    int tag,
                    MPI_Request request)
{
    init_request(span,
                 (struct request){ .handle = request,
                                   .kind = kind_of_receive(source),
                                   .peer = source,
                                   .tag = tag },
                 handle);
}

void note_recv_start(struct span *span,
                     MPI_Comm handle,
                     int source,
                     int tag,
                     MPI_Request request)
{
    comm_t *c;
    uint64_t turn;

    watch_lock();
    c = comm_find(handle);
    span->deferred = true;
    turn = begin(span, (struct request){ .handle = request,
                                         .kind = kind_of_receive(source),
                                         .comm = c,
                                         .peer = source,
                                         .tag = tag });
    if (source != MPI_PROC_NULL)
        act(span, TRACE_RECV_BEGIN, c, source, tag, 0, turn);
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
        count_send(span, r->comm, r->peer, r->bytes);
        act(span, TRACE_SEND_BEGIN, r->comm, r->peer, r->tag, r->bytes,
            r->turn);
        break;
    case REQUEST_RECV:
        r->call = span->call;
        r->site = span_site(span);
        span->deferred = span->bytes == 0;
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

void note_request(struct span *span, MPI_Request request)
{
    uint64_t turn;

    watch_lock();
    turn = begin(span,
                 (struct request){ .handle = request, .kind = REQUEST_OTHER });
    act(span, TRACE_BEGIN, NULL, TRACE_NONE, TRACE_NONE, 0, turn);
    watch_unlock();
}

/* ---- collectives ---- */

static comm_t *count_coll(struct span *span, MPI_Comm handle, uint64_t bytes)
{
    comm_t *c = comm_find(handle);

    span_moved(span, bytes);
    span->coll = page_tables_coll(span->call, c);
    return c;
}

void note_coll(struct span *span, MPI_Comm handle, int root, uint64_t bytes)
{
    comm_t *c;

    watch_lock();
    c = count_coll(span, handle, bytes);
    act(span, TRACE_COLL, c, root, TRACE_NONE, bytes, 0);
    watch_unlock();
}

void note_coll_start(struct span *span,
                     MPI_Comm handle,
                     int root,
                     uint64_t bytes,
                     MPI_Request request)
{
    comm_t *c;
    uint64_t turn;

    watch_lock();
    c = count_coll(span, handle, bytes);
    turn = begin(span, (struct request){ .handle = request,
                                         .kind = REQUEST_COLL,
                                         .comm = c,
                                         .tag = root });
    act(span, TRACE_COLL_BEGIN, c, root, TRACE_NONE, bytes, turn);
    watch_unlock();
}

void note_coll_init(struct span *span,
                    MPI_Comm handle,
                    int root,
                    uint64_t bytes,
                    MPI_Request request)
{
    init_request(span,
                 (struct request){ .handle = request,
                                   .kind = REQUEST_COLL,
                                   .tag = root,
                                   .bytes = bytes },
                 handle);
}
