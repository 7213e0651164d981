/* Tests of foresee/replay/shared_cores.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/replay/shared_cores.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

enum { RANKS = 6 };

/* Ranks 0 to 2 are on h0, 3 and 4 on h1, 5 on h2. */
static const char map[] = "h0:3,h1:2,h2:1";

static const struct sharing {
    const char *title;
    struct {
        double start;
        double seconds; /* on a core of its own; 0: it computes not */
        double end;
    } rank[RANKS];
    unsigned cores; /* of h0; h1 and h2 have one */
    double taken;   /* by those that wait */
} sharings[] = {
    { "who is alone has a core", { { 1, 2, 3 } }, 1, 0 },
    { "two have half of one each", { { 0, 2, 4 }, { 0, 2, 4 } }, 1, 0 },
    { "who has less to do is done first, and then the other is alone",
      { { 0, 3, 5 }, { 0, 2, 4 } },
      1,
      0 },
    { "who comes later takes his part of what is left to do",
      { { 0, 3, 4 }, { 2, 3, 6 } },
      1,
      0 },
    { "three have two thirds of two cores",
      { { 0, 2, 3 }, { 0, 2, 3 }, { 0, 2, 3 } },
      2,
      0 },
    { "two of three that compute have a core each",
      { { 0, 2, 2 }, { 0, 1, 1 } },
      2,
      0 },
    { "other hosts do not matter",
      { { 0, 1, 1 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 2, 4 }, { 0, 2, 4 } },
      1,
      0 },
    { "after a pause all begins anew",
      { { 0, 1, 1 }, { 3, 1, 4.5 }, { 3.5, 0.5, 4.5 } },
      1,
      0 },
    { "who waits takes his part from who computes",
      { { 0, 2, 2.5 }, { 3, 2, 8 }, { 3, 2, 8 } },
      1,
      0.2 },
    { "where all compute nobody does",
      { { 0, 1, 3 }, { 0, 1, 3 }, { 0, 1, 3 } },
      1,
      0.2 },
    { "nor where a core is free",
      { { 0, 2, 2 }, { 2, 0.8, 3 }, { 2, 0.8, 3 } },
      2,
      0.2 },
};

/* Start all in the order of time, and take whoever is done before. */
static bool holds(const struct sharing *is, shared_cores_t *c)
{
    bool right = true, started[RANKS] = { false };
    size_t left = 0;

    for (size_t i = 0; i < RANKS; i++)
        left += is->rank[i].seconds > 0;
    while (left > 0) {
        size_t next = RANKS;

        for (size_t i = 0; i < RANKS; i++)
            if (is->rank[i].seconds > 0 && !started[i]
                && (next == RANKS || is->rank[i].start < is->rank[next].start))
                next = i;
        if (next < RANKS && is->rank[next].start <= shared_cores_next(c)) {
            shared_cores_start(c, is->rank[next].start, next,
                               is->rank[next].seconds);
            started[next] = true;
        } else {
            double when = shared_cores_next(c);
            size_t rank = shared_cores_take(c);

            if (!tap_near(when, is->rank[rank].end)) {
                diag("rank %zu is done at %g", rank, when);
                right = false;
            }
            left--;
        }
    }
    return right && !isfinite(shared_cores_next(c));
}

/* Something else on h2, where one rank has a core, and on h1, where two share
 * one: more than there is room for at first.
 */
static void test_others(const struct mapped_run *s)
{
    shared_cores_t *c = shared_cores_create(s);
    bool held = shared_cores_expect_others(c) == 0;

    ok(held && shared_cores_share(c, 5),
       "a rank alone on a core has to share it when others may come");
    ok(shared_cores_are_wanted(c, 3) && !shared_cores_are_wanted(c, 5),
       "but nobody wants it before they do");
    shared_cores_start(c, 0, 3, 1);
    for (int i = 0; i < 5; i++)
        held &= shared_cores_add_other(c, 1, 1, 1) == 0;
    ok(held && tap_near(shared_cores_next(c), 1) && shared_cores_take(c) == 3,
       "who was done when others came was not slowed down");
    shared_cores_start(c, 1, 4, 1);
    ok(tap_near(shared_cores_next(c), 7) && shared_cores_take(c) == 4,
       "six that compute have a sixth of a core each");
    for (int i = 0; i < 5; i++)
        held &= tap_near(shared_cores_next(c), 7)
                && shared_cores_take(c) == SHARED_CORES_OTHER;
    ok(held && !isfinite(shared_cores_next(c)), "others are done as well");
    shared_cores_start(c, 7.5, 5, 1);
    ok(shared_cores_add_other(c, 8, 2, 2) == 0
           && tap_near(shared_cores_next(c), 9) && shared_cores_take(c) == 5,
       "a rank alone on a core has half of it when another one comes");
    ok(shared_cores_are_wanted(c, 5), "which wants it");
    ok(tap_near(shared_cores_next(c), 10.5)
           && shared_cores_take(c) == SHARED_CORES_OTHER,
       "which has all of it then");
    shared_cores_destroy(c);
}

/* A fifth of a core goes to the rank that waits, whatever else computes. */
static void test_waiting(const struct mapped_run *s)
{
    shared_cores_t *c = shared_cores_create(s);

    shared_cores_start(c, 0, 3, 1);
    ok(shared_cores_add_other(c, 0, 1, 1) == 0
           && tap_near(shared_cores_next(c), 2.5),
       "something else that computes is no rank that does not wait");
    shared_cores_destroy(c);
}

int main(void)
{
    struct platform *p = made_up_platform(3, 1, 1);
    struct mapped_run s = { 0 };
    struct made_up_run m;
    struct recording *r;
    struct error err = { .text = "" };

    made_up_begin(&m, RANKS, true);
    made_up_all(&m, "MPI_Barrier", -2, 0);
    r = made_up_end(&m);
    p->host[1].cores = p->host[2].cores = 1;
    for (size_t i = 0; i < sizeof(sharings) / sizeof(sharings[0]); i++) {
        shared_cores_t *c = NULL;

        p->host[0].cores = sharings[i].cores;
        r->taken = sharings[i].taken;
        if (mapped_run_create(&s, r, p, map, &err) == 0)
            c = shared_cores_create(&s);
        ok(c && holds(&sharings[i], c), "%s", sharings[i].title);
        if (i == 0)
            ok(c && shared_cores_share(c, 0) && shared_cores_share(c, 4)
                   && !shared_cores_share(c, 5),
               "one rank on one core shares it with nobody");
        shared_cores_destroy(c);
        if (i == 0)
            test_others(&s);
        if (i == sizeof(sharings) / sizeof(sharings[0]) - 1)
            test_waiting(&s);
        mapped_run_destroy(&s);
    }
    platform_destroy(p);
    recording_destroy(r);
    return tap_done();
}
