/* Tests of pmpi/calls/matched_probe.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

enum { MESSAGE = 70 }; /* the handle of the first message */

static MPI_Comm received_by; /* what was noted last, or 0 */
static MPI_Message found;    /* by the next probe */
static int result;

void note_recv(struct span *span, MPI_Comm handle, const MPI_Status *status)
{
    (void)span;
    (void)status;
    received_by = handle;
}

void note_recv_start(struct span *span,
                     MPI_Comm handle,
                     int source,
                     int tag,
                     MPI_Request request)
{
    (void)span, (void)source, (void)tag, (void)request;
    received_by = handle;
}

void note_awaits_other(MPI_Comm handle, int rank)
{
    (void)handle, (void)rank;
}

static int mprobe(
    int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *s)
{
    (void)source, (void)tag, (void)comm, (void)s;
    *message = found;
    return result;
}

static int improbe(int source,
                   int tag,
                   MPI_Comm comm,
                   int *flag,
                   MPI_Message *message,
                   MPI_Status *s)
{
    *flag = found != MPI_MESSAGE_NULL;
    return mprobe(source, tag, comm, message, s);
}

static int mrecv(void *buf,
                 int count,
                 MPI_Datatype type,
                 MPI_Message *message,
                 MPI_Status *status)
{
    (void)buf, (void)count, (void)type;
    *status = made_up_status(0, 4, false);
    if (result == MPI_SUCCESS)
        *message = MPI_MESSAGE_NULL;
    return result;
}

static int imrecv(void *buf,
                  int count,
                  MPI_Datatype type,
                  MPI_Message *message,
                  MPI_Request *request)
{
    MPI_Status status;

    *request = HANDLE(0);
    return mrecv(buf, count, type, message, &status);
}

static void start(void)
{
    made_up_watch_start();
    received_by = 0;
    result = MPI_SUCCESS;
    next_call[CALL_MPI_Mprobe] = (void *)mprobe;
    next_call[CALL_MPI_Improbe] = (void *)improbe;
    next_call[CALL_MPI_Mrecv] = (void *)mrecv;
    next_call[CALL_MPI_Imrecv] = (void *)imrecv;
}

/* Find the n-th message, by a communicator of its own. */
static MPI_Message find(int n)
{
    MPI_Message message;
    MPI_Status status;
    int flag;

    found = MESSAGE + n;
    if (n % 2)
        MPI_Mprobe(0, 0, WORLD + n, &message, &status);
    else
        MPI_Improbe(0, 0, WORLD + n, &flag, &message, &status);
    return message;
}

/* The communicator by which a message was received, or 0. */
static MPI_Comm receive(MPI_Message message, bool now)
{
    MPI_Request request;
    int in;

    received_by = 0;
    if (now)
        MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    else
        MPI_Imrecv(&in, 1, MPI_INT, &message, &request);
    return received_by;
}

static void test_order(void)
{
    static const int orders[][4] = {
        { 0, 1, 2, 3 }, { 3, 2, 1, 0 }, { 2, 0, 3, 1 }, { 1, 3, 0, 2 }
    };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
        MPI_Message messages[4];
        bool right = true, again = false;

        start();
        for (int n = 0; n < 4; n++)
            messages[n] = find(n);
        for (int k = 0; k < 4; k++) {
            int n = orders[i][k];

            right = receive(messages[n], k % 2) == WORLD + n && right;
        }
        for (int n = 0; n < 4; n++)
            again = receive(messages[n], true) != 0 || again;
        ok(right,
           "messages that are received in the order %d %d %d %d have come by "
           "their own communicators",
           orders[i][0], orders[i][1], orders[i][2], orders[i][3]);
        ok(!again, "and are forgotten then");
    }
}

static void test_none(void)
{
    MPI_Message message;
    MPI_Status status;
    int flag;

    start();
    found = MPI_MESSAGE_NULL;
    MPI_Improbe(0, 0, WORLD, &flag, &message, &status);
    ok(!flag && receive(MPI_MESSAGE_NULL, true) == 0,
       "a probe that finds none has no message");
    found = MPI_MESSAGE_NO_PROC;
    MPI_Mprobe(MPI_PROC_NULL, 0, WORLD, &message, &status);
    ok(receive(MPI_MESSAGE_NO_PROC, true) == 0, "nor has one of nobody");
    result = MPI_ERR_OTHER;
    found = MESSAGE;
    MPI_Mprobe(0, 0, WORLD, &message, &status);
    result = MPI_SUCCESS;
    ok(receive(MESSAGE, true) == 0, "nor one that fails");
    message = find(0);
    result = MPI_ERR_TRUNCATE;
    ok(receive(message, true) == 0, "a receive that fails is not noted");
}

int main(void)
{
    test_order();
    test_none();
    return tap_done();
}
