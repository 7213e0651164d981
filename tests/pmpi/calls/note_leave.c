/* Tests of pmpi/calls/note_leave.c: the short way notes what the other notes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note_leave.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

enum { BYTES = 100, PEER = 2, TAG = 7 };

enum what { SEND, SEND_START, RECV, RECV_START, COLL, COLL_START };

static const struct {
    const char *what;
    enum what note;
    int peer;
    uint64_t sent, received; /* messages of PEER */
    uint64_t bytes;          /* of the span */
    bool deferred, coll;
    enum request_kind kind; /* of the request that is open then */
} cases[] = {
    { "a send", SEND, PEER, 1, 0, BYTES, false, false, REQUEST_UNKNOWN },
    { "a send to nobody", SEND, MPI_PROC_NULL, 0, 0, 0, false, false,
      REQUEST_UNKNOWN },
    { "the begin of a send", SEND_START, PEER, 1, 0, BYTES, false, false,
      REQUEST_SEND },
    { "the begin of a send to nobody", SEND_START, MPI_PROC_NULL, 0, 0, 0,
      false, false, REQUEST_SEND },
    { "a receive", RECV, PEER, 0, 1, BYTES, false, false, REQUEST_UNKNOWN },
    { "a receive from nobody", RECV, MPI_PROC_NULL, 0, 0, 0, false, false,
      REQUEST_UNKNOWN },
    { "the begin of a receive", RECV_START, PEER, 0, 0, 0, true, false,
      REQUEST_RECV },
    { "the begin of a receive from nobody", RECV_START, MPI_PROC_NULL, 0, 0, 0,
      true, false, REQUEST_OTHER },
    { "a collective", COLL, 0, 0, 0, BYTES, false, true, REQUEST_UNKNOWN },
    { "the begin of a collective", COLL_START, 0, 0, 0, BYTES, false, true,
      REQUEST_COLL },
};

static struct coll_record coll;
static int shortly; /* spans that were closed on the short way */

struct coll_record *page_tables_last_coll[CALL_COUNT];
static struct call_site_path path = { .then = &path };
struct call_site_path *call_site_last = &path;

struct coll_record *page_tables_other_coll(enum call call, const comm_t *c)
{
    (void)call, (void)c;
    return &coll;
}

comm_t *comm_known(MPI_Comm handle)
{
    return comm_search(handle);
}

void page_tables_stranger(int rank, uint64_t bytes)
{
    (void)rank, (void)bytes;
}

void span_leave_seldom(struct span span, uint64_t now)
{
    (void)span, (void)now;
    shortly++;
}

void span_leave_new(struct span span, bool success)
{
    (void)span, (void)success;
}

static void leave(struct span *span, enum what note, int peer)
{
    MPI_Status status = made_up_status(peer, BYTES, false);

    switch (note) {
    case SEND:
        note_send_leave(span, WORLD, peer, TAG, BYTES);
        break;
    case SEND_START:
        note_send_start_leave(span, WORLD, peer, TAG, BYTES, HANDLE(0));
        break;
    case RECV:
        note_recv_leave(span, WORLD, &status);
        break;
    case RECV_START:
        note_recv_start_leave(span, WORLD, peer, TAG, HANDLE(0));
        break;
    case COLL:
        note_coll_leave(span, WORLD, PEER, BYTES);
        break;
    case COLL_START:
        note_coll_start_leave(span, WORLD, PEER, BYTES, HANDLE(0));
        break;
    }
}

/* Whether what was noted of case 'i' is what there is to know. */
static bool is_noted(size_t i, const struct span *span)
{
    const struct peer_record *peer = &made_up_peer[PEER];
    const struct request *r = request_take(HANDLE(0));

    return span->bytes == cases[i].bytes
           && span->class == size_class(cases[i].bytes)
           && span->deferred == cases[i].deferred
           && (span->coll == &coll) == cases[i].coll
           && peer->sent_count == cases[i].sent
           && peer->sent_bytes == cases[i].sent * BYTES
           && peer->received_count == cases[i].received
           && peer->received_bytes == cases[i].received * BYTES
           && r->kind == cases[i].kind;
}

/* What else is known of the request that is open then.  On the short way
 * nobody asks for the tag.
 */
static bool is_open(size_t i, bool usual)
{
    const struct request *r = request_take(HANDLE(0));
    bool is_coll = cases[i].coll;

    if (cases[i].kind == REQUEST_UNKNOWN)
        return watch.page->requests_open == 0;
    return watch.page->requests_open == 1 && r->call == CALL_MPI_Isend
           && r->comm == &world && r->peer == cases[i].peer
           && (usual || r->tag == (is_coll ? PEER : TAG))
           && r->bytes == (cases[i].note == SEND_START ? BYTES : 0);
}

static void test_way(size_t i, bool usual)
{
    struct span span = { .call = CALL_MPI_Isend, .weight = 1, .usual = usual };

    made_up_watch_start();
    watch_thread.unmeasured = 1;
    watch.level = LEVEL_COUNTS;
    watch.usual = usual ? watch.state : WATCH_NO_STATE;
    watch_thread.where = WATCH_INSIDE;
    shortly = 0;
    leave(&span, cases[i].note, cases[i].peer);
    if (!ok(is_noted(i, usual ? &span : &made_up_left),
            "%s is noted on the %s way", cases[i].what,
            usual ? "short" : "other"))
        diag("%ju bytes, %ju sent, %ju received", (uintmax_t)span.bytes,
             (uintmax_t)made_up_peer[PEER].sent_count,
             (uintmax_t)made_up_peer[PEER].received_count);
    ok(is_open(i, usual), "so is the request of it, if there is one");
    ok(shortly == usual && watch_thread.where == WATCH_OUTSIDE,
       "and its span is closed on that way");
}

/* Watching may end or change within the call. */
static void test_changed(void)
{
    struct span span = { .call = CALL_MPI_Send, .weight = 1, .usual = true };

    made_up_watch_start();
    watch.usual = watch.state;
    watch.synced = true;
    shortly = 0;
    note_send_leave(&span, WORLD, PEER, TAG, BYTES);
    ok(shortly == 0 && made_up_left.bytes == BYTES,
       "where the state has changed in the call the way is the other one");
}

/* What such a call moves is what it sends: another one counts the rest. */
static void test_both_ways(void)
{
    MPI_Status status = made_up_status(PEER, 70, false);
    struct span span = { .call = CALL_MPI_Sendrecv };
    struct span begun = { .call = CALL_MPI_Isendrecv };
    const struct call_record *call;

    made_up_watch_start();
    note_send(&span, WORLD, PEER, 0, 30);
    note_recv(&span, WORLD, &status);
    ok(span.bytes == 30 && made_up_peer[PEER].sent_bytes == 30
           && made_up_peer[PEER].received_bytes == 70,
       "a call that sends and receives moves what it sends, %u",
       (unsigned)span.bytes);
    span = (struct span){ .call = CALL_MPI_Sendrecv };
    note_send(&span, WORLD, MPI_PROC_NULL, 0, 30);
    note_recv(&span, WORLD, &status);
    ok(span.bytes == 0, "that is nothing if it sends to nobody");
    note_send(&begun, WORLD, PEER, 0, 30);
    note_recv_start(&begun, WORLD, PEER, 0, HANDLE(0));
    ok(begun.bytes == 30 && !begun.deferred,
       "so it is when the receive only begins");
    span = (struct span){ .call = CALL_MPI_Wait };
    note_completed(&span, request_take(HANDLE(0)), &status);
    call = &watch.page->call[CALL_MPI_Isendrecv];
    ok(call->bytes == 0 && made_up_peer[PEER].received_bytes == 210,
       "and ends: %u bytes more", (unsigned)call->bytes);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        test_way(i, true);
        test_way(i, false);
    }
    test_changed();
    test_both_ways();
    return tap_done();
}
