/* complete.c - the calls that complete requests
 *
 * They are written by hand, for what completes is known after the call, and
 * who it was only before it, when the handles are still there.  A receive
 * says in its status what it brought, so a program that ignores statuses is
 * given some of ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/calls/note.h"
#include "pmpi/handles/request.h"
#include "pmpi/mpi/next.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span_leave.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/watch.h"

enum { USUAL = 64 }; /* requests completed at a time without malloc() */

/* What is known of the requests of a call, taken before it. */
struct batch {
    int n;
    struct request **request;
    MPI_Status *status; /* the program's, or ours */
    struct request *some[USUAL];
    struct request some_copies[USUAL];
    MPI_Status some_status[USUAL];
    void *memory;
};

static SELDOM void take_copies(struct request **request,
                               struct request *copies,
                               const MPI_Request *handles,
                               int n)
{
    watch_lock();
    for (int i = 0; i < n; i++)
        request[i] = request_copy(request_take(handles[i]), &copies[i]);
    watch_unlock();
}

/* Take them, when other threads may begin requests as copies. */
static inline void take(struct request **request,
                        struct request *copies,
                        const MPI_Request *handles,
                        int n)
{
    if (SPAN_RARE(watch.locked)) {
        take_copies(request, copies, handles, n);
        return;
    }
    request_take_all(handles, request, n);
}

/* Without memory for a large batch nothing is taken, and what it completes
 * stays open in our books.
 */
static inline void batch_take(struct batch *b,
                              int n,
                              const MPI_Request *handles,
                              MPI_Status *statuses)
{
    struct request *copies = b->some_copies;
    MPI_Status *ours = b->some_status;

    b->n = n;
    b->request = b->some;
    b->memory = NULL;
    if (n > USUAL) {
        b->memory = malloc(
            n * (sizeof(b->request[0]) + sizeof(*copies) + sizeof(*ours)));
        if (!b->memory) {
            b->n = 0;
            return;
        }
        copies = b->memory;
        b->request = (struct request **)(copies + n);
        ours = (MPI_Status *)(b->request + n);
    }
    b->status = statuses == MPI_STATUSES_IGNORE ? ours : statuses;
    take(b->request, copies, handles, n);
}

/* Whether the statuses tell of each request how it ended: one that fails does
 * not undo what completed beside it.
 */
static bool tells_each(int rc)
{
    return rc == MPI_SUCCESS || rc == MPI_ERR_IN_STATUS;
}

/* A request is complete with 'status', or has failed, or is still pending;
 * only a call that returns MPI_ERR_IN_STATUS sets the error in a status.
 */
static void note_ended(struct span *span,
                       struct request *r,
                       const MPI_Status *status,
                       int rc)
{
    if (rc == MPI_SUCCESS || status->MPI_ERROR == MPI_SUCCESS)
        note_completed(span, r, status);
    else if (status->MPI_ERROR != MPI_ERR_PENDING)
        note_failed(span, r);
}

static void note_indices(
    struct span *span, struct batch *b, int rc, int count, const int *index)
{
    for (int j = 0; j < count; j++)
        if (index[j] >= 0 && index[j] < b->n)
            note_ended(span, b->request[index[j]], &b->status[j], rc);
}

/* ---- the ends of a call, by what it completes ---- */

static void batch_end_all(struct span *span, struct batch *b, int rc, bool yes)
{
    if (rc == MPI_SUCCESS && yes)
        note_all_completed(span, b->request, b->status, b->n);
    else
        for (int i = 0; i < b->n && tells_each(rc) && yes; i++)
            note_ended(span, b->request[i], &b->status[i], rc);
    if (b->memory)
        free(b->memory);
}

/* If the call failed, it was for the one whose handle is gone. */
static void batch_end_any(struct span *span,
                          struct batch *b,
                          int rc,
                          bool yes,
                          const int *index,
                          const MPI_Request *handles)
{
    if (rc == MPI_SUCCESS && yes)
        note_indices(span, b, rc, 1, index);
    for (int i = 0; i < b->n && rc != MPI_SUCCESS; i++)
        if (handles[i] != b->request[i]->handle)
            note_failed(span, b->request[i]);
    if (b->memory)
        free(b->memory);
}

/* Requests i = index[j] ended with status j. */
static void batch_end_some(
    struct span *span, struct batch *b, int rc, int count, const int *index)
{
    if (tells_each(rc) && count != MPI_UNDEFINED)
        note_indices(span, b, rc, count, index);
    if (b->memory)
        free(b->memory);
}

static void end_one(struct span *span,
                    struct request *taken,
                    int rc,
                    bool yes,
                    const MPI_Status *status,
                    MPI_Request handle)
{
    if (rc == MPI_SUCCESS && yes)
        note_completed(span, taken, status);
    else if (rc != MPI_SUCCESS
             && (handle != taken->handle || taken->persistent))
        note_failed(span, taken);
}

/* All are complete, and all else is as usual. */
static inline void end_shortly(struct request *const *taken,
                               const MPI_Status *status,
                               int n)
{
    uint64_t ended = 0;

    for (int i = 0; i < n; i++) {
        struct request *r = taken[i];

        if (request_is_simple(r)) {
            r->state = 0;
            ended++;
        } else if (r->kind != REQUEST_UNKNOWN) {
            note_completed_shortly(r, &status[i]);
        }
    }
    watch.page->requests_open -= ended;
}

/* Who is waited for is looked for only where it is to be seen. */
static void await(const struct span *span,
                  struct request *const *taken,
                  const MPI_Request *handles,
                  int n)
{
    if (span->start)
        span_awaits(span, request_awaits(taken, handles, n));
}

/* ---- waiting ---- */

static OTHER int other_wait(MPI_Request *request,
                            MPI_Status *status,
                            void *address,
                            char *frame)
{
    struct span span;
    struct request *taken, copy;
    MPI_Status ours, *told = status == MPI_STATUS_IGNORE ? &ours : status;
    int rc;

    if (!span_enter_other(&span, CALL_MPI_Wait, address, frame))
        return NEXT(MPI_Wait)(request, status);
    take(&taken, &copy, request, 1);
    await(&span, &taken, request, 1);
    rc = NEXT(MPI_Wait)(request, told);
    span_stop(&span);
    end_one(&span, taken, rc, true, told, *request);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

static SELDOM void wait_failed(struct span span,
                               struct request *taken,
                               int rc,
                               const MPI_Status *status,
                               MPI_Request handle)
{
    end_one(&span, taken, rc, true, status, handle);
    span_leave(&span, rc == MPI_SUCCESS);
}

EXPORT int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    struct span span;
    struct request *taken;
    MPI_Status ours, *told = status == MPI_STATUS_IGNORE ? &ours : status;
    int rc;

    if (!span_enter_short(&span, CALL_MPI_Wait, SPAN_ADDRESS, SPAN_FRAME))
        return other_wait(request, status, SPAN_ADDRESS, SPAN_FRAME);
    taken = request_take(*request);
    await(&span, &taken, request, 1);
    rc = NEXT(MPI_Wait)(request, told);
    span_stop(&span);
    if (SPAN_RARE(rc != MPI_SUCCESS || !span_is_usual(&span))) {
        wait_failed(span_copy(&span), taken, rc, told, *request);
        return rc;
    }
    end_shortly(&taken, told, 1);
    span_leave_usual(&span, true);
    return rc;
}

static OTHER int other_waitall(int count,
                               MPI_Request requests[],
                               MPI_Status statuses[],
                               void *address,
                               char *frame)
{
    struct span span;
    struct batch b;
    int rc;

    if (!span_enter_other(&span, CALL_MPI_Waitall, address, frame))
        return NEXT(MPI_Waitall)(count, requests, statuses);
    batch_take(&b, count, requests, statuses);
    await(&span, b.request, requests, b.n);
    rc = NEXT(MPI_Waitall)(count, requests, b.n > 0 ? b.status : statuses);
    span_stop(&span);
    batch_end_all(&span, &b, rc, true);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

static SELDOM void waitall_failed(struct span span,
                                  int count,
                                  struct request **taken,
                                  MPI_Status *statuses,
                                  int rc)
{
    struct batch b;

    b.n = count;
    b.request = taken;
    b.status = statuses;
    b.memory = NULL;
    batch_end_all(&span, &b, rc, true);
    span_leave(&span, rc == MPI_SUCCESS);
}

EXPORT int MPI_Waitall(int count,
                       MPI_Request requests[],
                       MPI_Status statuses[])
{
    struct span span;
    struct request *taken[USUAL];
    MPI_Status ours[USUAL];
    MPI_Status *told = statuses == MPI_STATUSES_IGNORE ? ours : statuses;
    int rc;

    if (SPAN_RARE(count > USUAL)
        || !span_enter_short(&span, CALL_MPI_Waitall, SPAN_ADDRESS,
                             SPAN_FRAME))
        return other_waitall(count, requests, statuses, SPAN_ADDRESS,
                             SPAN_FRAME);
    request_take_all(requests, taken, count);
    await(&span, taken, requests, count);
    rc = NEXT(MPI_Waitall)(count, requests, told);
    span_stop(&span);
    if (SPAN_RARE(rc != MPI_SUCCESS || !span_is_usual(&span))) {
        waitall_failed(span_copy(&span), count, taken, told, rc);
        return rc;
    }
    end_shortly(taken, told, count);
    span_leave_usual(&span, true);
    return rc;
}

EXPORT int MPI_Waitany(int count,
                       MPI_Request requests[],
                       int *index,
                       MPI_Status *status)
{
    struct span span;
    struct batch b;
    MPI_Status ours, *told = status == MPI_STATUS_IGNORE ? &ours : status;
    int rc;

    if (!span_enter(&span, CALL_MPI_Waitany, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Waitany)(count, requests, index, status);
    batch_take(&b, count, requests, told);
    await(&span, b.request, requests, b.n);
    rc = NEXT(MPI_Waitany)(count, requests, index, told);
    span_stop(&span);
    batch_end_any(&span, &b, rc, true, index, requests);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

EXPORT int MPI_Waitsome(int count,
                        MPI_Request requests[],
                        int *done,
                        int indices[],
                        MPI_Status statuses[])
{
    struct span span;
    struct batch b;
    int rc;

    if (!span_enter(&span, CALL_MPI_Waitsome, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Waitsome)(count, requests, done, indices, statuses);
    batch_take(&b, count, requests, statuses);
    await(&span, b.request, requests, b.n);
    rc = NEXT(MPI_Waitsome)(count, requests, done, indices,
                            b.n > 0 ? b.status : statuses);
    span_stop(&span);
    batch_end_some(&span, &b, rc, *done, indices);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

/* ---- asking ----
 *
 * A program may ask a million times before the answer is yes.  Then most of
 * the questions are only counted (span_skip), but what a yes completes is
 * noted all the same.
 */

/* Whether to look at what a question completes.  One that is only counted has
 * no weight, and just a trace wants to know when it was.
 */
static bool asks(struct span *span, enum call call, void *address, char *frame)
{
    if (!span_skip(call))
        return span_enter_poll(span, call, address, frame);
    *span = (struct span){ .call = call, .address = address, .frame = frame };
    if (watch.level == LEVEL_TRACE)
        span->start = clock_ticks();
    return true;
}

static void answered(struct span *span, int rc, bool yes)
{
    if (span->weight > 0) {
        span_leave(span, rc == MPI_SUCCESS);
    } else if (yes && watch.level == LEVEL_TRACE) {
        watch_lock();
        span_trace(span);
        watch_unlock();
    }
}

EXPORT int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    struct span span;
    struct request *taken, copy;
    MPI_Status ours, *told = status == MPI_STATUS_IGNORE ? &ours : status;
    int rc;

    if (!asks(&span, CALL_MPI_Test, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Test)(request, flag, status);
    take(&taken, &copy, request, 1);
    rc = NEXT(MPI_Test)(request, flag, told);
    span_stop(&span);
    end_one(&span, taken, rc, *flag, told, *request);
    answered(&span, rc, rc == MPI_SUCCESS && *flag);
    return rc;
}

EXPORT int MPI_Testall(int count,
                       MPI_Request requests[],
                       int *flag,
                       MPI_Status statuses[])
{
    struct span span;
    struct batch b;
    int rc;

    if (!asks(&span, CALL_MPI_Testall, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Testall)(count, requests, flag, statuses);
    batch_take(&b, count, requests, statuses);
    rc = NEXT(MPI_Testall)(count, requests, flag,
                           b.n > 0 ? b.status : statuses);
    span_stop(&span);
    batch_end_all(&span, &b, rc, *flag);
    answered(&span, rc, tells_each(rc) && *flag);
    return rc;
}

EXPORT int MPI_Testany(int count,
                       MPI_Request requests[],
                       int *index,
                       int *flag,
                       MPI_Status *status)
{
    struct span span;
    struct batch b;
    MPI_Status ours, *told = status == MPI_STATUS_IGNORE ? &ours : status;
    int rc;

    if (!asks(&span, CALL_MPI_Testany, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Testany)(count, requests, index, flag, status);
    batch_take(&b, count, requests, told);
    rc = NEXT(MPI_Testany)(count, requests, index, flag, told);
    span_stop(&span);
    batch_end_any(&span, &b, rc, *flag, index, requests);
    answered(&span, rc, rc == MPI_SUCCESS && *flag);
    return rc;
}

EXPORT int MPI_Testsome(int count,
                        MPI_Request requests[],
                        int *done,
                        int indices[],
                        MPI_Status statuses[])
{
    struct span span;
    struct batch b;
    int rc;

    if (!asks(&span, CALL_MPI_Testsome, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Testsome)(count, requests, done, indices, statuses);
    batch_take(&b, count, requests, statuses);
    rc = NEXT(MPI_Testsome)(count, requests, done, indices,
                            b.n > 0 ? b.status : statuses);
    span_stop(&span);
    batch_end_some(&span, &b, rc, *done, indices);
    answered(&span, rc, tells_each(rc) && *done > 0);
    return rc;
}

/* ---- giving up ---- */

EXPORT int MPI_Cancel(MPI_Request *request)
{
    struct span span;
    struct request *r;
    int rc;

    if (!span_enter(&span, CALL_MPI_Cancel, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Cancel)(request);
    watch_lock();
    r = request_find(*request);
    if (r)
        r->cancelled = true;
    watch_unlock();
    rc = NEXT(MPI_Cancel)(request);
    span_stop(&span);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}

/* Its handle may come again, so this is noted whether we watch or not. */
EXPORT int MPI_Request_free(MPI_Request *request)
{
    struct span span;
    int rc;

    watch_lock();
    request_forget(*request);
    watch_unlock();
    if (!span_enter(&span, CALL_MPI_Request_free, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT(MPI_Request_free)(request);
    rc = NEXT(MPI_Request_free)(request);
    span_stop(&span);
    span_leave(&span, rc == MPI_SUCCESS);
    return rc;
}
