/* Tests of foresee/replay/replay.c, with foresee/platform/mapped_run.c,
 * outcome.c and forecast.c
 *
 * Programs whose times anybody can work out by hand.  The network takes 1 s
 * and another second for 100 bytes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "foresee/replay/replay.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* Forecast the run on hosts with this network, or die. */
static struct forecast on(const struct recording *r,
                          const struct platform *p,
                          const char *map)
{
    struct forecast f = { 0 };
    struct error err = { .text = "" };

    if (made_up_forecast(&f, r, p, map, &err) < 0) {
        ok(false, "a forecast can be made: %s", err.text);
        exit(tap_done());
    }
    return f;
}

static void clear(struct forecast *f, struct platform *p, struct recording *r)
{
    forecast_destroy(f);
    platform_destroy(p);
    recording_destroy(r);
}

/* ---- messages ---- */

/* Rank 0 computes 'first', then sends; rank 1 computes 'second', then
 * receives.
 */
static struct recording *pair(double first, double second, uint64_t bytes)
{
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    made_up_compute(&m, 0, first);
    made_up_send(&m, 0, 1, bytes);
    made_up_compute(&m, 1, second);
    made_up_receive(&m, 1, 0);
    return made_up_end(&m);
}

static void test_pairs(void)
{
    static const struct {
        const char *what;
        double first, second;
        uint64_t bytes, eager;
        double end; /* of the run */
        double ideal;
    } cases[] = {
        { "a late sender", 5, 2, 100, 1000, 7, 5 },
        { "a late receiver of a short message", 2, 5, 100, 1000, 5, 5 },
        { "a message that comes while its receiver computes", 2, 3, 100, 1000,
          4, 3 },
        { "a late receiver of a long message", 2, 5, 200, 100, 8, 5 },
        { "a late sender of a long message", 5, 2, 200, 100, 8, 5 },
        { "a message of nothing", 1, 1, 0, 1000, 2, 1 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct recording *r =
            pair(cases[i].first, cases[i].second, cases[i].bytes);
        struct platform *p = made_up_platform(2, 1, 100);
        struct forecast f;

        p->eager = cases[i].eager;
        f = on(r, p, NULL);
        ok(tap_near(f.seconds, cases[i].end), "%s: it takes %g s",
           cases[i].what, cases[i].end);
        ok(tap_near(f.ideal[0].seconds, cases[i].ideal),
           "%s: and %g s on an ideal network", cases[i].what, cases[i].ideal);
        clear(&f, p, r);
    }
}

/* Both ends begin a message of 200 bytes, which takes 3 s, compute, one second
 * of that before they ask, and wait.
 */
struct overlap {
    const char *what;
    struct {
        double compute; /* seconds */
        bool asks;
        double end;
    } rank[2];  /* the sender and the receiver */
    bool apart; /* on two hosts */
    uint64_t eager;
};

static struct recording *overlapping(const struct overlap *is)
{
    static const struct trace_act begin[2] = {
        { TRACE_SEND_BEGIN, 0, 1, 3, 200, 7 },
        { TRACE_RECV_BEGIN, 0, 0, 3, 0, 7 },
    };
    static const struct trace_act done[2] = {
        { TRACE_DONE, 0, 1, TRACE_NONE, 0, 7 },
        { TRACE_RECV_DONE, 0, 0, 3, 200, 7 },
    };
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    for (int i = 0; i < 2; i++) {
        made_up_call(&m, i, i == 0 ? "MPI_Isend" : "MPI_Irecv", &begin[i], 1);
        made_up_compute(&m, i, is->rank[i].asks ? 1 : 0);
        if (is->rank[i].asks)
            made_up_call(&m, i, "MPI_Test", NULL, 0);
        made_up_compute(&m, i,
                        is->rank[i].compute - (is->rank[i].asks ? 1 : 0));
        made_up_call(&m, i, "MPI_Wait", &done[i], 1);
    }
    return made_up_end(&m);
}

static void test_overlap(void)
{
    static const struct overlap cases[] = {
        { "a short message is under way while both compute",
          { { 2, false, 2 }, { 2, false, 3 } },
          true,
          1000 },
        { "a long one is not",
          { { 2, false, 5 }, { 2, false, 5 } },
          true,
          100 },
        { "nor while its sender does",
          { { 2, false, 5 }, { 0, false, 5 } },
          true,
          100 },
        { "or its receiver", { { 0, false, 5 }, { 2, false, 5 } }, true, 100 },
        { "unless both ask for it",
          { { 2, true, 4 }, { 2, true, 4 } },
          true,
          100 },
        { "and not one alone",
          { { 2, true, 5 }, { 2, false, 5 } },
          true,
          100 },
        { "its receiver fetches one of the same host while its sender "
          "computes",
          { { 4, false, 4 }, { 0, false, 3 } },
          false,
          100 },
        { "but not while he does himself",
          { { 0, false, 5 }, { 2, false, 5 } },
          false,
          100 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct platform *p = made_up_platform(2, 1, 100);
        struct recording *r = overlapping(&cases[i]);
        struct forecast f;
        const struct outcome_rank *rank;

        p->eager = cases[i].eager;
        f = on(r, p, cases[i].apart ? NULL : "h0:2");
        rank = f.job.generation[0].outcome.rank;
        ok(tap_near(rank[0].end, cases[i].rank[0].end)
               && tap_near(rank[1].end, cases[i].rank[1].end),
           "%s", cases[i].what);
        clear(&f, p, r);
    }
}

/* The sender never waits for its message, which is long, and is done after
 * 4 s.
 */
static void test_forgotten_request(void)
{
    static const struct trace_act begin = {
        TRACE_SEND_BEGIN, 0, 1, 0, 200, 7
    };
    struct platform *p = made_up_platform(2, 1, 100);
    struct made_up_run m;
    struct recording *r;
    struct forecast f;

    made_up_begin(&m, 2, true);
    made_up_call(&m, 0, "MPI_Isend", &begin, 1);
    made_up_compute(&m, 0, 4);
    made_up_call(&m, 0, "MPI_Wtime", NULL, 0);
    made_up_receive(&m, 1, 0);
    r = made_up_end(&m);
    p->eager = 100;
    f = on(r, p, NULL);
    ok(tap_near(f.seconds, 7), "what nobody waits for is sent in the end");
    clear(&f, p, r);
}

/* Ranks 0 and 1 send 100 bytes at once, and rank 2 takes them in the next
 * iteration.
 */
static struct recording *two_to_one(void)
{
    struct made_up_run m;

    made_up_begin(&m, 3, true);
    for (int i = 0; i < 3; i++)
        made_up_mark(&m, i);
    made_up_send(&m, 0, 2, 100);
    made_up_send(&m, 1, 2, 100);
    made_up_collective(&m, 2, "MPI_Barrier", -2, 0);
    made_up_collective(&m, 0, "MPI_Barrier", -2, 0);
    made_up_collective(&m, 1, "MPI_Barrier", -2, 0);
    for (int i = 0; i < 3; i++)
        made_up_mark(&m, i);
    made_up_receive(&m, 2, 0);
    made_up_receive(&m, 2, 1);
    for (int i = 0; i < 2; i++)
        made_up_collective(&m, i, "MPI_Barrier", -2, 0);
    made_up_collective(&m, 2, "MPI_Barrier", -2, 0);
    return made_up_end(&m);
}

static double seconds_from(const struct mapped_run *s, size_t iteration)
{
    struct outcome o = { .seconds = NAN };
    struct error err = { .text = "" };
    double seconds;

    if (replay(s, iteration, SIZE_MAX, &o, &err) < 0)
        diag("%s", err.text);
    seconds = o.seconds;
    outcome_destroy(&o);
    return seconds;
}

/* A barrier of three takes 2 latencies. */
static void test_shared_network(void)
{
    struct recording *r = two_to_one();
    struct platform *p = made_up_platform(3, 1, 100);
    struct mapped_run s = { 0 };
    struct error err;

    if (mapped_run_create(&s, r, p, NULL, &err) < 0) {
        ok(false, "it can be put there: %s", err.text);
        return;
    }
    ok(tap_near(seconds_from(&s, 0), 4),
       "messages that share nothing are there after the barrier");
    p->host[2].per_byte = 0.02;
    ok(tap_near(seconds_from(&s, 0), 7),
       "of those that share their way in each takes twice as long");
    p->host[2].per_byte = 0;
    p->host[0].per_byte = 0.06;
    ok(tap_near(seconds_from(&s, 0), 9), "or as long as its own host needs");
    ok(tap_near(seconds_from(&s, 1), 9),
       "what left before the iteration that is begun with needs nobody");
    mapped_run_destroy(&s);
    platform_destroy(p);
    recording_destroy(r);
}

/* Two ranks each of two hosts. */
static void test_shared_collective(void)
{
    struct platform *p = made_up_platform(2, 1, 100);
    struct mapped_run s = { 0 };
    struct made_up_run m;
    struct recording *r;
    struct error err;

    made_up_begin(&m, 4, true);
    made_up_all(&m, "MPI_Alltoall", -2, 400);
    r = made_up_end(&m);
    for (int shared = 0; shared < 2; shared++) {
        p->host[0].per_byte = shared ? 0.02 : 0;
        if (mapped_run_create(&s, r, p, "h0:2,h1:2", &err) < 0)
            diag("%s", err.text);
        else
            ok(tap_near(seconds_from(&s, 0), shared ? 3 + 8 : 3 + 3),
               shared ? "of 800 bytes half leave a host that they share"
                      : "a rank sends 300 of 400 bytes to others");
        mapped_run_destroy(&s);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* ---- who waits for whom in collectives ---- */

/* Whether four ranks end then, on so many hosts. */
static bool ends(struct recording *r,
                 int hosts,
                 const char *map,
                 const double end[4])
{
    struct platform *p = made_up_platform(hosts, 1, 100);
    struct forecast f;
    bool held = true;

    p->eager = 1000;
    f = on(r, p, map);
    for (int k = 0; k < 4; k++)
        held &= tap_near(f.job.generation[0].outcome.rank[k].end, end[k]);
    clear(&f, p, r);
    return held;
}

struct collective_case {
    const char *call;
    int root;
    uint64_t bytes;
    double end[4];
};

/* Rank i computes i + 1 seconds and then takes part; root is rank 1 of 4. They
 * are on these hosts, or each on one of its own.
 */
static void check_collective(const struct collective_case *is,
                             int hosts,
                             const char *map)
{
    struct made_up_run m;

    made_up_begin(&m, 4, true);
    for (int k = 0; k < 4; k++) {
        made_up_compute(&m, k, k + 1);
        made_up_collective(&m, k, is->call, is->root, is->bytes);
    }
    ok(ends(made_up_end(&m), hosts, map, is->end),
       "%s of %d bytes%s ends when those have come who are awaited", is->call,
       (int)is->bytes, map ? " among two hosts" : "");
}

static void test_collectives(void)
{
    static const struct collective_case cases[] = {
        { "MPI_Barrier", -2, 0, { 6, 6, 6, 6 } },
        { "MPI_Allreduce", -2, 100, { 8, 8, 8, 8 } },
        { "MPI_Bcast", 1, 100, { 6, 2, 4, 4 } }, /* 1 to 3 to 0, 1 to 2 */
        { "MPI_Scatter", 1, 400, { 7, 2, 7, 7 } },
        { "MPI_Reduce", 1, 100, { 1, 8, 3, 4 } },
        { "MPI_Gather", 1, 100, { 1, 9, 3, 4 } },
        { "MPI_Allgather", -2, 100, { 9, 9, 9, 9 } },
        { "MPI_Alltoall", -2, 400, { 10, 10, 10, 10 } },
        { "MPI_Scan", -2, 100, { 5, 6, 7, 8 } },
        { "MPI_Bcast", 1, 2000, { 46, 46, 46, 46 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_collective(&cases[i], 4, NULL);
}

/* Collectives that only begin: rank i computes so long, waits, and is done. */
struct begun_case {
    const char *what;
    struct {
        const char *call;
        int root;
        uint64_t bytes;
        const char *map; /* NULL: each on a host of its own */
    } coll;
    double compute[4];
    double end[4];
};

static void check_begun(const struct begun_case *c)
{
    const struct trace_act begin = { TRACE_COLL_BEGIN, 0,
                                     c->coll.root,     TRACE_NONE,
                                     c->coll.bytes,    7 };
    const struct trace_act done = { TRACE_DONE, 0, 0, TRACE_NONE, 0, 7 };
    struct made_up_run m;

    made_up_begin(&m, 4, true);
    for (int i = 0; i < 4; i++) {
        made_up_call(&m, i, c->coll.call, &begin, 1);
        made_up_compute(&m, i, c->compute[i]);
        made_up_call(&m, i, "MPI_Wait", &done, 1);
    }
    ok(ends(made_up_end(&m), 4, c->coll.map, c->end), "%s: %s", c->coll.call,
       c->what);
}

static void test_begun_collectives(void)
{
    /* 0 to 2 to 3, 0 to 1 */
    static const struct begun_case cases[] = {
        { "a root that computes has sent what is short",
          { "MPI_Ibcast", 0, 100, NULL },
          { 9, 0, 0, 0 },
          { 9, 2, 2, 4 } },
        { "who is to pass it on does so when it waits",
          { "MPI_Ibcast", 0, 100, NULL },
          { 0, 0, 5, 0 },
          { 0, 2, 5, 7 } },
        { "what is long leaves when its root waits",
          { "MPI_Ibcast", 0, 1900, NULL },
          { 9, 0, 0, 0 },
          { 49, 49, 49, 49 } },
        { "or is fetched on the same host",
          { "MPI_Ibcast", 0, 1900, "h0:4" },
          { 9, 0, 0, 0 },
          { 40, 40, 40, 40 } },
        { "what is long is only taken by who waits",
          { "MPI_Ibcast", 0, 1900, NULL },
          { 0, 0, 9, 0 },
          { 49, 49, 49, 49 } },
        { "all wait for the one who computes",
          { "MPI_Iallreduce", -2, 100, NULL },
          { 0, 0, 9, 0 },
          { 13, 13, 13, 13 } },
        { "all wait for the first",
          { "MPI_Iscan", -2, 100, NULL },
          { 9, 0, 0, 0 },
          { 13, 13, 13, 13 } },
        { "those before him need not wait for one who computes",
          { "MPI_Iscan", -2, 100, NULL },
          { 0, 0, 9, 0 },
          { 4, 4, 13, 13 } },
        { "who hands in what is short keeps nobody waiting",
          { "MPI_Ireduce", 1, 100, NULL },
          { 0, 0, 9, 0 },
          { 0, 4, 9, 0 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_begun(&cases[i]);
}

/* By one rank of each host. */
static void test_by_hosts(void)
{
    static const struct collective_case cases[] = {
        { "MPI_Barrier", -2, 0, { 7, 7, 7, 7 } },
        { "MPI_Allreduce", -2, 100, { 10, 10, 10, 10 } },
        { "MPI_Bcast", 1, 100, { 4, 2, 6, 8 } }, /* 1 to 0 to 2 to 3 */
        { "MPI_Bcast", 1, 2000, { 65, 65, 65, 65 } },
        { "MPI_Alltoall", -2, 400, { 10, 10, 10, 10 } },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_collective(&cases[i], 2, "h0:2,h1:2");
}

/* Two ranks on one core: rank 0 has 2 s to compute while rank 1 does, and
 * waits for its 6 s.
 */
static void test_shared_core(void)
{
    struct platform *p = made_up_platform(1, 1, 100);
    struct made_up_run m;
    struct recording *r;

    p->host[0].cores = 1;
    made_up_begin(&m, 2, true);
    made_up_compute(&m, 0, 2);
    made_up_compute(&m, 1, 6);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    for (int yields = 0; yields < 2; yields++) {
        struct forecast f;

        if (yields)
            recording_set_yields(r, NULL);
        f = on(r, p, "h0:2");
        ok(tap_near(f.seconds, yields ? 8 + 1 : 12 + 1),
           yields ? "who waits leaves the core to the other"
                  : "unless it polls all the time");
        ok(tap_near(f.job.generation[0].outcome.rank[0].computed, 4),
           "who has half of a core computes twice as long");
        forecast_destroy(&f);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* Two ranks whose start took 5 s each, before they compute for 2 s on one
 * core.
 */
static void test_start(void)
{
    struct platform *p = made_up_platform(1, 1, 100);
    struct made_up_run m;
    struct recording *r;

    p->host[0].cores = 1;
    made_up_begin(&m, 2, true);
    m.starts = true;
    for (int i = 0; i < 2; i++) {
        made_up_compute(&m, i, 5);
        made_up_call(&m, i, "MPI_Comm_split", NULL, 0);
    }
    m.starts = false;
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, 2);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    for (int yields = 0; yields < 2; yields++) {
        struct forecast f;

        if (yields)
            recording_set_yields(r, NULL);
        f = on(r, p, "h0:2");
        ok(tap_near(f.seconds, 5 + 4 + 1),
           "the start takes as long as it did%s: %g s",
           yields ? ", whether ranks yield or not" : "", f.seconds);
        forecast_destroy(&f);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* Two ranks that had a core for half of their 4 s, replayed where they were
 * and on cores of their own.
 */
static void test_recorded_core(void)
{
    struct platform *p = made_up_platform(2, 1, 100);
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;

    p->host[0].cores = 1;
    made_up_begin(&m, 2, false);
    m.computed = 2;
    for (int i = 0; i < 2; i++) {
        made_up_compute(&m, i, 1);
        if (recorder_mark(m.recorder, i, m.now[i], &err) < 0)
            diag("%s", err.text);
        made_up_compute(&m, i, 3);
    }
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    for (int again = 0; again < 2; again++) {
        struct forecast here, apart;

        recording_set_yields(r, NULL);
        here = on(r, p, NULL);
        apart = on(r, p, "h0:1,h1:1");
        ok(tap_near(here.seconds, 5),
           "what shared a core takes as long again");
        ok(tap_near(apart.seconds, 3),
           "and on a core of its own what it had%s",
           again ? ", however often that is said" : "");
        forecast_destroy(&here);
        forecast_destroy(&apart);
    }
    platform_destroy(p);
    recording_destroy(r);
}

/* The same of 4 s each, of which rank 0 slept for half, and rank 1 had no
 * core.
 */
static void test_recorded_sleep(void)
{
    struct platform *p = made_up_platform(2, 1, 100);
    static const double asleep[] = { 1, 0 };
    struct forecast here, apart;
    struct made_up_run m;
    struct recording *r;

    p->host[0].cores = 1;
    made_up_begin(&m, 2, false);
    m.computed = 2;
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, 4);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    recording_set_yields(r, asleep);
    here = on(r, p, NULL);
    apart = on(r, p, "h0:1,h1:1");
    ok(tap_near(here.seconds, 4 + 2 + 1), "who sleeps does so on no core");
    ok(tap_near(here.job.generation[0].outcome.rank[0].computed, 6),
       "and counts as computing");
    ok(tap_near(apart.seconds, 4 + 1), "for as long on a core of its own");
    p->host[1].speed = 2;
    forecast_destroy(&apart);
    apart = on(r, p, "h1:1,h0:1");
    ok(tap_near(apart.seconds, 1 + 2 + 1), "however fast that is");
    forecast_destroy(&here);
    clear(&apart, p, r);
}

/* It is said for each job that is replayed, of a recording that they share. */
static void test_sleep_said_twice(void)
{
    static const double asleep[] = { 0.5, 0.5 };
    struct made_up_run m;
    struct recording *r;
    double once;

    made_up_begin(&m, 2, false);
    m.computed = 2;
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, 4);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    recording_set_yields(r, asleep);
    once = recording_loop_work(&r->rank[0]);
    recording_set_yields(r, asleep);
    ok(once < 4 && tap_near(recording_loop_work(&r->rank[0]), once),
       "what sleeping takes off is taken off once: %g", once);
    recording_destroy(r);
}

/* ---- the factors of efficiency ---- */

static void check_efficiency(const char *what,
                             const struct run_efficiency *came,
                             double balance,
                             double serialisation,
                             double transfer)
{
    ok(tap_near(came->load_balance, balance), "%s: load balance is %g", what,
       balance);
    ok(tap_near(came->serialisation, serialisation), "%s: serialisation is %g",
       what, serialisation);
    ok(tap_near(came->transfer, transfer), "%s: transfer is %g", what,
       transfer);
    ok(tap_near(came->communication, serialisation * transfer)
           && tap_near(came->parallel, balance * serialisation * transfer),
       "%s: what is made of them is their product", what);
}

/* 'rounds' rounds in which rank i computes work[i], and all meet. */
static struct recording *meeting(const double work[4], int rounds)
{
    struct made_up_run m;

    made_up_begin(&m, 4, true);
    for (int k = 0; k < rounds; k++)
        for (int i = 0; i < 4; i++) {
            made_up_mark(&m, i);
            made_up_collective(&m, i, "MPI_Barrier", TRACE_NONE, 0);
            made_up_compute(&m, i, work[i]);
            made_up_collective(&m, i, "MPI_Barrier", TRACE_NONE, 0);
        }
    return made_up_end(&m);
}

/* Both barriers take 2 s: two rounds of messages among four ranks. */
static void test_imbalance(void)
{
    static const double work[4] = { 8, 4, 2, 2 }, even[4] = { 6, 6, 6, 6 };
    struct platform *p = made_up_platform(4, 1, 100);
    struct recording *r = meeting(work, 3);
    struct forecast f = on(r, p, NULL);

    ok(f.iterations == 3 && tap_near(forecast_median(&f), 12),
       "three iterations of 12 s are found");
    ok(tap_near(f.loop_seconds, 36), "which are the loop");
    check_efficiency("imbalance", &f.efficiency, 0.5, 1, 24.0 / 36);
    ok(forecast_worst(&f.efficiency) == FORECAST_LOAD_BALANCE,
       "imbalance: it is the balance that is to be worked on");
    forecast_destroy(&f);
    recording_destroy(r);
    r = meeting(even, 1);
    f = on(r, p, NULL);
    ok(f.iterations == 0, "what comes once is no loop");
    check_efficiency("even work", &f.efficiency, 1, 1, 0.6);
    ok(forecast_worst(&f.efficiency) == FORECAST_TRANSFER,
       "even work: it is the transfer that is to be worked on");
    clear(&f, p, r);
}

/* Each rank computes 3 s when it has heard from the one before it. */
static struct recording *chain(int ranks)
{
    struct made_up_run m;

    made_up_begin(&m, ranks, true);
    for (int i = 0; i < ranks; i++) {
        if (i > 0)
            made_up_receive(&m, i, i - 1);
        made_up_compute(&m, i, 3);
        if (i < ranks - 1)
            made_up_send(&m, i, i + 1, 100);
        else
            made_up_call(&m, i, "MPI_Wtime", NULL, 0);
    }
    return made_up_end(&m);
}

static void test_chain(void)
{
    struct platform *p = made_up_platform(4, 1, 100);
    struct recording *r = chain(4);
    struct forecast f = on(r, p, NULL);

    ok(tap_near(f.seconds, 4 * 3 + 3 * 2),
       "a chain takes all its work and all its messages");
    check_efficiency("a chain", &f.efficiency, 1, 0.25, 12.0 / 18);
    ok(forecast_worst(&f.efficiency) == FORECAST_SERIALISATION,
       "a chain: it is serialisation that is to be worked on");
    clear(&f, p, r);
}

/* All send to the next one and receive from the one before, 'rounds' times. */
static struct recording *ring(int ranks, int rounds, unsigned seed)
{
    struct made_up_run m;

    made_up_begin(&m, ranks, true);
    for (int k = 0; k < rounds; k++)
        for (int i = 0; i < ranks; i++) {
            struct trace_act acts[2] = {
                { TRACE_SEND, 0, (i + 1) % ranks, 1, 50 * (k % 5), 0 },
                { TRACE_RECV, 0, (i + ranks - 1) % ranks, 1, 50 * (k % 5), 0 },
            };

            made_up_mark(&m, i);
            made_up_compute(&m, i, seed ? (k * 7 + i * seed) % 5 : 2);
            made_up_call(&m, i, "MPI_Sendrecv", acts, 2);
        }
    return made_up_end(&m);
}

static void test_ring(void)
{
    struct platform *p = made_up_platform(4, 1, 100);
    struct recording *r = ring(4, 5, 0);
    struct forecast f = on(r, p, NULL);

    ok(tap_near(f.seconds, 5 * 2 + 5 * 1 + 0.5 * (0 + 1 + 2 + 3 + 4)),
       "a ring takes its work and one message in each round");
    check_efficiency("a ring", &f.efficiency, 1, 1, 8.0 / 18);
    clear(&f, p, r);
}

/* ---- properties ---- */

/* The most work on any way through rounds of a ring: a rank goes on when both
 * it and the one before it have come.
 */
static double critical_path(int ranks, int rounds, unsigned seed)
{
    double at[MADE_UP_RANKS] = { 0 }, next[MADE_UP_RANKS], last = 0;

    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < ranks; i++)
            at[i] += (k * 7 + i * seed) % 5;
        for (int i = 0; i < ranks; i++)
            next[i] = fmax(at[i], at[(i + ranks - 1) % ranks]);
        for (int i = 0; i < ranks; i++)
            last = fmax(last, at[i] = next[i]);
    }
    return last;
}

static void test_properties(void)
{
    bool ideal = true, faster = true, products = true;

    for (unsigned seed = 1; seed < 12; seed++) {
        struct recording *r = ring(2 + seed % 7, 20, seed);
        double before = INFINITY;

        for (double bandwidth = 10; bandwidth < 1e6; bandwidth *= 10) {
            struct platform *p =
                made_up_platform(8, 10 / bandwidth, bandwidth);
            struct forecast f;

            p->eager = seed % 2 ? 100 : 1000;
            f = on(r, p, NULL);
            faster &=
                f.seconds <= before && f.seconds >= f.ideal[0].seconds - 1e-9;
            if (seed % 2 == 0)
                ideal &= tap_near(f.ideal[0].seconds,
                                  critical_path(2 + seed % 7, 20, seed));
            products &=
                tap_near(f.efficiency.parallel,
                         f.efficiency.load_balance * f.efficiency.serialisation
                             * f.efficiency.transfer);
            before = f.seconds;
            forecast_destroy(&f);
            platform_destroy(p);
        }
        recording_destroy(r);
    }
    ok(faster, "a faster network is never slower, and none beats the ideal");
    ok(ideal, "on an ideal network the critical path is what remains");
    ok(products, "parallel efficiency is the product of its factors");
}

/* ---- hosts ---- */

static void test_hosts(void)
{
    static const double work[4] = { 4, 4, 4, 4 };
    struct platform *p = made_up_platform(4, 0, 1e9);
    struct recording *r = meeting(work, 2);
    struct forecast f;

    p->host[3].speed = 0.5;
    f = on(r, p, NULL);
    ok(tap_near(f.seconds, 8), "on their hosts the ranks are as recorded");
    ok(mapped_run_hosts_used(&f.job.generation[0].mapped) == 4,
       "which are four");
    forecast_destroy(&f);
    f = on(r, p, "h3,h1:2,h0");
    ok(tap_near(f.seconds, 16), "half as fast a host takes twice as long");
    ok(mapped_run_hosts_used(&f.job.generation[0].mapped) == 3,
       "and three hosts are in use");
    forecast_destroy(&f);
    p->host[3].speed = 1;
    for (int i = 0; i < 4; i++)
        p->host[i].delay = 0.25;
    f = on(r, p, NULL);
    ok(tap_near(f.seconds, 8),
       "where nobody is kept waiting no call returns late");
    clear(&f, p, r);
}

/* Rank 1 comes a second after the other, and rank 0 is late then. */
static void test_delays(void)
{
    static const double work[4] = { 1, 2, 2, 2 };
    struct platform *p = made_up_platform(4, 0, 1e9);
    struct recording *r = meeting(work, 2);
    struct forecast f;

    for (int i = 0; i < 4; i++)
        p->host[i].delay = 0.25;
    f = on(r, p, NULL);
    ok(tap_near(f.job.generation[0].outcome.rank[0].end, 4.75),
       "a call that is kept waiting returns late");
    ok(tap_near(f.job.generation[0].outcome.rank[1].end, 4.5),
       "and so did those that waited for the late one");
    ok(tap_near(f.ideal[0].seconds, 4), "but not on an ideal network");
    clear(&f, p, r);
}

/* Ranks 0 and 1 share a core, and who waits leaves it; the others have one
 * each.
 */
static void test_shared_delays(void)
{
    static const double work[4] = { 1, 2, 2, 2 };
    struct platform *p = made_up_platform(3, 0, 1e9);
    struct recording *r = meeting(work, 1);
    struct simulated_job_plan plan = { .recording = r,
                                       .platform = p,
                                       .map = "h0:2,h1:1,h2:1",
                                       .bytes = JOB_UNKNOWN };
    struct error err = { .text = "" };
    struct forecast f;

    for (int i = 0; i < 3; i++) {
        p->host[i].delay = 0.25;
        p->host[i].delay_shared = true;
        p->host[i].cores = 1;
    }
    recording_set_yields(r, NULL);
    f = on(r, p, "h0:2,h1:1,h2:1");
    ok(tap_near(f.job.generation[0].outcome.rank[0].end, 3.25),
       "who has left its core returns late");
    ok(tap_near(f.job.generation[0].outcome.rank[2].end, 3),
       "and not who has one of its own");
    forecast_destroy(&f);
    plan.start_up = 1;
    ok(forecast_create(&f, &plan, &err) == 0
           && tap_near(f.job.generation[0].outcome.rank[2].end, 3),
       "nor where new ranks may come, as long as there are none");
    clear(&f, p, r);
}

/* ---- runs that cannot be ---- */

static void test_stuck(void)
{
    struct platform *p = made_up_platform(2, 1, 100);
    struct error err = { .text = "" };
    struct forecast f;
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 2, true);
    for (int i = 0; i < 2; i++) {
        made_up_send(&m, i, 1 - i, 200);
        made_up_receive(&m, i, 1 - i);
    }
    r = made_up_end(&m);
    p->eager = 100;
    ok(made_up_forecast(&f, r, p, NULL, &err) < 0,
       "two that both send first are stuck when messages are long");
    has(err.text, "rank 0 waits for rank 1 to receive",
        "and it is told who waits for whom");
    p->eager = 200;
    ok(made_up_forecast(&f, r, p, NULL, &err) == 0,
       "and not when they are short");
    clear(&f, p, r);
}

int main(void)
{
    test_pairs();
    test_overlap();
    test_forgotten_request();
    test_shared_network();
    test_shared_collective();
    test_collectives();
    test_begun_collectives();
    test_by_hosts();
    test_shared_core();
    test_start();
    test_recorded_core();
    test_recorded_sleep();
    test_sleep_said_twice();
    test_imbalance();
    test_chain();
    test_ring();
    test_properties();
    test_hosts();
    test_delays();
    test_shared_delays();
    test_stuck();
    return tap_done();
}
