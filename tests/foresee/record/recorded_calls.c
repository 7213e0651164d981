/* Tests of foresee/record/recorded_calls.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/record/recorded_calls.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static struct made_up_run run;
static struct recording *recording;
static struct recorded_calls *calls;

static void begin(int ranks)
{
    made_up_begin(&run, ranks, false);
}

static void end(void)
{
    struct error err = { .text = "" };

    recording = made_up_end(&run);
    calls = recorded_calls_create(recording, &err);
    if (!calls)
        ok(false, "the calls can be told: %s", err.text);
}

static void clear(void)
{
    recorded_calls_destroy(calls);
    recording_destroy(recording);
}

/* The rank's call of that number waits so long. */
static void waits(int rank, size_t number, double seconds, const char *what)
{
    const struct recorded_call *c = &calls->call[rank][number];

    ok(number < calls->count[rank] && fabs(c->waiting - seconds) < 1e-9,
       "%s: waits %g s, not %g", what, seconds, c->waiting);
}

/* The rank computes until 'from' and is in the call until 'to'. */
static void act_until(int rank,
                      double from,
                      double to,
                      uint32_t kind,
                      int peer,
                      const char *name)
{
    struct trace_act act = { kind, 0, peer, 0, 8, 0 };

    made_up_compute(&run, rank, from - run.now[rank]);
    run.took = to - from;
    made_up_call(&run, rank, name, &act, 1);
}

static void test_messages(void)
{
    begin(2);
    act_until(0, 1, 1.25, TRACE_SEND, 1, "MPI_Send");
    act_until(0, 2, 5, TRACE_SEND, 1, "MPI_Ssend");
    act_until(0, 6, 6.25, TRACE_RECV, 1, "MPI_Recv");
    act_until(1, 0.5, 1.5, TRACE_RECV, 0, "MPI_Recv");
    act_until(1, 4, 5, TRACE_RECV, 0, "MPI_Recv");
    act_until(1, 5.5, 5.75, TRACE_SEND, 0, "MPI_Send");
    end();
    waits(1, 0, 0.5, "a receive before its message is sent");
    waits(1, 1, 0, "a receive of what was sent before");
    waits(0, 0, 0, "a send whose receive was posted before");
    waits(0, 1, 2, "a send that lasts until the receive is posted");
    waits(1, 2, 0, "a send that is over before the receive is posted");
    waits(0, 2, 0, "a receive of what is there");
    ok(fabs(calls->received[recording->rank[1].step[1].item] - 1.5) < 1e-9
           || fabs(calls->received[0] - 1.5) < 1e-9,
       "a message is received when the call ends");
    ok(fabs(calls->call[0][1].start - 2) < 1e-9
           && fabs(calls->call[0][1].end - 5) < 1e-9,
       "a call is from when to when");
    ok(calls->call[0][0].site != RECORDING_NOTHING
           && calls->call[0][0].site != calls->call[0][1].site,
       "it knows its place in the program");
    clear();
}

static void test_collective(const char *name,
                            int root,
                            const double expected[3])
{
    static const double come[3] = { 2, 1, 4 };

    begin(3);
    for (int i = 0; i < 3; i++)
        act_until(i, come[i], 5, TRACE_COLL, root, name);
    end();
    for (int i = 0; i < 3; i++)
        waits(i, 0, expected[i], name);
    clear();
}

static void test_never_received(void)
{
    begin(2);
    act_until(0, 1, 2, TRACE_SEND, 1, "MPI_Send");
    end();
    waits(0, 0, 0, "a send that nobody receives");
    ok(isnan(calls->received[0]), "a message that nobody got has no end");
    clear();
}

int main(void)
{
    test_messages();
    test_collective("MPI_Allreduce", TRACE_NONE, (double[]){ 2, 3, 0 });
    test_collective("MPI_Bcast", 0, (double[]){ 0, 1, 0 });
    test_collective("MPI_Gather", 1, (double[]){ 0, 3, 0 });
    test_collective("MPI_Scan", TRACE_NONE, (double[]){ 0, 1, 0 });
    test_never_received();
    return tap_done();
}
