/* Tests of foresee/platform/calibrate.c and foresee/record/clocks.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "foresee/platform/calibrate.h"
#include "foresee/record/clocks.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static bool near(double a, double b, double percent)
{
    if (fabs(a - b) <= fabs(b) * percent / 100 + 1e-15)
        return true;
    diag("came %g, expected %g", a, b);
    return false;
}

/* ---- runs on a known network ---- */

/* What a network of this latency and time per byte does to ranks. */
struct net {
    double latency, per_byte;
    uint64_t eager;
};

/* Rank 'from' sends 'bytes' to the other one; the clock of rank 1 is ahead,
 * which the network does not know.
 */
static void pass(struct made_up_run *m,
                 const struct net *n,
                 int from,
                 uint64_t bytes,
                 double ahead)
{
    double sent = m->now[from] - (from == 1 ? ahead : 0);
    double ready = m->now[1 - from] - (from == 0 ? ahead : 0);
    double end = (bytes > n->eager ? fmax(sent, ready) : sent) + n->latency
                 + (double)bytes * n->per_byte;

    m->took = bytes > n->eager ? end - sent : 1e-7;
    made_up_send(m, from, 1 - from, bytes);
    m->took = fmax(end - ready, 1e-9);
    made_up_receive(m, 1 - from, from);
}

/* Messages there and back between two ranks with work of different length. */
static struct recording *ping_pong(const struct net *n, double ahead)
{
    static const uint64_t sizes[] = { 0, 8, 1000, 30000, 200000 };
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    recorder_rank(m.recorder, 1, "h1", ahead);
    m.now[1] = ahead;
    for (int k = 0; k < 200; k++) {
        m.now[0] += 1e-4 * (k % 7);
        m.now[1] += 1e-4 * (k % 5);
        pass(&m, n, k % 2, sizes[k / 2 % 5], ahead);
    }
    return made_up_end(&m);
}

static void test_network(void)
{
    static const struct net nets[] = {
        { 1e-6, 1e-9, 65536 },
        { 5e-5, 1e-8, 65536 },
        { 2e-6, 1e-10, 65536 },
        { 1e-5, 1e-8, 500 },
    };

    for (size_t i = 0; i < sizeof(nets) / sizeof(nets[0]); i++) {
        struct recording *r = ping_pong(&nets[i], 0);
        struct error err = { .text = "" };
        struct platform *p = calibrate(r, &err);
        const struct platform_link *l = platform_link(p, 0, 1);
        struct forecast f;

        ok(p && p->hosts == 2 && l->known, "the run tells of its hosts");
        ok(near(l->latency, nets[i].latency, 5), "a latency of %g is found",
           nets[i].latency);
        ok(near(l->per_byte, nets[i].per_byte, 5),
           "a byte that takes %g is found", nets[i].per_byte);
        ok(p->eager >= nets[i].eager && p->eager < 200000
               ? true
               : nets[i].eager == 500 && p->eager < 1000 && p->eager >= 8,
           "messages of more than %ju wait, it finds: %ju",
           (uintmax_t)nets[i].eager, (uintmax_t)p->eager);
        ok(made_up_forecast(&f, r, p, NULL, &err) == 0
               && near(f.seconds, f.recorded.seconds, 1),
           "replayed there the run takes as long as it took");
        forecast_destroy(&f);
        platform_destroy(p);
        recording_destroy(r);
    }
}

/* Rank 0 sends to rank 1, 0.01 s before that receives, or exchanges messages
 * with it then.  Of each 'every' sends one ends at once, and the others when
 * they were received; 0: all do.
 */
static uint64_t find_eager(bool exchanges, int every)
{
    struct error err = { .text = "" };
    struct platform *p;
    struct recording *r;
    struct made_up_run m;
    uint64_t eager;

    made_up_begin(&m, 2, false);
    for (int k = 0; k < 60; k++) {
        bool at_once = every > 0 && k % every == 0;

        m.now[0] = fmax(m.now[0], m.now[1]) + 1e-3;
        m.now[1] = m.now[0] + 0.01;
        for (int i = 0; i < 2; i++) {
            struct trace_act act[] = {
                { exchanges || i == 0 ? TRACE_SEND : TRACE_RECV, 0, 1 - i, 0,
                  768, 0 },
                { TRACE_RECV, 0, 1 - i, 0, 768, 0 },
            };

            m.took = i == 1 || at_once ? 1e-6 : 0.01 + 1e-6;
            made_up_call(&m, i, exchanges ? "MPI_Sendrecv" : "MPI_Send", act,
                         exchanges ? 2 : 1);
        }
    }
    r = made_up_end(&m);
    p = calibrate(r, &err);
    eager = p ? p->eager : 0;
    platform_destroy(p);
    recording_destroy(r);
    return eager;
}

/* Of as many bytes as a trace can have, which its receiver is late for. */
static uint64_t find_eager_of_most(void)
{
    struct made_up_run m;
    struct recording *r;
    struct platform *p;
    uint64_t eager;

    made_up_begin(&m, 2, true);
    m.took = 1;
    made_up_send(&m, 0, 1, UINT64_MAX);
    made_up_compute(&m, 1, 0.5);
    made_up_receive(&m, 1, 0);
    r = made_up_end(&m);
    p = calibrate(r, NULL);
    eager = p ? p->eager : 0;
    platform_destroy(p);
    recording_destroy(r);
    return eager;
}

static void test_eager(void)
{
    ok(find_eager_of_most() == PLATFORM_EAGER,
       "one message of 2^64 bytes tells nothing");
    ok(find_eager(false, 0) == 767,
       "sends that all wait for their receivers tell from which size on");
    ok(find_eager(true, 0) == PLATFORM_EAGER,
       "a call that waits for a message, too, does not");
    ok(find_eager(false, 10) == PLATFORM_EAGER,
       "nor do sends of which one did not wait, as others lost their core");
}

static void test_clocks(void)
{
    static const struct net net = { 1e-5, 1e-9, 65536 };
    static const double ahead[] = { 0.5, -0.001, 7 };

    for (size_t i = 0; i < sizeof(ahead) / sizeof(ahead[0]); i++) {
        struct recording *plain = ping_pong(&net, 0);
        struct recording *r = ping_pong(&net, ahead[i]);
        struct error err = { .text = "" };

        ok(clocks_align(r, &err) == 0
               && near(r->rank[1].end - r->rank[0].end,
                       plain->rank[1].end - plain->rank[0].end, 2),
           "a clock that is %g s ahead is put back", ahead[i]);
        ok(fmin(r->rank[0].start, r->rank[1].start) == 0,
           "and the run begins at 0");
        recording_destroy(r);
        recording_destroy(plain);
    }
}

/* Of two collectives that end at once the clocks are known, too. */
static void test_clocks_of_collectives(void)
{
    static const double ahead[3] = { 0, 0.25, -3 };
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;
    bool held;

    made_up_begin(&m, 3, true);
    for (int k = 0; k < 30; k++)
        for (int i = 0; i < 3; i++) {
            double came = k + (k + i) % 3 * 0.1, end = k + 0.2 + 1e-6;

            m.now[i] = came + ahead[i] + 10;
            m.took = end - came;
            made_up_collective(&m, i, "MPI_Allreduce", TRACE_NONE, 8);
        }
    r = made_up_end(&m);
    held = clocks_align(r, &err) == 0;
    for (int i = 1; i < 3; i++)
        held &= fabs(r->rank[i].end - r->rank[0].end) < 2e-6;
    ok(held, "collectives bring the clocks of three ranks together");
    recording_destroy(r);
}

/* Ranks that come to a barrier in turn; every other time the one that had to
 * wait returns late, as others have its core.
 */
static void test_delays(void)
{
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;
    struct platform *p;
    bool among = true;

    made_up_begin(&m, 2, false);
    for (int k = 0; k < 400; k++) {
        int first = k % 2;
        double last;

        m.now[first] = fmax(m.now[0], m.now[1]) + 0.01;
        m.now[1 - first] = last = m.now[first] + 0.01;
        for (int i = 0; i < 2; i++) {
            m.took =
                last + 1e-6 - m.now[i] + (i == first && k / 2 % 2 ? 4e-3 : 0);
            made_up_collective(&m, i, "MPI_Barrier", TRACE_NONE, 0);
        }
    }
    r = made_up_end(&m);
    p = calibrate(r, &err);
    ok(p && near(platform_link(p, 0, 0)->latency, 1e-6, 5),
       "a latency is found although calls return late");
    ok(near(p->host[0].delay, 2e-3, 5), "and by how much on the mean: %g",
       p->host[0].delay);
    ok(near(
           platform_delay(p, 0, PLATFORM_COLLECTIVE_KEPT, PLATFORM_DELAYS - 1),
           4e-3, 5)
           && platform_delay(p, 0, PLATFORM_COLLECTIVE_KEPT, 0) < 1e-9,
       "and that some are very late, and others are not");
    for (uint64_t i = 0; i < PLATFORM_DELAYS; i++)
        among &= platform_delay(p, 0, PLATFORM_COLLECTIVE, i) < 1e-9;
    ok(among, "and that those who come last do not wait");
    platform_destroy(p);
    recording_destroy(r);
}

/* Rank 1 waits for a message of rank 0 on another host; every other time it
 * gets that late, as rank 2 beside it computes by then.
 */
static void test_delays_of_busy_cores(void)
{
    struct error err = { .text = "" };
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 3, false);
    recorder_rank(m.recorder, 0, "h1", 0);
    for (int k = 0; k < 40; k++) {
        m.now[0] = k + 0.5;
        m.took = 0;
        made_up_send(&m, 0, 1, 8);
        m.took = k + 0.5 + 1e-6 + (k % 2 ? 4e-3 : 0) - m.now[1];
        made_up_receive(&m, 1, 0);
        m.took = k + 0.5 - m.now[2];
        made_up_call(&m, 2, "MPI_Comm_dup", NULL, 0);
        m.now[2] += k % 2 ? 0.1 : 0;
    }
    made_up_call(&m, 2, "MPI_Comm_dup", NULL, 0);
    r = made_up_end(&m);
    recording_set_cores(r, "h0", 1);
    for (int yields = 0; yields < 2; yields++) {
        struct platform *p;

        if (yields)
            recording_set_yields(r, NULL);
        p = calibrate(r, &err);
        ok(p && fabs(p->host[1].delay - (yields ? 0 : 2e-3)) < 1e-4,
           yields ? "who has part of a core is not late: %g"
                  : "who polls is as late as he is: %g",
           p ? p->host[1].delay : 0);
        platform_destroy(p);
    }
    recording_destroy(r);
}

/* Two ranks on each of two hosts that meet: one comes to the other, both of
 * these meet, and each tells the one beside it.  Which of the three was slow
 * nobody can tell.
 */
static void test_collectives_alone(void)
{
    struct error err = { .text = "" };
    struct platform *p;
    struct recording *r;
    struct made_up_run m;

    made_up_begin(&m, 4, false);
    recorder_rank(m.recorder, 2, "h1", 0);
    recorder_rank(m.recorder, 3, "h1", 0);
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < 4; i++)
            made_up_compute(&m, i, 1);
        m.took = 2e-3;
        made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    }
    r = made_up_end(&m);
    p = calibrate(r, &err);
    ok(p && platform_link(p, 0, 1)->known
           && near(platform_link(p, 0, 1)->latency, 2e-3 / 3, 5),
       "what a collective took is told of the network between hosts");
    ok(p && platform_link(p, 0, 0)->known && platform_link(p, 1, 1)->known,
       "and within them it is no slower");
    platform_destroy(p);
    recording_destroy(r);
}

int main(void)
{
    test_collectives_alone();
    test_network();
    test_eager();
    test_clocks();
    test_clocks_of_collectives();
    test_delays();
    test_delays_of_busy_cores();
    return tap_done();
}
