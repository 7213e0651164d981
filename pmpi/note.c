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

static void count_send(struct span *span, comm_t *c, int dest, uint64_t bytes)
{
    int rank = comm_world_rank(c, dest);
    struct peer_record *peer = record_peer(rank);

    span_moved(span, bytes);
    span->comm = c->record;
    span->peer = rank;
    if (!peer) {
        record_stranger(rank, bytes);
        return;
    }
    peer->sent_count++;
    peer->sent_bytes += bytes;
    peer->sizes[size_class(bytes)]++;
}

static void begin(struct span *span, struct request r)
{
    r.call = span->call;
    r.site = span_site(span);
    request_begin(r);
    span->request = (uint32_t)r.handle;
}

void note_send(struct span *span, MPI_Comm handle, int dest, uint64_t bytes)
{
    if (dest == MPI_PROC_NULL)
        return;
    watch_lock();
    count_send(span, comm_find(handle), dest, bytes);
    watch_unlock();
}

void note_send_start(struct span *span,
                     MPI_Comm handle,
                     int dest,
                     uint64_t bytes,
                     MPI_Request request)
{
    comm_t *c;

    watch_lock();
    c = comm_find(handle);
    if (dest != MPI_PROC_NULL)
        count_send(span, c, dest, bytes);
    begin(span, (struct request){ .handle = request,
                                  .kind = REQUEST_SEND,
                                  .comm = c,
                                  .peer = dest,
                                  .bytes = bytes });
    watch_unlock();
}

/* Making a persistent request moves nothing, so it has no bytes. */
static void init_message(struct span *span,
                         enum request_kind kind,
                         MPI_Comm handle,
                         int peer,
                         uint64_t bytes,
                         MPI_Request request)
{
    watch_lock();
    span->deferred = true;
    begin(span, (struct request){ .handle = request,
                                  .kind = kind,
                                  .persistent = true,
                                  .comm = comm_find(handle),
                                  .peer = peer,
                                  .bytes = bytes });
    watch_unlock();
}

void note_send_init(struct span *span,
                    MPI_Comm handle,
                    int dest,
                    uint64_t bytes,
                    MPI_Request request)
{
    init_message(span, REQUEST_SEND, handle, dest, bytes, request);
}

void note_recv_init(struct span *span,
                    MPI_Comm handle,
                    int source,
                    MPI_Request request)
{
    init_message(span,
                 source == MPI_PROC_NULL ? REQUEST_OTHER : REQUEST_RECV,
                 handle, source, 0, request);
}

/* What arrived from whom, known at last. */
static uint64_t count_received(const comm_t *c,
                               const MPI_Status *status,
                               int *rank)
{
    uint64_t bytes = note_status_bytes(status);
    struct peer_record *peer;

    *rank = comm_world_rank(c, status->MPI_SOURCE);
    peer = record_peer(*rank);
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
    span->comm = c->record;
    span_moved(span, count_received(c, status, &span->peer));
    watch_unlock();
}

void note_recv_start(struct span *span,
                     MPI_Comm handle,
                     int source,
                     MPI_Request request)
{
    comm_t *c;

    watch_lock();
    c = comm_find(handle);
    span->deferred = true;
    span->comm = c->record;
    span->peer = comm_world_rank(c, source);
    begin(span, (struct request){ .handle = request,
                                  .kind = source == MPI_PROC_NULL
                                              ? REQUEST_OTHER
                                              : REQUEST_RECV,
                                  .comm = c,
                                  .peer = source });
    watch_unlock();
}

/* The bytes of a receive are those of the call that began it. */
static void settle_receive(const struct request *r, const MPI_Status *status)
{
    struct call_record *call = &watch.page->call[r->call];
    int rank;
    uint64_t bytes;

    bytes = count_received(r->comm, status, &rank);
    call->bytes += bytes;
    call->sizes[size_class(bytes)]++;
    if (r->site)
        r->site->bytes += bytes;
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

void note_completed(const struct request *r, const MPI_Status *status)
{
    watch_lock();
    if (r->kind != REQUEST_UNKNOWN && (!r->persistent || r->active)) {
        if ((r->kind == REQUEST_RECV || r->cancelled)
            && was_cancelled(status)) {
            watch.page->cancelled++;
            if (r->kind == REQUEST_SEND)
                take_back_send(r);
        } else if (r->kind == REQUEST_RECV) {
            settle_receive(r, status);
        }
    }
    request_done(r);
    watch_unlock();
}

/* ---- requests ---- */

void note_start(struct span *span, MPI_Request request)
{
    struct request *r;

    watch_lock();
    r = request_find(request);
    if (r) {
        r->active = true;
        r->cancelled = false;
        span->request = (uint32_t)request;
        if (r->kind == REQUEST_SEND && r->peer != MPI_PROC_NULL)
            count_send(span, r->comm, r->peer, r->bytes);
        if (r->kind == REQUEST_OTHER && r->peer == MPI_UNDEFINED) {
            struct coll_record *coll = record_coll(r->call, r->comm);

            span_moved(span, r->bytes);
            if (coll) {
                coll->count++;
                coll->bytes += r->bytes;
                coll->sizes[size_class(r->bytes)]++;
            }
        }
    }
    watch_unlock();
}

void note_request(struct span *span, MPI_Request request, bool persistent)
{
    watch_lock();
    begin(span, (struct request){ .handle = request,
                                  .kind = REQUEST_OTHER,
                                  .persistent = persistent });
    watch_unlock();
}

/* ---- collectives ---- */

void note_coll(struct span *span, MPI_Comm handle, uint64_t bytes)
{
    comm_t *c;

    watch_lock();
    c = comm_find(handle);
    span_moved(span, bytes);
    span->comm = c->record;
    span->coll = record_coll(span->call, c);
    watch_unlock();
}

void note_coll_init(struct span *span,
                    MPI_Comm handle,
                    uint64_t bytes,
                    MPI_Request request)
{
    watch_lock();
    span->deferred = true;
    begin(span, (struct request){ .handle = request,
                                  .kind = REQUEST_OTHER,
                                  .persistent = true,
                                  .comm = comm_find(handle),
                                  .peer = MPI_UNDEFINED,
                                  .bytes = bytes });
    watch_unlock();
}

/* ---- one-sided ---- */

static struct peer_record *target_of(struct span *span,
                                     MPI_Win win,
                                     int target,
                                     uint64_t bytes)
{
    comm_t *c = window_comm(win);
    struct peer_record *peer;

    if (!c || target == MPI_PROC_NULL)
        return NULL;
    span->comm = c->record;
    span->peer = comm_world_rank(c, target);
    span_moved(span, bytes);
    peer = record_peer(span->peer);
    if (!peer)
        record_stranger(span->peer, bytes);
    return peer;
}

void note_put(struct span *span, MPI_Win win, int target, uint64_t bytes)
{
    struct peer_record *peer;

    watch_lock();
    peer = target_of(span, win, target, bytes);
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
    peer = target_of(span, win, target, bytes);
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
    watch_unlock();
}

void note_write(struct span *span, uint64_t bytes)
{
    watch_lock();
    span_moved(span, bytes);
    watch.page->file_written_bytes += bytes;
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
