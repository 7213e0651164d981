/* note.h - what an MPI call did, said by its wrapper
 *
 * Called after a successful call (but where it says before), inside a span.
 * The generated wrappers choose the notes from a call's traits and the kinds
 * of its arguments; the others are in wrappers written by hand.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_CALLS_NOTE_H
#define MITOSIS_PMPI_CALLS_NOTE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "pmpi/handles/comm.h"
#include "pmpi/watch/span.h"
#include "profile/trace.h"

/* The size of a type that is not basic; 0 for MPI_DATATYPE_NULL. */
uint64_t note_derived_size(MPI_Datatype type);

/* The size of any type.  MPICH writes that of a basic one into its handle. */
SPAN_INLINE uint64_t note_type_size(MPI_Datatype type)
{
    return (uint32_t)type >> 24 == 0x4c ? (uint8_t)((uint32_t)type >> 8)
                                        : note_derived_size(type);
}

/* The bytes in 'count' items of 'type', and in the sums over 'n' ranks of
 * the v and w variants.
 */
SPAN_INLINE uint64_t bytes_of(MPI_Count count, MPI_Datatype type)
{
    return count > 0 ? count * note_type_size(type) : 0;
}

uint64_t bytes_of_counts(const int *counts, int n, MPI_Datatype type);
uint64_t bytes_of_counts_c(const MPI_Count *counts, int n, MPI_Datatype type);
uint64_t bytes_of_types(const int *counts, int n, const MPI_Datatype *types);
uint64_t bytes_of_types_c(const MPI_Count *counts,
                          int n,
                          const MPI_Datatype *types);

/* The same of what goes to neighbours in the topology of 'comm', without those
 * that are MPI_PROC_NULL.
 */
uint64_t neighbour_bytes_of_counts(const int *counts,
                                   MPI_Comm comm,
                                   MPI_Datatype type);
uint64_t neighbour_bytes_of_counts_c(const MPI_Count *counts,
                                     MPI_Comm comm,
                                     MPI_Datatype type);
uint64_t neighbour_bytes_of_types(const int *counts,
                                  MPI_Comm comm,
                                  const MPI_Datatype *types);
uint64_t neighbour_bytes_of_types_c(const MPI_Count *counts,
                                    MPI_Comm comm,
                                    const MPI_Datatype *types);

/* This rank in its own group of 'comm', and the size of that.  How many ranks
 * a collective call on it sends to or receives from: the remote group of an
 * inter-communicator.  The neighbours that a neighbourhood collective sends
 * to, those that are MPI_PROC_NULL left out.  Whether this rank is the root.
 */
int note_rank(MPI_Comm comm);
int note_own_size(MPI_Comm comm);
int note_size(MPI_Comm comm);
int note_destinations(MPI_Comm comm);
bool note_is_root(MPI_Comm comm, int root);

/* Before the call: it ends only when 'rank' of 'comm' has come to it, too.  A
 * communicator that is new to us may be none at all, so it says nothing.
 */
void note_awaits_other(MPI_Comm comm, int rank);

SPAN_INLINE void note_awaits(const struct span *span, MPI_Comm comm, int rank)
{
    if (rank < 0 || !span->start)
        return;
    if (__builtin_expect(
            (!span->usual && watch.locked) || comm_last->handle != comm, 0))
        note_awaits_other(comm, rank);
    else
        span_awaits(span, comm_world_rank(comm_last, rank));
}

/* Point to point.  A message to 'dest' was sent, or its sending begun; for
 * the persistent ones each start will send it.
 */
void note_send(
    struct span *span, MPI_Comm comm, int dest, int tag, uint64_t bytes);
void note_send_start(struct span *span,
                     MPI_Comm comm,
                     int dest,
                     int tag,
                     uint64_t bytes,
                     MPI_Request request);
void note_send_init(struct span *span,
                    MPI_Comm comm,
                    int dest,
                    int tag,
                    uint64_t bytes,
                    MPI_Request request);

/* A message was received, as 'status' tells (never MPI_STATUS_IGNORE), or
 * its receiving begun; 'source' may be a wildcard.
 */
void note_recv(struct span *span, MPI_Comm comm, const MPI_Status *status);
void note_recv_start(struct span *span,
                     MPI_Comm comm,
                     int source,
                     int tag,
                     MPI_Request request);
void note_recv_init(struct span *span,
                    MPI_Comm comm,
                    int source,
                    int tag,
                    MPI_Request request);

/* A persistent request was started, or so many by one call. */
void note_start(struct span *span, MPI_Request request);
void note_start_all(struct span *span,
                    int count,
                    const MPI_Request requests[]);

/* A request was complete, as 'status' tells: 'r' was taken before the call,
 * see request.h.
 */
struct request;
void note_completed(struct span *span,
                    struct request *r,
                    const MPI_Status *status);

/* The same where there is no trace, which alone asks for the span. */
void note_completed_shortly(struct request *r, const MPI_Status *status);

/* The same for 'n' of them. */
void note_all_completed(struct span *span,
                        struct request *const *r,
                        const MPI_Status *status,
                        int n);

/* It ended with an error instead: what it brought is not known. */
void note_failed(struct span *span, struct request *r);

/* A request of any other kind was begun: a file or one-sided operation. */
void note_request(struct span *span, MPI_Request request);

/* A collective call on 'comm', in which this rank hands in 'bytes'; or one
 * was begun; or was made persistent, and each start will count.  'root' is
 * TRACE_NONE where there is none.
 */
void note_coll(struct span *span, MPI_Comm comm, int root, uint64_t bytes);
void note_coll_start(struct span *span,
                     MPI_Comm comm,
                     int root,
                     uint64_t bytes,
                     MPI_Request request);
void note_coll_init(struct span *span,
                    MPI_Comm comm,
                    int root,
                    uint64_t bytes,
                    MPI_Request request);

/* One-sided: bytes to ('put') or from the rank 'target' of 'win'; both for
 * the calls that fetch and change.
 */
void note_put(struct span *span, MPI_Win win, int target, uint64_t bytes);
void note_get(struct span *span, MPI_Win win, int target, uint64_t bytes);

/* Files: bytes that were read or written, or will be. */
void note_read(struct span *span, uint64_t bytes);
void note_write(struct span *span, uint64_t bytes);

/* The bytes a finished file operation moved. */
uint64_t note_status_bytes(const MPI_Status *status);

/* A communicator was made (MPI_COMM_NULL is fine), see comm_made(), or is
 * being made until the request is complete; before one is freed.
 */
void note_comm_made(MPI_Comm comm, MPI_Comm parent, int tag);
void note_comm_begun(struct span *span,
                     MPI_Comm comm,
                     MPI_Comm parent,
                     MPI_Request request);
void note_comm_freed(MPI_Comm comm);

/* Windows know the communicator they are made from; before one is freed. */
void note_win_made(MPI_Win win, MPI_Comm comm);
void note_win_freed(MPI_Win win);

/* The program gave a communicator a name. */
void note_comm_named(MPI_Comm comm, const char *name);

/* A file was opened or is about to be closed; the position that all ranks
 * share in it was used.
 */
void note_file_opened(MPI_File file, const char *name);
void note_file_closed(MPI_File file);
void note_file_shared(MPI_File file);

#endif /* !MITOSIS_PMPI_CALLS_NOTE_H */
