/* Tests of foresee/record/recorder.c and foresee/record/recorder_match.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

enum { ANY = TRACE_ANY };

/* The n-th step of this kind that the rank has, or NULL. */
static const struct step *find(const struct recording *r,
                               int rank,
                               enum step_kind kind,
                               int n)
{
    for (size_t i = 0; i < r->rank[rank].steps; i++)
        if (r->rank[rank].step[i].kind == kind && n-- == 0)
            return &r->rank[rank].step[i];
    return NULL;
}

/* How many bytes the n-th receive of the rank brings. */
static int brings(const struct recording *r, int rank, int n)
{
    const struct step *s = find(r, rank, STEP_WAIT_RECEIVED, n);

    return s ? (int)r->message[s->item].bytes : -1;
}

static void act(struct made_up_run *m,
                int rank,
                uint32_t kind,
                int peer,
                int tag,
                uint64_t bytes,
                uint64_t request)
{
    struct trace_act a = { kind, 0, peer, tag, bytes, request };

    made_up_call(m, rank, "MPI_Call", &a, 1);
}

static void test_matching(void)
{
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 3, true);
    act(&m, 0, TRACE_SEND, 2, 5, 10, 0);
    act(&m, 0, TRACE_SEND, 2, 6, 20, 0);
    act(&m, 0, TRACE_SEND, 2, 5, 30, 0);
    act(&m, 0, TRACE_SEND, 2, 5, 50, 0);
    act(&m, 1, TRACE_SEND, 2, 5, 40, 0);
    act(&m, 2, TRACE_RECV, 0, 6, 20, 0);
    act(&m, 2, TRACE_RECV, 1, 5, 40, 0);
    act(&m, 2, TRACE_RECV, 0, 5, 10, 0);
    act(&m, 2, TRACE_RECV, 0, 5, 30, 0);
    r = made_up_end(&m);
    ok(r->messages == 5, "each send is a message, received or not");
    ok(brings(r, 2, 0) == 20 && brings(r, 2, 2) == 10,
       "a receive gets the message with its tag");
    ok(brings(r, 2, 1) == 40, "and of its sender");
    ok(brings(r, 2, 3) == 30, "messages of the same tag keep their order");
    recording_destroy(r);
}

static void test_requests(void)
{
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 2, true);
    act(&m, 0, TRACE_SEND_BEGIN, 1, 1, 10, 1);
    act(&m, 0, TRACE_SEND_BEGIN, 1, 2, 20, 2);
    act(&m, 0, TRACE_DONE, 1, TRACE_NONE, 0, 2);
    act(&m, 0, TRACE_DONE, 1, TRACE_NONE, 0, 9);
    act(&m, 1, TRACE_RECV_BEGIN, ANY, ANY, 0, 1);
    act(&m, 1, TRACE_RECV_BEGIN, ANY, ANY, 0, 2);
    act(&m, 1, TRACE_RECV_BEGIN, 0, 1, 0, 3);
    act(&m, 1, TRACE_CANCELLED, 0, TRACE_NONE, 0, 3);
    act(&m, 1, TRACE_RECV_DONE, 0, 1, 10, 2);
    act(&m, 1, TRACE_RECV_DONE, 0, 2, 20, 1);
    r = made_up_end(&m);
    ok(brings(r, 1, 0) == 10 && brings(r, 1, 1) == 20,
       "a receive from anybody stays with whose message it got");
    ok(find(r, 0, STEP_WAIT_SENT, 0)
           && r->message[find(r, 0, STEP_WAIT_SENT, 0)->item].bytes == 20,
       "a request is waited for by its number");
    ok(!find(r, 0, STEP_WAIT_SENT, 1), "one that never began is passed over");
    ok(!find(r, 1, STEP_RECEIVE, 2), "a receive that was taken back is none");
    recording_destroy(r);
}

static void test_times(void)
{
    struct trace_act file = { TRACE_WRITE, 0, TRACE_NONE, TRACE_NONE, 9, 0 };
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 1, true);
    m.took = 2;
    made_up_compute(&m, 0, 3);
    made_up_call(&m, 0, "MPI_Comm_split", NULL, 0);
    made_up_call(&m, 0, "MPI_Iprobe", NULL, 0);
    made_up_call(&m, 0, "MPI_Probe", NULL, 0);
    made_up_call(&m, 0, "MPI_File_write", &file, 1);
    r = made_up_end(&m);
    ok(find(r, 0, STEP_COMPUTE, 0)->seconds == 3, "a burst is computing");
    ok(find(r, 0, STEP_COMPUTE, 1)->seconds == 2
           && !find(r, 0, STEP_COMPUTE, 2),
       "and so is writing a file");
    ok(r->rank[0].fixed == 2 && find(r, 0, STEP_RETURN, 0)->seconds == 2,
       "a call of which nothing is known takes what it took");
    ok(r->rank[0].polling == 2, "asking for a message is told apart");
    ok(find(r, 0, STEP_RETURN, 2)->seconds == 0,
       "waiting for one is left to the receive");
    recording_destroy(r);
}

/* Each rank goes through 'rounds' iterations of four calls, the last two of
 * which have 'before' and 'last'.
 */
static struct recording *rounds(int rounds, int before, int last)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    for (int k = 0; k < rounds; k++)
        for (int i = 0; i < 2; i++) {
            made_up_compute(&m, i, 1);
            made_up_mark(&m, i);
            for (int c = 0; c < (k < rounds - 2   ? 4
                                 : k < rounds - 1 ? before
                                                  : last);
                 c++)
                made_up_call(&m, i, "MPI_Wtime", NULL, 0);
        }
    return made_up_end(&m);
}

static void test_iterations(void)
{
    static const struct {
        int rounds;
        int before;
        int last;
        size_t found;
    } cases[] = {
        { 5, 4, 4, 5 }, /* whole */
        { 5, 4, 9, 5 }, /* more comes behind it */
        { 5, 4, 1, 5 }, /* the loop is left in the middle */
        { 5, 4, 0, 4 }, /* before anything is done */
        { 5, 6, 2, 4 }, /* the last mark is not one of the loop */
        { 5, 6, 3, 5 }, /* or it is after all */
        { 1, 0, 4, 0 }, /* nobody knows how long it is */
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct recording *r =
            rounds(cases[i].rounds, cases[i].before, cases[i].last);

        ok(recording_iterations(r) == cases[i].found,
           "of %d iterations, the last of %d and %d calls, %zu are found",
           cases[i].rounds, cases[i].before, cases[i].last, cases[i].found);
        recording_destroy(r);
    }
}

/* Two ranks that each go through 'rounds' iterations of one call from site 1,
 * and 'often' from site 2, each of which begins an iteration, as it seems.
 */
static size_t marks(int rounds, int often, uint64_t told)
{
    struct error err = { .text = "" };
    struct recorder_call call = { "MPI_Wtime", 0, 0, false, 0,
                                  NULL,        1, 0, false };
    recorder_t *r = recorder_create(2, &err);
    struct recording *made;
    size_t found;

    for (int rank = 0; rank < 2; rank++) {
        recorder_rank(r, rank, "h0", 0);
        for (int k = 0; k < rounds * (1 + often); k++) {
            call.mark = k % (1 + often) > 0 || often == 0;
            call.site = call.mark ? 2 : 1;
            call.end = call.start = k + 1;
            recorder_call(r, rank, &call, &err);
        }
        recorder_iterations(r, rank, told);
    }
    made = recorder_finish(r, &err);
    found = recording_iterations(made);
    recorder_destroy(r);
    recording_destroy(made);
    return found;
}

static void test_repeated_marks(void)
{
    ok(marks(10, 3, 10) == 10,
       "of a site that is called several times in a row the first counts");
    ok(marks(10, 3, 30) == 30, "unless the rank counted all");
    ok(marks(10, 1, 10) == 10, "one that is called once always counts");
    ok(marks(10, 0, 5) == 10, "and so does one that is all there is");
}

/* Communicators may be told of when they come, after others were used. */
static void test_later_comms(void)
{
    struct trace_act act = { TRACE_COLL, 0, TRACE_NONE, TRACE_NONE, 8, 0 };
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 2, true);
    made_up_collective(&m, 0, "MPI_Allreduce", TRACE_NONE, 8);
    for (act.comm = 1; act.comm <= 50; act.comm++) {
        if (recorder_comm(m.recorder, "0-1", &err) < 0)
            diag("%s", err.text);
        made_up_call(&m, 0, "MPI_Allreduce", &act, 1);
    }
    for (act.comm = 50; act.comm > 0; act.comm--)
        made_up_call(&m, 1, "MPI_Allreduce", &act, 1);
    made_up_collective(&m, 1, "MPI_Allreduce", TRACE_NONE, 8);
    r = made_up_end(&m);
    ok(r->collectives == 51, "each of 51 communicators has its collective");
    ok(find(r, 0, STEP_JOIN, 7)->item == find(r, 1, STEP_JOIN, 43)->item,
       "whose members need not come to them in one order");
    recording_destroy(r);
}

/* ---- what is refused ---- */

static void refuse_act(const char *call,
                       struct trace_act act,
                       const char *members,
                       const char *why)
{
    struct error err = { .text = "" };
    struct recorder_call c = { call, 0, 0, false, 1, &act, 0, 0, false };
    recorder_t *r = recorder_create(2, &err);

    ok(recorder_comm(r, members, &err) == 0
           && recorder_call(r, 1, &c, &err) < 0,
       "%s of kind %u is refused", call, act.kind);
    has(err.text, why, "which says so: %s", why);
    recorder_destroy(r);
}

static void test_refused(void)
{
    struct trace_act put = { TRACE_PUT, 0, 0, TRACE_NONE, 8, 0 };
    struct trace_act stranger = { TRACE_SEND, 0, TRACE_STRANGER, 0, 8, 0 };
    struct trace_act nobody = { TRACE_SEND, 0, 2, 0, 8, 0 };
    struct trace_act coll = { TRACE_COLL, 0, TRACE_NONE, TRACE_NONE, 8, 0 };
    struct trace_act rooted = { TRACE_COLL, 0, 0, TRACE_NONE, 8, 0 };

    refuse_act("MPI_Put", put, "0-1", "rank 1: MPI_Put is one-sided");
    refuse_act("MPI_Send", stranger, "0-1", "talks to another job");
    refuse_act("MPI_Send", nobody, "0-1", "names rank 2");
    refuse_act("MPI_Neighbor_alltoall", coll, "0-1", "a collective of a kind");
    refuse_act("MPI_Barrier", coll, "", "unknown members");
    refuse_act("MPI_Barrier", coll, "0", "unknown members");
    refuse_act("MPI_Barrier", coll, "0|1",
               "a collective of an inter-communicator");
    refuse_act("MPI_Bcast", coll, "0-1", "a root outside");
    refuse_act("MPI_Bcast", rooted, "1", "a root outside");
}

/* Ranks are those of the world, whichever group they are in. */
static void test_inter(void)
{
    struct trace_act send = { TRACE_SEND, 0, 0, 7, 8, 0 };
    struct error err = { .text = "" };
    struct recorder_call c = {
        "MPI_Send", 0, 0, false, 1, &send, 0, 0, false
    };
    recorder_t *r = recorder_create(2, &err);

    ok(recorder_comm(r, "0|1", &err) == 0
           && recorder_call(r, 1, &c, &err) == 0,
       "a message of an inter-communicator is one: %s", err.text);
    recorder_destroy(r);
}

static void refuse_members(const char *members)
{
    struct error err = { .text = "" };
    recorder_t *r = recorder_create(4, &err);

    ok(recorder_comm(r, members, &err) < 0, "\"%s\" are no members", members);
    has(err.text, members, "and the message has it");
    recorder_destroy(r);
}

/* Finish what is not whole, which must fail. */
static void refuse_end(struct made_up_run *m, const char *why)
{
    struct error err = { .text = "" };
    struct recording *r = recorder_finish(m->recorder, &err);

    ok(!r, "a run that is not whole is refused");
    has(err.text, why, "and it is told what is missing: %s", why);
    recording_destroy(r);
    recorder_destroy(m->recorder);
}

static void test_not_whole(void)
{
    struct trace_act reduce = { TRACE_COLL, 0, TRACE_NONE, TRACE_NONE, 8, 0 };
    struct recorder_call c = { "MPI_Allreduce", 0, 0, false, 1,
                               &reduce,         0, 0, false };
    struct error err = { .text = "" };
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    made_up_send(&m, 0, 1, 8);
    made_up_receive(&m, 1, 0);
    made_up_receive(&m, 1, 0);
    refuse_end(&m,
               "rank 1 received a message of rank 0 with tag 0 that nobody");
    made_up_begin(&m, 2, true);
    made_up_mark(&m, 1);
    made_up_send(&m, 1, 0, 8);
    made_up_mark(&m, 1);
    act(&m, 1, TRACE_RECV, ANY, ANY, 8, 0);
    refuse_end(&m, "rank 1 received a message of any rank with any tag that "
                   "nobody sent, by MPI_Call in its iteration 2: the trace");
    made_up_begin(&m, 2, true);
    made_up_collective(&m, 0, "MPI_Barrier", TRACE_NONE, 0);
    refuse_end(&m, "rank 1 made 0 collectives where others made 1");
    made_up_begin(&m, 2, true);
    made_up_collective(&m, 0, "MPI_Barrier", TRACE_NONE, 0);
    ok(recorder_call(m.recorder, 1, &c, &err) < 0,
       "ranks that make different collectives are refused");
    has(err.text, "its MPI_Allreduce is a barrier", "and both are told");
    recorder_destroy(m.recorder);
}

int main(void)
{
    test_matching();
    test_requests();
    test_times();
    test_iterations();
    test_repeated_marks();
    test_later_comms();
    test_refused();
    test_inter();
    refuse_members("0-4");
    refuse_members("a");
    refuse_members("2-1");
    refuse_members("0,0");
    test_not_whole();
    recorder_destroy(NULL);
    recording_destroy(NULL);
    return tap_done();
}
