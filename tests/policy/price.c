/* Tests of policy/price.c and backoff.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "policy/backoff.h"
#include "policy/price.h"
#include "policy/synthetic_job.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool near(double a, double b)
{
    return a - b < 1e-3 && b - a < 1e-3;
}

/* Iterations of made-up jobs are computing and 0.05 s. */
static void test_gains(void)
{
    static const struct {
        const char *job;
        const char *change;
        double from; /* seconds of computing in the slowest rank */
        double to;
    } cases[] = {
        { "idle-cores", "resize 4", .5, .25 },
        { "idle-cores", "split 0", .5, .5 },
        { "idle-cores", "resize 1", .5, 1 },
        { "idle-cores", "resize 8", .5, .25 },
        { "balanced", "resize 2", .25, .5 },
        { "balanced", "merge 0 1", .25, .5 },
        { "balanced", "rebalance 1 1 1 2", .25, .4 },
        { "crowded", "resize 2", .5, .5 },
        { "unequal", "rebalance 2 2 1", 2 / 3., .4 },
        { "loaded-there", "migrate 1 h4", 2 / 3., 1 / 3. },
        { "loaded-there", "migrate 0 h2", 2 / 3., 1 },
        { "loaded-there", "rebalance 2 1 2", 2 / 3., .4 },
        { "loaded-there", "resize 4", 2 / 3., .5 },
        { "loaded-there", "migrate 1 h4 and rebalance 1 1 1", 2 / 3., 1 / 3. },
        { "loaded-there", "migrate 1 h4 and split 1", 2 / 3., 1 / 3. },
        { "balanced", "split 0 and merge 1 2", .25, .5 },
        { "loaded-there", "split 1 --to h4", 2 / 3., 1 / 3. },
        { "loaded-there", "split 1 --to h4 and migrate 1 h3", 2 / 3., 2 / 3. },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct policy_job *job = synthetic_job(cases[i].job);
        double gain = (cases[i].from - cases[i].to) / (cases[i].from + .05);
        struct change *c;
        double came;

        c = change_parse(cases[i].change, NULL);
        came = price_gain(job, c);
        change_destroy(c);
        if (!ok(near(came, gain), "%s, %s: %.3f", cases[i].job,
                cases[i].change, gain))
            diag("came %.3f", came);
        policy_job_destroy(job);
    }
}

/* The gain of one more rank where the first host has two cores, and the
 * others have one.
 */
static double gain_beside(enum policy_host_state first)
{
    struct policy_job *job = synthetic_job("unequal");
    struct change *four = change_parse("resize 4", NULL);
    double gain;

    job->hosts[0].cores = 2;
    job->hosts[0].state = first;
    job->hosts[2].speed = 1;
    gain = price_gain(job, four);
    change_destroy(four);
    policy_job_destroy(job);
    return gain;
}

static void test_leaving(void)
{
    double there = gain_beside(HOST_MEMBER);
    double elsewhere = gain_beside(HOST_LEAVING);

    if (!ok(elsewhere < there - .1,
            "no new rank is thought of on a host that is to be left, be it "
            "the first one"))
        diag("the gain is %.3f, on that host %.3f", elsewhere, there);
}

static void test_unknown(void)
{
    struct policy_job *job = synthetic_job("unknown");
    struct change *four = change_parse("resize 4", NULL);
    struct change *ninth = change_parse("split 9", NULL);

    ok(isnan(price_gain(job, four)), "nothing known, nothing predicted");
    policy_job_destroy(job);
    job = synthetic_job("balanced");
    ok(isnan(price_gain(job, ninth)), "nor what cannot be");
    policy_job_destroy(job);
    change_destroy(four);
    change_destroy(ninth);
}

static void test_price(void)
{
    struct price p;

    price_init(&p);
    ok(price_seconds(&p, JOB_UNKNOWN) > 0, "a change has a price");
    ok(price_seconds(&p, 1e9) > price_seconds(&p, 1e6), "which grows");
    price_learn(&p, 1e8, 2.0, 1.0);
    ok(near(price_seconds(&p, 1e8), 1.0) && near(p.ready, 2.0),
       "the first one counts for all");
    price_learn(&p, 1e8, 1.0, 0.5);
    ok(near(price_seconds(&p, 1e8), 0.75) && near(p.ready, 1.5),
       "later ones for half");
}

static void test_paid(void)
{
    ok(price_paid(.5, .3) && !price_paid(.5, .01) && !price_paid(.5, -.2),
       "what was to save time must save some");
    ok(price_paid(-.2, -.25) && price_paid(-.2, .1) && !price_paid(-.2, -.5),
       "what was to cost time may cost that");
    ok(price_paid(.5, JOB_UNKNOWN), "what is not known is no fault");
    ok(!price_paid(JOB_UNKNOWN, 0), "who predicts nothing must save some");
}

static void test_keys(void)
{
    static const struct {
        const char *change;
        const char *key;
    } cases[] = {
        { "resize 5", "growing" },
        { "resize 3", "shrinking" },
        { "split 0 3", "growing" },
        { "merge 0 1", "shrinking" },
        { "rebalance 1 2 3 4", "rebalancing" },
        { "migrate 2 h1", "moving rank 2 to h1" },
        { "migrate 2 h1 and migrate 0 h3",
          "moving rank 2 to h1, rank 0 to h3" },
        { "migrate 2 h1 and rebalance 1 1 1 1", "moving rank 2 to h1" },
        { "split 0 and merge 1 2", "reshaping" },
        { "split 0 3 and merge 1 2", "growing" },
        { "split 0 and merge 1 2 3", "shrinking" },
        { "resize 4 --hosts a,b", "spreading" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char key[BACKOFF_KEY];
        struct change *c = change_parse(cases[i].change, NULL);

        backoff_key(c, 4, key);
        change_destroy(c);
        ok(strcmp(key, cases[i].key) == 0, "%s of 4 ranks is %s",
           cases[i].change, key);
    }
}

static void test_restraint(void)
{
    static struct backoff r;
    struct error err = { "" };
    char key[32];

    ok(!backoff_forbids(&r, "growing", 0, &err), "at first all is allowed");
    backoff_note(&r, "growing", false, 100, 10);
    ok(backoff_forbids(&r, "growing", 105, &err), "not what did not pay");
    has(err.text, "growing did not pay; not again for 5 s", "which is told");
    ok(!backoff_forbids(&r, "shrinking", 105, &err), "but all else");
    ok(!backoff_forbids(&r, "growing", 110, &err), "and not for ever");
    backoff_note(&r, "growing", false, 110, 10);
    ok(backoff_forbids(&r, "growing", 129, &err)
           && !backoff_forbids(&r, "growing", 130, &err),
       "the second time for twice as long");
    backoff_note(&r, "growing", true, 140, 10);
    backoff_note(&r, "growing", false, 150, 10);
    ok(!backoff_forbids(&r, "growing", 160, &err),
       "one that paid begins anew");
    for (int i = 0; i < 40; i++) {
        snprintf(key, sizeof(key), "moving rank %d", i);
        backoff_note(&r, key, false, 200 + i, 100);
    }
    ok(backoff_forbids(&r, "moving rank 39", 240, &err)
           && !backoff_forbids(&r, "moving rank 3", 240, &err),
       "the oldest are forgotten");
}

/* A process and two ranks on two cores get two thirds of one each. */
static void test_demand(void)
{
    ok(near(policy_job_load(1, 2, 2), 2 / 3.), "who shares uses less");
    ok(near(policy_job_demand(2 / 3., 2, 2), 1), "and wants more");
    ok(near(policy_job_demand(.5, 1, 4), .5)
           && near(policy_job_load(.5, 1, 4), .5),
       "who has a core to himself wants what he uses");
    ok(near(policy_job_demand(2, 0, 2), 2), "as does who is alone");
    ok(policy_job_demand(2, 1, 2) < 1e3, "nobody wants all the cores there "
                                         "are in the world");
    ok(isnan(policy_job_demand(JOB_UNKNOWN, 1, 2)), "or nobody knows");
}

int main(void)
{
    test_demand();
    test_gains();
    test_leaving();
    test_unknown();
    test_price();
    test_paid();
    test_keys();
    test_restraint();
    return tap_done();
}
