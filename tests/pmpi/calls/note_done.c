/* Tests of pmpi/calls/note_done.c: what counts of a request that has ended
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/note.h"
#include "tests/pmpi/calls/made_up_watch.h"
#include "tests/tap.h"

enum { SENT = 100, CAME = 40, PEER = 2 };

enum end { DONE, CANCELLED, FAILED };

/* A request, how it ended, and what of it counts then. */
struct ended {
    const char *what;
    enum request_kind kind;
    bool persistent, active;
    bool asked; /* the program has asked to cancel it */
    enum end end;
    uint64_t sent;     /* messages, of 1 that was counted as it began */
    uint64_t received; /* the same */
    uint64_t bytes;    /* of the call that began it */
    uint64_t cancelled, unseen;
    uint32_t open; /* requests */
};

static const struct ended cases[] = {
    { "a send", REQUEST_SEND, false, false, false, DONE, 1, 0, SENT, 0, 0, 0 },
    { "a receive", REQUEST_RECV, false, false, false, DONE, 1, 1, SENT + CAME,
      0, 0, 0 },
    { "a send that was cancelled", REQUEST_SEND, false, false, true, CANCELLED,
      0, 0, 0, 1, 0, 0 },
    { "a send that could not be cancelled", REQUEST_SEND, false, false, true,
      DONE, 1, 0, SENT, 0, 0, 0 },
    { "a send that nobody has cancelled, whatever is in its status",
      REQUEST_SEND, false, false, false, CANCELLED, 1, 0, SENT, 0, 0, 0 },
    { "a receive that was cancelled", REQUEST_RECV, false, false, true,
      CANCELLED, 1, 0, SENT, 1, 0, 0 },
    { "a receive that failed", REQUEST_RECV, false, false, false, FAILED, 1, 0,
      SENT, 0, 1, 0 },
    { "a send that failed", REQUEST_SEND, false, false, false, FAILED, 1, 0,
      SENT, 0, 0, 0 },
    { "a persistent receive", REQUEST_RECV, true, true, false, DONE, 1, 1,
      SENT + CAME, 0, 0, 1 },
    { "a persistent receive that was not started", REQUEST_RECV, true, false,
      false, DONE, 1, 0, SENT, 0, 0, 1 },
    { "a persistent receive that was not started and failed", REQUEST_RECV,
      true, false, false, FAILED, 1, 0, SENT, 0, 0, 1 },
    { "a persistent send that was cancelled", REQUEST_SEND, true, true, true,
      CANCELLED, 0, 0, SENT, 1, 0, 1 },
    { "a collective", REQUEST_COLL, false, false, false, DONE, 1, 0, SENT, 0,
      0, 0 },
};

static void end(const struct ended *c)
{
    struct request *r;
    MPI_Status status = made_up_status(PEER, CAME, c->end == CANCELLED);
    struct span span = { .call = CALL_MPI_Wait };

    r = request_begin(HANDLE(0), &world);
    r->kind = c->kind;
    r->persistent = c->persistent;
    r->active = c->active;
    r->cancelled = c->asked;
    r->call = CALL_MPI_Isend;
    r->peer = PEER;
    r->bytes = SENT;
    if (c->end == FAILED)
        note_failed(&span, r);
    else
        note_completed(&span, r, &status);
}

static void test_ended(const struct ended *c)
{
    struct peer_record *peer = &made_up_peer[PEER];
    struct call_record *call;
    struct page *page;

    made_up_watch_start();
    page = watch.page;
    call = &page->call[CALL_MPI_Isend];
    peer->sent_count = call->count = 1;
    peer->sent_bytes = call->bytes = SENT;
    peer->sizes[size_class(SENT)] = call->sizes[size_class(SENT)] = 1;
    end(c);
    if (!ok(peer->sent_count == c->sent && peer->sent_bytes == c->sent * SENT
                && peer->sizes[size_class(SENT)] == c->sent,
            "after %s %ju messages were sent", c->what, (uintmax_t)c->sent))
        diag("%ju of %ju bytes", (uintmax_t)peer->sent_count,
             (uintmax_t)peer->sent_bytes);
    if (!ok(peer->received_count == c->received
                && peer->received_bytes == c->received * CAME,
            "after %s %ju were received", c->what, (uintmax_t)c->received))
        diag("%ju of %ju bytes", (uintmax_t)peer->received_count,
             (uintmax_t)peer->received_bytes);
    ok(call->bytes == c->bytes
           && call->sizes[size_class(SENT)] == (c->bytes >= SENT)
           && call->sizes[size_class(CAME)] == c->received,
       "after %s its call has moved %ju bytes, not %ju", c->what,
       (uintmax_t)c->bytes, (uintmax_t)call->bytes);
    ok(page->cancelled == c->cancelled && page->received_unseen == c->unseen
           && page->requests_open == c->open,
       "after %s %ju are cancelled, %ju unseen, %u open: %ju, %ju, %u",
       c->what, (uintmax_t)c->cancelled, (uintmax_t)c->unseen, c->open,
       (uintmax_t)page->cancelled, (uintmax_t)page->received_unseen,
       (unsigned)page->requests_open);
}

/* Nobody saw it begin. */
static void test_unknown(void)
{
    MPI_Status status = made_up_status(PEER, CAME, false);
    struct span span = { .call = CALL_MPI_Wait };

    made_up_watch_start();
    note_completed(&span, request_take(HANDLE(7)), &status);
    note_failed(&span, request_take(HANDLE(7)));
    ok(made_up_peer[PEER].received_count == 0
           && watch.page->received_unseen == 0,
       "of a request that nobody saw begin nothing counts");
}

static void test_received(void)
{
    MPI_Status status = made_up_status(PEER, (UINT64_C(3) << 32) + 5, false);
    MPI_Status nobody = made_up_status(MPI_PROC_NULL, 0, false);
    struct span span = { .call = CALL_MPI_Recv };

    made_up_watch_start();
    note_recv(&span, WORLD, &status);
    note_recv(&span, WORLD, &nobody);
    ok(made_up_peer[PEER].received_count == 1
           && made_up_peer[PEER].received_bytes == (UINT64_C(3) << 32) + 5
           && span.bytes == (UINT64_C(3) << 32) + 5,
       "a message may have more bytes than 32 bits count");
}

int main(void)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_ended(&cases[i]);
    test_unknown();
    test_received();
    return tap_done();
}
