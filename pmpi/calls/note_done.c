/* note_done.c - what arrived, and what became of requests
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/calls/note_act.h"
#include "pmpi/handles/comm.h"

void note_recv(struct span *span, MPI_Comm handle, const MPI_Status *status)
{
    comm_t *c;

    if (status->MPI_SOURCE == MPI_PROC_NULL)
        return;
    watch_lock();
    c = comm_find(handle);
    span_received(span, act_received(c, status));
    act(span, TRACE_RECV, c, status->MPI_SOURCE, status->MPI_TAG,
        note_status_bytes(status), 0);
    watch_unlock();
}

/* Beside the upper part of the bytes, see note_status_bytes(). */
static bool was_cancelled(const MPI_Status *status)
{
    return status->count_hi_and_cancelled & 1;
}

/* The bytes of a receive are those of the call that began it. */
static void settle_receive(struct span *span,
                           const struct request *r,
                           const MPI_Status *status)
{
    struct call_record *call = &watch.page->call[r->call];
    uint64_t bytes = act_received(r->comm, status);

    if (!r->sends) {
        call->bytes += bytes;
        call->sizes[size_class(bytes)]++;
        if (r->site)
            r->site->bytes += bytes;
    }
    act(span, TRACE_RECV_DONE, r->comm, status->MPI_SOURCE, status->MPI_TAG,
        bytes, r->turn);
}

static void take_back_send(const struct request *r)
{
    struct call_record *call = &watch.page->call[r->call];
    struct peer_record *peer =
        page_tables_peer(comm_world_rank(r->comm, r->peer));

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

static inline void complete(struct span *span,
                            struct request *r,
                            const MPI_Status *status)
{
    if (r->kind == REQUEST_UNKNOWN)
        return;
    if ((r->kind == REQUEST_RECV || r->cancelled || TRACING)
        && (!r->persistent || r->active))
        settle(span, r, status);
    request_done(r);
}

void note_completed_shortly(struct request *r, const MPI_Status *status)
{
    complete(NULL, r, status);
}

void note_completed(struct span *span,
                    struct request *r,
                    const MPI_Status *status)
{
    watch_lock();
    complete(span, r, status);
    watch_unlock();
}

void note_all_completed(struct span *span,
                        struct request *const *r,
                        const MPI_Status *status,
                        int n)
{
    watch_lock();
    for (int i = 0; i < n; i++)
        complete(span, r[i], &status[i]);
    watch_unlock();
}

void note_failed(struct span *span, struct request *r)
{
    watch_lock();
    if (r->kind != REQUEST_UNKNOWN && (!r->persistent || r->active)) {
        watch.page->received_unseen += r->kind == REQUEST_RECV;
        act(span, TRACE_CANCELLED, r->comm, r->peer, TRACE_NONE, 0, r->turn);
    }
    request_done(r);
    watch_unlock();
}
