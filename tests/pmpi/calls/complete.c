/* Tests of pmpi/calls/complete.c: which requests a call has completed
 *
 * MPI's own calls are made up: they complete what the test says.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "pmpi/watch/span_leave.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

enum { MOST = 200 };

/* What the next call of MPI does. */
static struct {
    int result;
    int flag;
    int error[MOST]; /* of each request; it is gone unless it is pending */
    int done;        /* by those that complete some, */
    int index[MOST]; /* these; by those that complete one, the first */
    bool ignored;    /* it was given no statuses: they must be ours */
} next;

/* What was noted of each request. */
static int completed[MOST], failed[MOST];

static int number_of(const struct request *r)
{
    return r->handle - HANDLE(0);
}

void note_completed(struct span *span,
                    struct request *r,
                    const MPI_Status *status)
{
    (void)span;
    if (status->MPI_SOURCE == number_of(r))
        completed[number_of(r)]++;
}

void note_completed_shortly(struct request *r, const MPI_Status *status)
{
    note_completed(NULL, r, status);
}

void note_all_completed(struct span *span,
                        struct request *const *r,
                        const MPI_Status *status,
                        int n)
{
    for (int i = 0; i < n; i++)
        note_completed(span, r[i], &status[i]);
}

void note_failed(struct span *span, struct request *r)
{
    (void)span;
    failed[number_of(r)]++;
}

/* ---- spans, see note_leave.c ---- */

static struct call_site_path path = { .then = &path };
struct call_site_path *call_site_last = &path;

bool span_measure(void)
{
    return false;
}

void span_leave_seldom(struct span span, uint64_t now)
{
    (void)span, (void)now;
}

void span_leave_new(struct span span, bool success)
{
    (void)span, (void)success;
}

/* ---- MPI's own calls ---- */

static void complete(MPI_Request *request, int i, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE) {
        next.ignored = true;
        return;
    }
    *status = made_up_status(*request - HANDLE(0), 8, false);
    status->MPI_ERROR = next.error[i];
    if (next.error[i] != MPI_ERR_PENDING)
        *request = MPI_REQUEST_NULL;
}

static int waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    for (int i = 0; i < count; i++)
        complete(&requests[i], i,
                 statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE
                                                 : &statuses[i]);
    return next.result;
}

static int testall(int count,
                   MPI_Request requests[],
                   int *flag,
                   MPI_Status statuses[])
{
    *flag = next.flag;
    return next.flag ? waitall(count, requests, statuses) : next.result;
}

static int waitany(int count,
                   MPI_Request requests[],
                   int *index,
                   MPI_Status *status)
{
    (void)count;
    *index = next.index[0];
    if (*index != MPI_UNDEFINED)
        complete(&requests[*index], *index, status);
    return next.result;
}

static int testany(int count,
                   MPI_Request requests[],
                   int *index,
                   int *flag,
                   MPI_Status *status)
{
    *flag = next.flag;
    return next.flag ? waitany(count, requests, index, status) : next.result;
}

static int some(int count,
                MPI_Request requests[],
                int *done,
                int indices[],
                MPI_Status statuses[])
{
    (void)count;
    *done = next.done;
    for (int j = 0; next.done != MPI_UNDEFINED && j < next.done; j++) {
        indices[j] = next.index[j];
        complete(&requests[indices[j]], indices[j],
                 statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE
                                                 : &statuses[j]);
    }
    return next.result;
}

static int wait_one(MPI_Request *request, MPI_Status *status)
{
    complete(request, 0, status);
    return next.result;
}

static int test_one_request(MPI_Request *request,
                            int *flag,
                            MPI_Status *status)
{
    *flag = next.flag;
    return next.flag ? wait_one(request, status) : next.result;
}

static MPI_Request requests[MOST];
static MPI_Status statuses[MOST];

/* The compiler is not to see that no status is there. */
static MPI_Status *volatile no_statuses = MPI_STATUSES_IGNORE;

/* Whether MPI_Wait() and MPI_Waitall() go the short way. */
static bool shortly;

static void start(void)
{
    made_up_watch_start();
    watch.level = LEVEL_COUNTS;
    watch.usual = shortly ? watch.state : WATCH_NO_STATE;
    watch_thread.main = true;
    memset(&next, 0, sizeof(next));
    memset(completed, 0, sizeof(completed));
    memset(failed, 0, sizeof(failed));
    next.flag = 1;
    for (int i = 0; i < MOST; i++) {
        requests[i] = HANDLE(i);
        request_begin(HANDLE(i), &world)->kind = REQUEST_RECV;
    }
    next_call[CALL_MPI_Waitall] = (void *)waitall;
    next_call[CALL_MPI_Testall] = (void *)testall;
    next_call[CALL_MPI_Waitany] = (void *)waitany;
    next_call[CALL_MPI_Testany] = (void *)testany;
    next_call[CALL_MPI_Waitsome] = (void *)some;
    next_call[CALL_MPI_Testsome] = (void *)some;
    next_call[CALL_MPI_Wait] = (void *)wait_one;
    next_call[CALL_MPI_Test] = (void *)test_one_request;
}

static int sum(const int *counts, int n)
{
    int all = 0;

    for (int i = 0; i < n; i++)
        all += counts[i];
    return all;
}

/* Whether just the first 'n' are noted as completed, once each. */
static bool all_completed(int n)
{
    for (int i = 0; i < n; i++)
        if (completed[i] != 1)
            return false;
    return sum(completed, MOST) == n && sum(failed, MOST) == 0;
}

/* ---- the calls of the program ---- */

static void test_all(void)
{
    static const int sizes[] = { 0, 1, 63, 64, 65, MOST };
    int flag;

    for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
        int n = sizes[i / 2];
        bool told = i % 2;
        const char *how = told ? "with statuses" : "without statuses";

        start();
        MPI_Waitall(n, requests, told ? statuses : no_statuses);
        ok(all_completed(n) && !next.ignored,
           "MPI_Waitall completes all of %d %s", n, how);
        start();
        MPI_Testall(n, requests, &flag, told ? statuses : no_statuses);
        ok(all_completed(n) && !next.ignored,
           "MPI_Testall completes all of %d %s", n, how);
    }
    start();
    next.flag = 0;
    MPI_Testall(3, requests, &flag, statuses);
    ok(all_completed(0), "MPI_Testall that says no completes none");
}

/* How each of some requests ended. */
static void test_failures(void)
{
    static const struct {
        const char *what;
        int result;
        int error[3];
        int completed, failed;
    } cases[] = {
        { "all end well", MPI_SUCCESS, { 0, 0, 0 }, 3, 0 },
        { "one fails", MPI_ERR_IN_STATUS, { 0, MPI_ERR_TRUNCATE, 0 }, 2, 1 },
        { "one fails and one is pending",
          MPI_ERR_IN_STATUS,
          { MPI_ERR_PENDING, MPI_ERR_TRUNCATE, 0 },
          1,
          1 },
        { "all fail",
          MPI_ERR_IN_STATUS,
          { MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_TRUNCATE },
          0,
          3 },
        { "errors in statuses mean nothing",
          MPI_SUCCESS,
          { MPI_ERR_OTHER, 0, MPI_ERR_OTHER },
          3,
          0 },
        { "the call itself fails", MPI_ERR_REQUEST, { 0, 0, 0 }, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int done, index[3];

        start();
        next.result = cases[i].result;
        memcpy(next.error, cases[i].error, sizeof(cases[i].error));
        MPI_Waitall(3, requests, statuses);
        ok(sum(completed, 3) == cases[i].completed
               && sum(failed, 3) == cases[i].failed,
           "MPI_Waitall, %s: %d complete and %d fail, not %d and %d",
           cases[i].what, cases[i].completed, cases[i].failed,
           sum(completed, 3), sum(failed, 3));
        start();
        next.result = cases[i].result;
        memcpy(next.error, cases[i].error, sizeof(cases[i].error));
        next.done = 3;
        for (int j = 0; j < 3; j++)
            next.index[j] = j;
        MPI_Waitsome(3, requests, &done, index, no_statuses);
        ok(sum(completed, 3) == cases[i].completed
               && sum(failed, 3) == cases[i].failed && !next.ignored,
           "MPI_Waitsome, %s: the same", cases[i].what);
    }
}

static void test_any(void)
{
    MPI_Status status;
    int index, flag;

    start();
    next.index[0] = 66;
    MPI_Waitany(70, requests, &index, &status);
    ok(index == 66 && completed[66] == 1 && sum(completed, MOST) == 1,
       "MPI_Waitany completes the one that it names");
    start();
    next.index[0] = 2;
    MPI_Testany(3, requests, &index, &flag, MPI_STATUS_IGNORE);
    ok(flag && completed[2] == 1 && sum(completed, MOST) == 1 && !next.ignored,
       "MPI_Testany does, too");
    start();
    next.index[0] = MPI_UNDEFINED;
    MPI_Waitany(3, requests, &index, &status);
    ok(all_completed(0), "MPI_Waitany of none that is active completes none");
    start();
    next.flag = 0;
    MPI_Testany(3, requests, &index, &flag, &status);
    ok(all_completed(0), "MPI_Testany that says no completes none");
    start();
    next.index[0] = 1;
    next.result = MPI_ERR_TRUNCATE;
    MPI_Waitany(3, requests, &index, &status);
    ok(failed[1] == 1 && sum(failed, MOST) == 1 && sum(completed, MOST) == 0,
       "when MPI_Waitany fails the one that is gone has failed");
}

static void test_some(void)
{
    int done, index[MOST];

    start();
    next.done = 3;
    next.index[0] = 68;
    next.index[1] = 0;
    next.index[2] = 3;
    MPI_Waitsome(70, requests, &done, index, statuses);
    ok(done == 3 && completed[68] == 1 && completed[0] == 1
           && completed[3] == 1 && sum(completed, MOST) == 3,
       "MPI_Waitsome completes those that it names");
    start();
    next.done = MPI_UNDEFINED;
    MPI_Testsome(3, requests, &done, index, statuses);
    ok(all_completed(0), "MPI_Testsome of none that is active completes none");
    start();
    next.done = 0;
    MPI_Testsome(3, requests, &done, index, statuses);
    ok(all_completed(0), "MPI_Testsome may complete none");
}

static void test_one(void)
{
    MPI_Status status;
    int flag;

    start();
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    ok(all_completed(1) && !next.ignored && requests[0] == MPI_REQUEST_NULL,
       "MPI_Wait completes its request");
    start();
    MPI_Test(&requests[0], &flag, &status);
    ok(flag && all_completed(1) && status.MPI_SOURCE == 0,
       "MPI_Test does, too, and the status is the program's");
    start();
    next.flag = 0;
    MPI_Test(&requests[0], &flag, &status);
    ok(all_completed(0), "MPI_Test that says no does not");
    start();
    next.result = MPI_ERR_TRUNCATE;
    MPI_Wait(&requests[0], &status);
    ok(failed[0] == 1 && sum(completed, MOST) == 0,
       "one that is gone when MPI_Wait fails has failed");
    start();
    next.result = MPI_ERR_OTHER;
    next.error[0] = MPI_ERR_PENDING;
    MPI_Wait(&requests[0], &status);
    ok(all_completed(0), "one that is still there has not");
}

static void test_unwatched(void)
{
    start();
    watch.on = false;
    ok(MPI_Waitall(2, requests, statuses) == MPI_SUCCESS
           && requests[1] == MPI_REQUEST_NULL && all_completed(0),
       "while nobody watches calls are passed on");
}

/* What brings nothing is just forgotten; the call counts as one. */
static void test_simple(void)
{
    start();
    request_take(HANDLE(0))->kind = REQUEST_SEND;
    request_take(HANDLE(1))->kind = REQUEST_SEND;
    request_take(HANDLE(1))->cancelled = true;
    request_take(HANDLE(2))->kind = REQUEST_COLL;
    request_take(HANDLE(2))->persistent = true;
    MPI_Waitall(3, requests, statuses);
    ok(completed[0] == 0 && completed[1] == 1 && completed[2] == 1,
       "a send ends by itself, but not one that was cancelled or lasts");
    ok(watch.page->requests_open == MOST - 1
           && request_take(HANDLE(0))->kind == REQUEST_UNKNOWN,
       "it is not open any more");
    ok(watch.page->calls == 1 && watch_thread.where == WATCH_OUTSIDE
           && watch.page->call[CALL_MPI_Waitall].count == 1,
       "its end was one call");
}

int main(void)
{
    for (int way = 0; way < 2; way++) {
        shortly = way;
        test_all();
        test_failures();
        test_any();
        test_some();
        test_one();
        test_unwatched();
    }
    test_simple();
    return tap_done();
}
