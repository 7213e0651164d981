/* note_other.c - what calls did that send no messages
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/calls/note_act.h"
#include "pmpi/files/not_carried.h"
#include "pmpi/handles/comm.h"
#include "pmpi/handles/window_comm.h"

/* ---- one-sided ---- */

static struct peer_record *target_of(
    struct span *span, uint32_t kind, MPI_Win win, int target, uint64_t bytes)
{
    comm_t *c = window_comm_of(win);
    struct peer_record *peer;
    int rank;

    if (!c || target == MPI_PROC_NULL)
        return NULL;
    rank = comm_world_rank(c, target);
    span_moved(span, bytes);
    act(span, kind, c, target, TRACE_NONE, bytes, 0);
    peer = page_tables_peer(rank);
    if (!peer)
        page_tables_stranger(rank, bytes);
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

void note_file_opened(MPI_File file, const char *name)
{
    watch_lock();
    not_carried_add(file, name);
    watch_unlock();
}

void note_file_closed(MPI_File file)
{
    watch_lock();
    not_carried_remove(file);
    watch_unlock();
}

void note_file_shared(MPI_File file)
{
    watch_lock();
    not_carried_share(file);
    watch_unlock();
}

/* ---- what is made and freed ---- */

/* Only traces tell those of the same members apart; for all else it would do
 * to look at a communicator when it is used.
 */
void note_comm_made(MPI_Comm handle, MPI_Comm parent, int tag)
{
    if (handle == MPI_COMM_NULL)
        return;
    watch_lock();
    if (TRACING)
        comm_made(handle, parent, tag);
    else if (watch.on)
        comm_find(handle);
    watch_unlock();
}

void note_comm_begun(struct span *span,
                     MPI_Comm handle,
                     MPI_Comm parent,
                     MPI_Request request)
{
    watch_lock();
    if (TRACING)
        comm_begun(handle, parent);
    watch_unlock();
    if (watch.on)
        note_request(span, request);
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
    window_comm_add(win, comm_find(handle));
    watch_unlock();
}

void note_win_freed(MPI_Win win)
{
    watch_lock();
    window_comm_remove(win);
    watch_unlock();
}

void note_comm_named(MPI_Comm handle, const char *name)
{
    watch_lock();
    comm_name(handle, name);
    watch_unlock();
}
