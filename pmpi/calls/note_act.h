/* note_act.h - what several notes do
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_NOTE_ACT_H
#define MITOSIS_PMPI_CALLS_NOTE_ACT_H

#include "pmpi/calls/note.h"
#include "pmpi/handles/comm.h"
#include "pmpi/handles/request.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/watch.h"
#include "profile/trace.h"

/* ---- the trace ---- */

#define TRACING __builtin_expect(watch.level == LEVEL_TRACE, 0)

static inline void act(struct span *span,
                       uint32_t kind,
                       const comm_t *c,
                       int peer,
                       int tag,
                       uint64_t bytes,
                       uint64_t request)
{
    if (TRACING)
        span_trace_act(span, kind, c, peer, tag, bytes, request);
}

/* What goes nowhere never began in the trace, so it does not end there. */
static inline void act_done(struct span *span, const struct request *r)
{
    if (r->peer != MPI_PROC_NULL)
        act(span, TRACE_DONE, r->comm, r->peer, TRACE_NONE, 0, r->turn);
}

/* ---- what is counted ---- */

SPAN_INLINE void act_send(struct span *span,
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

/* What arrived from whom, known at last. */
static inline uint64_t act_received(const comm_t *c, const MPI_Status *status)
{
    uint64_t bytes = note_status_bytes(status);
    struct peer_record *peer =
        page_tables_peer(comm_world_rank(c, status->MPI_SOURCE));

    if (peer) {
        peer->received_count++;
        peer->received_bytes += bytes;
    }
    return bytes;
}

SPAN_INLINE comm_t *act_coll(struct span *span,
                             MPI_Comm handle,
                             uint64_t bytes)
{
    comm_t *c = comm_find(handle);

    span_moved(span, bytes);
    span->coll = page_tables_coll(span->call, c);
    return c;
}

/* A request has begun, from or to whom and of how many bytes. */
SPAN_INLINE void act_begun(struct span *span,
                           struct request *r,
                           int peer,
                           uint64_t bytes)
{
    r->site = span_site(span);
    r->peer = peer;
    r->bytes = bytes;
}

#endif /* !MITOSIS_PMPI_CALLS_NOTE_ACT_H */
