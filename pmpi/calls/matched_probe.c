/* matched_probe.c - the calls that receive a message found by a matching probe
 *
 * A message handle does not say which communicator it came by, so that is
 * remembered from the probe to the receive.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/calls/note.h"
#include "pmpi/handles/comm.h"
#include "pmpi/mpi/next.h"
#include "pmpi/watch/watch.h"

struct matched_probe {
    MPI_Message handle;
    MPI_Comm comm;
    struct matched_probe *next;
};

static struct matched_probe *messages; /* found and not received yet */

static void matched_probe_add(MPI_Message handle, MPI_Comm comm)
{
    struct matched_probe *m;

    if (handle == MPI_MESSAGE_NULL || handle == MPI_MESSAGE_NO_PROC
        || !(m = malloc(sizeof(*m))))
        return;
    watch_lock();
    *m = (struct matched_probe){ handle, comm, messages };
    messages = m;
    watch_unlock();
}

/* The communicator of a message, which is forgotten. */
static MPI_Comm matched_probe_take(MPI_Message handle)
{
    MPI_Comm comm = MPI_COMM_NULL;

    watch_lock();
    for (struct matched_probe **at = &messages; *at; at = &(*at)->next)
        if ((*at)->handle == handle) {
            struct matched_probe *m = *at;

            comm = m->comm;
            *at = m->next;
            free(m);
            break;
        }
    watch_unlock();
    return comm;
}

EXPORT int MPI_Mprobe(int source,
                      int tag,
                      MPI_Comm comm,
                      MPI_Message *message,
                      MPI_Status *status)
{
    struct span span;
    int rc;

    if (!span_enter(&span, CALL_MPI_Mprobe, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Mprobe)(source, tag, comm, message, status);
    note_awaits(&span, comm, source);
    rc = NEXT(MPI_Mprobe)(source, tag, comm, message, status);
    span_stop(&span);
    if (rc == MPI_SUCCESS)
        matched_probe_add(*message, comm);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

/* One that found a message is noted however often the program asks. */
EXPORT int MPI_Improbe(int source,
                       int tag,
                       MPI_Comm comm,
                       int *flag,
                       MPI_Message *message,
                       MPI_Status *status)
{
    struct span span;
    bool skip = span_skip(CALL_MPI_Improbe);
    int rc;

    if (!skip
        && !span_enter_poll(&span, CALL_MPI_Improbe, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Improbe)(source, tag, comm, flag, message, status);
    rc = NEXT(MPI_Improbe)(source, tag, comm, flag, message, status);
    if (!skip)
        span_stop(&span);
    if (rc == MPI_SUCCESS && *flag)
        matched_probe_add(*message, comm);
    if (!skip)
        span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

/* The receives, for ints and for large counts. */
#define RECEIVES(suffix, count_type)                                          \
    EXPORT int MPI_Mrecv##suffix(void *buf, count_type count,                 \
                                 MPI_Datatype type, MPI_Message *message,     \
                                 MPI_Status *status)                          \
    {                                                                         \
        struct span span;                                                     \
        MPI_Status ours,                                                      \
            *told = status == MPI_STATUS_IGNORE ? &ours : status;             \
        MPI_Comm comm;                                                        \
        int rc;                                                               \
                                                                              \
        if (!span_enter(&span, CALL_MPI_Mrecv##suffix, SPAN_ADDRESS,          \
                        SPAN_FRAME))                                          \
            return NEXT(MPI_Mrecv##suffix)(buf, count, type, message,         \
                                           status);                           \
        comm = matched_probe_take(*message);                                  \
        rc = NEXT(MPI_Mrecv##suffix)(buf, count, type, message, told);        \
        span_stop(&span);                                                     \
        if (rc == MPI_SUCCESS && comm != MPI_COMM_NULL)                       \
            note_recv(&span, comm, told);                                     \
        span_leave(&span, rc == MPI_SUCCESS);                                 \
        return rc;                                                            \
    }                                                                         \
                                                                              \
    EXPORT int MPI_Imrecv##suffix(void *buf, count_type count,                \
                                  MPI_Datatype type, MPI_Message *message,    \
                                  MPI_Request *request)                       \
    {                                                                         \
        struct span span;                                                     \
        MPI_Comm comm;                                                        \
        int rc;                                                               \
                                                                              \
        if (!span_enter(&span, CALL_MPI_Imrecv##suffix, SPAN_ADDRESS,         \
                        SPAN_FRAME))                                          \
            return NEXT(MPI_Imrecv##suffix)(buf, count, type, message,        \
                                            request);                         \
        comm = matched_probe_take(*message);                                  \
        rc = NEXT(MPI_Imrecv##suffix)(buf, count, type, message, request);    \
        span_stop(&span);                                                     \
        if (rc == MPI_SUCCESS && comm != MPI_COMM_NULL)                       \
            note_recv_start(&span, comm, MPI_ANY_SOURCE, MPI_ANY_TAG,         \
                            *request);                                        \
        span_leave(&span, rc == MPI_SUCCESS);                                 \
        return rc;                                                            \
    }

RECEIVES(, int)
RECEIVES(_c, MPI_Count)
