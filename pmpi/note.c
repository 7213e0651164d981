/* note.c - what an MPI call did, said by its wrapper
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/comm.h"
#include "pmpi/note.h"
#include "pmpi/real.h"
#include "pmpi/record.h"
#include "pmpi/request.h"
#include "pmpi/watch.h"
#include "pmpi/window.h"
#include "profile/trace.h"

/* ---- sizes ---- */

uint64_t note_derived_size(MPI_Datatype type)
{
    MPI_Count size = 0;

    if (type != MPI_DATATYPE_NULL)
        REAL(MPI_Type_size_x)(type, &size);
    return size > 0 ? size : 0;
}

/* MPICH keeps the size in bytes in the status, in two parts, and beside the
 * upper one whether the communication was cancelled.
 */
uint64_t note_status_bytes(const MPI_Status *status)
{
    uint64_t high = (uint32_t)status->count_hi_and_cancelled >> 1;

    return high << 32 | (uint32_t)status->count_lo;
}

static bool was_cancelled(const MPI_Status *status)
{
    return status->count_hi_and_cancelled & 1;
}

#define SUM(counts, n, size)                                                  \
    uint64_t sum = 0;                                                         \
                                                                              \
    for (int i = 0; i < (n); i++)                                             \
        sum += (counts)[i] > 0 ? (uint64_t)(counts)[i] * (size) : 0;          \
    return sum

uint64_t bytes_of_counts(const int *counts, int n, MPI_Datatype type)
{
    uint64_t size = note_type_size(type);

    SUM(counts, n, size);
}

uint64_t bytes_of_counts_c(const MPI_Count *counts, int n, MPI_Datatype type)
{
    uint64_t size = note_type_size(type);

    SUM(counts, n, size);
}

uint64_t bytes_of_types(const int *counts, int n, const MPI_Datatype *types)
{
    SUM(counts, n, note_type_size(types[i]));
}

uint64_t bytes_of_types_c(const MPI_Count *counts,
                          int n,
                          const MPI_Datatype *types)
{
    SUM(counts, n, note_type_size(types[i]));
}

/* ---- ranks ---- */

int note_rank(MPI_Comm handle)
{
    int rank;

    watch_lock();
    rank = comm_find(handle)->rank;
    watch_unlock();
    return rank;
}

int note_own_size(MPI_Comm handle)
{
    int size;

    watch_lock();
    size = comm_find(handle)->size;
    watch_unlock();
    return size;
}

int note_size(MPI_Comm handle)
{
    int size;

    watch_lock();
    size = comm_find(handle)->peers;
    watch_unlock();
    return size;
}

int note_destinations(MPI_Comm handle)
{
    int topology = MPI_UNDEFINED, in, out = 0, weighted;

    REAL(MPI_Topo_test)(handle, &topology);
    switch (topology) {
    case MPI_CART:
        REAL(MPI_Cartdim_get)(handle, &out);
        return 2 * out;
    case MPI_GRAPH:
        REAL(MPI_Graph_neighbors_count)(handle, note_rank(handle), &out);
        return out;
    case MPI_DIST_GRAPH:
        REAL(MPI_Dist_graph_neighbors_count)(handle, &in, &out, &weighted);
        return out;
    default:
        return 0;
    }
}

bool note_is_root(MPI_Comm handle, int root)
{
    comm_t *c;
    bool is;

    if (root == MPI_ROOT || root == MPI_PROC_NULL)
        return root == MPI_ROOT;
    watch_lock();
    c = comm_find(handle);
    is = !c->inter && c->rank == root;
    watch_unlock();
    return is;
}

/* ---- point to point ---- */

#define TRACING __builtin_expect(watch.level == LEVEL_TRACE, 0)

/* The parts of the trace that a call's notes write. */
static void act(struct span *span,
                uint32_t kind,
                const comm_t *c,
                int peer,
                int tag,
                uint64_t bytes,
                uint64_t request)
{
    if (TRACING)
        record_act(span, kind, c, peer, tag, bytes, request);
}

static inline __attribute__((always_inline)) void count_send(struct span *span,
                                                             comm_t *c,
                                                             int dest,
                                                             uint64_t bytes)
{
    int rank = comm_world_rank(c, dest);
    struct peer_record *peer = record_peer(rank);

    span_moved(span, bytes);
    if (__builtin_expect(!peer, 0)) {
        record_stranger(rank, bytes);
        return;
    }
    peer->sent_count++;
    peer->sent_bytes += bytes;
    peer->sizes[size_class(bytes)]++;
}

/* What goes nowhere never began in the trace, so it does not end there. */
static void act_done(struct span *span, const struct request *r)
{
    if (r->peer != MPI_PROC_NULL)
        act(span, TRACE_DONE, r->comm, r->peer, TRACE_NONE, 0, r->turn);
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

/* What arrived from whom, known at last. */
static uint64_t count_received(const comm_t *c, const MPI_Status *status)
{
    uint64_t bytes = note_status_bytes(status);
    struct peer_record *peer =
        record_peer(comm_world_rank(c, status->MPI_SOURCE));

    if (peer) {
        peer->received_count++;
        peer->received_bytes += bytes;
    }
    return bytes;
}

void note_recv(struct span *span, MPI_Comm handle, const MPI_Status *status)
{
    comm_t *c;

    if (status->MPI_SOURCE == MPI_PROC_NULL)
        return;
    watch_lock();
    c = comm_find(handle);
    span_moved(span, count_received(c, status));
    act(span, TRACE_RECV, c, status->MPI_SOURCE, status->MPI_TAG,
        note_status_bytes(status), 0);
    watch_unlock();
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

/* The bytes of a receive are those of the call that began it. */
static void settle_receive(struct span *span,
                           const struct request *r,
                           const MPI_Status *status)
{
    struct call_record *call = &watch.page->call[r->call];
    uint64_t bytes = count_received(r->comm, status);

    call->bytes += bytes;
    call->sizes[size_class(bytes)]++;
    if (r->site)
        r->site->bytes += bytes;
    act(span, TRACE_RECV_DONE, r->comm, status->MPI_SOURCE, status->MPI_TAG,
        bytes, r->turn);
}

static void take_back_send(const struct request *r)
{
    struct call_record *call = &watch.page->call[r->call];
    struct peer_record *peer = record_peer(comm_world_rank(r->comm, r->peer));

    if (peer) {
        peer->sent_count--;
        peer->sent_bytes -= r->bytes;
        peer->sizes[size_class(r->bytes)]--;
    }
    if (r->persistent)
        return; /* the bytes were those of MPI_Start */
    call->bytes -= r->bytes;
    call->sizes[size_class(r->bytes)]--;
    if (r->site)
        r->site->bytes -= r->bytes;
}

/* Of several with the same handle just the last one is still in our books. */
static bool is_last(const struct request *r)
{
    const struct request *now = request_find(r->handle);

    return now && now->turn == r->turn;
}

static void settle(struct span *span,
                   const struct request *r,
                   const MPI_Status *status)
{
    if ((r->kind == REQUEST_RECV || r->cancelled) && was_cancelled(status)) {
        watch.page->cancelled++;
        if (r->kind == REQUEST_SEND)
            take_back_send(r);
        act(span, TRACE_CANCELLED, r->comm, r->peer, TRACE_NONE, 0, r->turn);
    } else if (r->kind == REQUEST_RECV) {
        settle_receive(span, r, status);
    } else if (TRACING && is_last(r)) {
        act_done(span, r);
    }
}

void note_completed(struct span *span,
                    const struct request *r,
                    const MPI_Status *status)
{
    watch_lock();
    if (r->kind != REQUEST_UNKNOWN && (!r->persistent || r->active))
        settle(span, r, status);
    request_done(r);
    watch_unlock();
}

void note_failed(struct span *span, const struct request *r)
{
    watch_lock();
    if (r->kind != REQUEST_UNKNOWN && (!r->persistent || r->active)) {
        watch.page->received_unseen += r->kind == REQUEST_RECV;
        act(span, TRACE_CANCELLED, r->comm, r->peer, TRACE_NONE, 0, r->turn);
    }
    request_done(r);
    watch_unlock();
}

/* ---- requests ---- */

static void start_coll(struct span *span, const struct request *r)
{
    struct coll_record *coll = record_coll(r->call, r->comm);

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
    span->coll = record_coll(span->call, c);
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

/* ---- one-sided ---- */

static struct peer_record *target_of(
    struct span *span, uint32_t kind, MPI_Win win, int target, uint64_t bytes)
{
    comm_t *c = window_comm(win);
    struct peer_record *peer;
    int rank;

    if (!c || target == MPI_PROC_NULL)
        return NULL;
    rank = comm_world_rank(c, target);
    span_moved(span, bytes);
    act(span, kind, c, target, TRACE_NONE, bytes, 0);
    peer = record_peer(rank);
    if (!peer)
        record_stranger(rank, bytes);
    return peer;
}

void note_put(struct span *span, MPI_Win win, int target, uint64_t bytes)
{
    struct peer_record *peer;

    watch_lock();
    peer = target_of(span, TRACE_PUT, win, target, bytes);
    if (peer) {
        peer->put_count++;
        peer->put_bytes += bytes;
    }
    watch_unlock();
}

void note_get(struct span *span, MPI_Win win, int target, uint64_t bytes)
{
    struct peer_record *peer;

    watch_lock();
    peer = target_of(span, TRACE_GET, win, target, bytes);
    if (peer) {
        peer->get_count++;
        peer->get_bytes += bytes;
    }
    watch_unlock();
}

/* ---- files ---- */

void note_read(struct span *span, uint64_t bytes)
{
    watch_lock();
    span_moved(span, bytes);
    watch.page->file_read_bytes += bytes;
    act(span, TRACE_READ, NULL, TRACE_NONE, TRACE_NONE, bytes, 0);
    watch_unlock();
}

void note_write(struct span *span, uint64_t bytes)
{
    watch_lock();
    span_moved(span, bytes);
    watch.page->file_written_bytes += bytes;
    act(span, TRACE_WRITE, NULL, TRACE_NONE, TRACE_NONE, bytes, 0);
    watch_unlock();
}

/* ---- what is made and freed ---- */

void note_comm_made(MPI_Comm handle)
{
    if (handle == MPI_COMM_NULL)
        return;
    watch_lock();
    comm_find(handle);
    watch_unlock();
}

void note_comm_freed(MPI_Comm handle)
{
    watch_lock();
    comm_forget(handle);
    watch_unlock();
}

void note_win_made(MPI_Win win, MPI_Comm handle)
{
    watch_lock();
    window_add(win, comm_find(handle));
    watch_unlock();
}

void note_win_freed(MPI_Win win)
{
    watch_lock();
    window_remove(win);
    watch_unlock();
}

void note_comm_named(MPI_Comm handle, const char *name)
{
    watch_lock();
    comm_name(handle, name);
    watch_unlock();
}
