/* Tests of agent/decide/decide_payoff.c: what a change has brought
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/decide/decide_internal.h"
#include "net/loop.h"
#include "tests/tap.h"

static struct head head; /* that is not at work, and so leaves nothing */

static struct decide *start(double before, double predicted)
{
    static struct decide d;

    d = (struct decide){
        .agent = &head,
        .last_gain = JOB_UNKNOWN,
        .forecast = { JOB_UNKNOWN, predicted },
        .proof = { .open = true, .key = "growing", .before = before }
    };
    decision_log_enter(&d.log, 1, NULL, "resize 4");
    decision_log_begin(&d.log);
    return &d;
}

/* Look at a job whose iterations take so long. */
static double look(struct decide *d, double iteration_time)
{
    struct policy_job *job = policy_job_create(1, 1);
    double gain;

    job->iteration_time = iteration_time;
    decide_prove(d, job);
    gain = job->last_gain;
    policy_job_destroy(job);
    return gain;
}

static const char *told(const struct decide *d)
{
    return decision_log_page(&d->log, 0)->outcome;
}

static void test_gains(void)
{
    static const struct {
        double predicted;
        double after; /* it was 1 before */
        const char *told;
        bool held; /* it is not to be done again for a while */
    } cases[] = {
        { 0.5, 0.5,
          "done: iterations take 50 % less time; expected were 50 % less",
          false },
        { 0.5, 1.25,
          "done: iterations take 25 % more time; expected were 50 % less",
          true },
        { -0.2, 1.25,
          "done: iterations take 25 % more time; expected were 20 % more",
          false },
        { -0.2, 1.5,
          "done: iterations take 50 % more time; expected were 20 % more",
          true },
        { NAN, 0.75, "done: iterations take 25 % less time", false },
        { NAN, 1, "done: iterations take 0 % less time", true },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct decide *d = start(1, cases[i].predicted);
        struct error err;

        ok(tap_near(look(d, cases[i].after), 1 - cases[i].after),
           "iterations of %g s in place of 1 s are a gain of %g",
           cases[i].after, 1 - cases[i].after);
        ok(strcmp(told(d), cases[i].told) == 0, "it is told: %s", told(d));
        ok(backoff_forbids(&d->restraint, "growing", loop_now(), &err)
               == cases[i].held,
           "with a gain of %g predicted it is %s", cases[i].predicted,
           cases[i].held ? "not to be repeated at once" : "worth it");
    }
}

/* A job is looked at as long as it runs, and what it does then is its own. */
static void test_once(void)
{
    struct decide *d = start(1, 0.5);
    char first[DECISION_LOG_TEXT];
    struct error err;

    ok(isnan(look(d, JOB_UNKNOWN)) && d->proof.open
           && strcmp(told(d), "begun") == 0,
       "while iterations are not timed nothing is said of a gain");
    ok(tap_near(look(d, 0.5), 0.5), "once they are it is known");
    snprintf(first, sizeof(first), "%s", told(d));
    ok(tap_near(look(d, 0.01), 0.5) && tap_near(look(d, 0.01), 0.5)
           && tap_near(look(d, 4), 0.5),
       "what comes later is not its gain");
    ok(strcmp(told(d), first) == 0, "nor told as that");
    ok(!backoff_forbids(&d->restraint, "growing", loop_now(), &err),
       "nor held against it");
}

/* What the first look says may be of the change itself. */
static void test_again(void)
{
    static const struct {
        double second, third; /* it was 1 before, and at the first look */
        bool held;
        const char *told;
    } cases[] = {
        { 0.5, 0.7, false,
          "done: iterations take 40 % less time; expected were 50 % less" },
        { 0.9, 1.3, true,
          "done: iterations take 0 % less time; expected were 50 % less" },
        { 1, 1, true,
          "done: iterations take 0 % less time; expected were 50 % less" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct decide *d = start(1, 0.5);
        struct error err;

        look(d, 1);
        look(d, cases[i].second);
        ok(backoff_forbids(&d->restraint, "growing", loop_now(), &err),
           "what did not pay at first is not to be repeated");
        look(d, cases[i].third);
        ok(backoff_forbids(&d->restraint, "growing", loop_now(), &err)
               == cases[i].held,
           "which is %s after two more looks",
           cases[i].held ? "as it was" : "taken back");
        ok(strcmp(told(d), cases[i].told) == 0, "it is told: %s", told(d));
        look(d, 0.1);
        ok(backoff_forbids(&d->restraint, "growing", loop_now(), &err)
               == cases[i].held,
           "later looks do not count");
    }
}

int main(void)
{
    test_gains();
    test_once();
    test_again();
    return tap_done();
}
