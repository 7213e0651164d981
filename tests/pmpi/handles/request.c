/* Tests of pmpi/handles/request.c
 *
 * Nothing here speaks with MPI: handles are numbers, and a communicator is
 * whatever is counted as used and given back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/handles/request.h"
#include "tests/tap.h"

enum { MANY = 1000 };

static struct page page;
static comm_t world = { .users = 1, .size = 4, .peers = 4 };
static int destroyed;

void (*comm_on_forget)(comm_t *c);

void comm_destroy(comm_t *c)
{
    (void)c;
    destroyed++;
}

/* The program frees it. */
static void forget(comm_t *c)
{
    comm_on_forget(c);
    comm_drop(c);
}

static void start(void)
{
    memset(&page, 0, sizeof(page));
    request_setup(&page);
    world.users = 1;
}

/* The n-th handle of a program's own. */
static MPI_Request handle_of(int n)
{
    return (MPI_Request)(MPI_REQUEST_NULL + 1 + n);
}

static struct request *begin(int n, enum request_kind kind, int peer)
{
    struct request *r = request_begin(handle_of(n), &world);

    r->kind = kind;
    r->peer = peer;
    return r;
}

static void begin_persistent(int n, enum request_kind kind)
{
    begin(n, kind, 1)->persistent = true;
}

static void done(int n)
{
    request_done(request_take(handle_of(n)));
}

static void test_one(void)
{
    start();
    ok(!request_find(handle_of(0)) && !request_pending(),
       "nothing is known at first");
    ok(request_take(handle_of(0))->kind == REQUEST_UNKNOWN,
       "a request that nobody saw begin is unknown");
    ok(begin(0, REQUEST_RECV, 2)->turn > 0,
       "a request that begins has a turn");
    ok(page.requests_open == 1 && request_find(handle_of(0))->comm == &world,
       "it is open, and has its communicator");
    ok(request_find(handle_of(0)) && request_find(handle_of(0))->peer == 2,
       "it is found by its handle");
    ok(request_pending() == request_find(handle_of(0)), "it is pending");
    done(0);
    ok(!request_find(handle_of(0)) && page.requests_open == 0,
       "a request that is complete is gone");
    ok(request_begin(MPI_REQUEST_NULL, NULL)->turn == 0
           && page.requests_open == 0,
       "no request cannot begin");
}

/* MPICH has one handle for all sends that were complete at once. */
static void test_same_handle(void)
{
    struct request first;

    start();
    begin(0, REQUEST_SEND, 1);
    request_copy(request_take(handle_of(0)), &first);
    ok(begin(0, REQUEST_SEND, 3)->turn > first.turn,
       "a handle that begins again has another turn");
    ok(page.requests_open == 1, "and is one request: %u are open",
       (unsigned)page.requests_open);
    ok(request_find(handle_of(0))->peer == 3, "which is the later one");
    request_done(&first);
    ok(request_find(handle_of(0)) && page.requests_open == 1,
       "that the earlier one is complete says nothing of the later one");
    done(0);
    ok(page.requests_open == 0, "when the later one is complete none is open");
}

static void test_persistent(void)
{
    struct request *r;
    uint64_t turn;

    start();
    begin_persistent(0, REQUEST_RECV);
    ok(!request_pending() && page.requests_open == 1,
       "a persistent request that was not started is not pending");
    r = request_find(handle_of(0));
    r->cancelled = true;
    turn = r->turn;
    request_start(r);
    ok(request_pending() == r && r->turn > turn && !r->cancelled,
       "started, it is pending and has another turn");
    done(0);
    r = request_find(handle_of(0));
    ok(r && !r->active && page.requests_open == 1,
       "complete, it is there but not active");
    request_forget(handle_of(0));
    ok(!request_find(handle_of(0)) && page.requests_open == 0
           && page.received_unseen == 0,
       "freed, it is gone");
}

/* Those that are left are found, whatever was removed beside them. */
static void test_many(void)
{
    int lost = 0, left = 0;

    start();
    for (int i = 0; i < MANY; i++)
        begin(i, REQUEST_RECV, i % 4);
    ok(page.requests_open == MANY, "%d requests are open", MANY);
    for (int i = 0; i < MANY; i += 3)
        done(i);
    for (int i = 0; i < MANY; i++) {
        const struct request *r = request_find(handle_of(i));

        if (i % 3 == 0)
            left += r != NULL;
        else
            lost += !r || r->handle != handle_of(i) || r->peer != i % 4;
    }
    ok(lost == 0, "of those that are open none is lost: %d", lost);
    ok(left == 0, "of those that are complete none is left: %d", left);
    ok(page.requests_open == MANY - (MANY + 2) / 3,
       "their number is right: %u", (unsigned)page.requests_open);
}

static void test_pause(void)
{
    start();
    for (int i = 0; i < MANY; i++)
        begin(i, i % 2 ? REQUEST_RECV : REQUEST_SEND, 1);
    begin_persistent(MANY, REQUEST_RECV);
    begin_persistent(MANY + 1, REQUEST_RECV);
    request_start(request_find(handle_of(MANY + 1)));
    request_pause();
    ok(page.requests_open == 2,
       "when nobody looks any more only persistent requests last: %u",
       (unsigned)page.requests_open);
    ok(page.received_unseen == MANY / 2 + 1,
       "receives that were open are counted as unseen: %ju",
       (uintmax_t)page.received_unseen);
    ok(!request_pending(), "and none is active");
    begin(5, REQUEST_RECV, 1);
    request_forget(handle_of(5));
    request_forget(handle_of(6));
    ok(page.received_unseen == MANY / 2 + 2 && page.requests_open == 2,
       "so is an open receive that is freed");
}

/* A communicator is there as long as a request on it is open. */
static void test_freed(void)
{
    comm_t freed = { .users = 1, .size = 4, .peers = 4 };

    start();
    destroyed = 0;
    begin(0, REQUEST_RECV, 1);
    for (int i = 1; i < 5; i++)
        request_begin(handle_of(i), &freed)->kind = REQUEST_SEND;
    request_find(handle_of(1))->persistent = true;
    done(4);
    forget(&freed);
    ok(destroyed == 0 && freed.users == 3,
       "a communicator that is freed is kept by what is open on it: %u",
       freed.users);
    ok(!request_is_simple(request_take(handle_of(2))),
       "such a request is not just forgotten");
    done(2);
    request_begin(handle_of(3), &world)->kind = REQUEST_SEND;
    ok(destroyed == 0 && freed.users == 1,
       "it is given up with each that is complete, or that begins again");
    done(1);
    ok(destroyed == 0, "a persistent one that is complete still has it");
    request_forget(handle_of(1));
    ok(destroyed == 1 && world.users == 1,
       "and it goes with the last one, for none of the others");
    done(3);
    request_begin(handle_of(2), &world)->kind = REQUEST_SEND;
    done(2);
    ok(destroyed == 1 && world.users == 1 && page.requests_open == 1,
       "what begins at their handles keeps nothing");
}

/* Whom all of some requests wait for. */
static void test_awaits(void)
{
    static const struct {
        const char *what;
        struct request request[3];
        int rank;
    } cases[] = {
        { "a receive from rank 2",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 2 } },
          2 },
        { "a send to and a receive from rank 3",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 3 },
            { .handle = 2, .kind = REQUEST_SEND, .comm = &world, .peer = 3 } },
          3 },
        { "receives from two ranks",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 0 },
            { .handle = 2, .kind = REQUEST_RECV, .comm = &world, .peer = 1 } },
          COMM_FOREIGN },
        { "a receive from anybody",
          { { .handle = 1,
              .kind = REQUEST_RECV,
              .comm = &world,
              .peer = MPI_ANY_SOURCE } },
          COMM_FOREIGN },
        { "a receive and a collective",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 1 },
            { .handle = 2, .kind = REQUEST_COLL, .comm = &world } },
          COMM_FOREIGN },
        { "a receive and a send to nobody",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 1 },
            { .handle = 2,
              .kind = REQUEST_SEND,
              .comm = &world,
              .peer = MPI_PROC_NULL } },
          1 },
        { "a receive and a persistent one that was not started",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 1 },
            { .handle = 2,
              .kind = REQUEST_RECV,
              .persistent = true,
              .comm = &world,
              .peer = 2 } },
          1 },
        { "receives, the later a persistent one that was started",
          { { .handle = 1, .kind = REQUEST_RECV, .comm = &world, .peer = 1 },
            { .handle = 2,
              .kind = REQUEST_RECV,
              .persistent = true,
              .active = true,
              .comm = &world,
              .peer = 2 } },
          COMM_FOREIGN },
        { "no request at all", { { .handle = 0 } }, COMM_FOREIGN },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct request requests[3], *taken[3];
        MPI_Request handles[3];
        int rank;

        memcpy(requests, cases[i].request, sizeof(requests));
        for (int k = 0; k < 3; k++) {
            taken[k] = &requests[k];
            handles[k] =
                requests[k].handle ? requests[k].handle : MPI_REQUEST_NULL;
        }
        rank = request_awaits(taken, handles, 3);
        ok(rank == cases[i].rank, "%s: rank %d is awaited, not %d",
           cases[i].what, cases[i].rank, rank);
    }
}

int main(void)
{
    test_one();
    test_same_handle();
    test_persistent();
    test_many();
    test_pause();
    test_freed();
    test_awaits();
    return tap_done();
}
