/* Tests of policy/recorded.c
 *
 * A run of 20 iterations of 0.1 s with 2 ranks after a start-up of 1 s, a
 * change at 3 s, and 10 iterations of 0.05 s with 4 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "policy/recorded.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct run_generation generations[] = {
    { .generation = 1,
      .ranks = 2,
      .start = 0,
      .end = 3,
      .iterations = 20,
      .samples = 10 },
    { .generation = 2,
      .ranks = 4,
      .start = 3,
      .end = 3.5,
      .iterations = 10,
      .samples = 5 },
};
static double seconds[] = { .1, .1, .1,  .1,  .1,  .1,  .1, .1,
                            .1, .1, .05, .05, .05, .05, .05 };
static struct run_change changes[] = {
    { .what = "resize", .outcome = "no cores", .at = 1 },
    { .what = "resize",
      .outcome = "done",
      .done = true,
      .at = 3,
      .bytes = 5000,
      .stopped = 0.02,
      .before = .1,
      .after = .05 },
};
static struct run_host hosts[] = {
    { .name = "a", .ranks = 3, .cores = 8, .load_mean = 4.5 },
    { .name = "b", .ranks = 1, .cores = 2, .load_mean = 0.5 },
};
static struct run_rank ranks[] = {
    { .rank = 0,
      .host = "a",
      .times = { .compute = 6, .mpi = 4, .waiting = 3 } },
    { .rank = 1, .host = "b", .times = { .compute = 9, .mpi = 1 } },
    { .rank = 2,
      .host = "a",
      .times = { .compute = 5, .mpi = 5, .waiting = 5 } },
    { .rank = 3, .host = "a" },
};
static struct run_message messages[] = {
    { .from = 0, .to = 1, .bytes = 3000 },
    { .from = 2, .to = 3, .bytes = 300 },
};

static const struct run run = {
    .wall = 3.5,
    .ranks = COUNT(ranks),
    .rank = ranks,
    .hosts = COUNT(hosts),
    .host = hosts,
    .messages = COUNT(messages),
    .message = messages,
    .iterations = { .found = true,
                    .count = 30,
                    .start_up = 1,
                    .stride = 2,
                    .samples = COUNT(seconds),
                    .seconds = seconds },
    .changes = COUNT(changes),
    .change = changes,
    .generations = COUNT(generations),
    .generation = generations,
};

static struct policy_job *at(double moment)
{
    struct error err = { "" };
    struct policy_job *job = recorded_job(&run, moment, &err);

    if (!ok(job != NULL, "the job ran after %g s", moment))
        diag("%s", err.text);
    return job;
}

static void test_course(void)
{
    static const struct {
        double moment;
        int size;
        uint64_t iteration;
        double time;
    } cases[] = {
        { 1.1, 2, 2, .1 },
        { 2.05, 2, 12, .1 },
        { 3.15, 4, 24, .05 },
        { 3.4, 4, 28, .05 },
    };
    struct policy_job *job = at(0.5);

    ok(isnan(job->iteration_time) && isnan(job->ranks[0].time)
           && job->slowest < 0,
       "before the first iteration no times are known");
    policy_job_destroy(job);
    for (size_t i = 0; i < COUNT(cases); i++) {
        job = at(cases[i].moment);
        if (!ok(job->size == cases[i].size
                    && job->iteration == cases[i].iteration
                    && tap_near(job->iteration_time, cases[i].time),
                "then it has %d ranks in iteration %d of %g s", cases[i].size,
                (int)cases[i].iteration, cases[i].time))
            diag("%d %d %g", job->size, (int)job->iteration,
                 job->iteration_time);
        policy_job_destroy(job);
    }
}

static void test_limits(void)
{
    struct run_policy policies[] = {
        { .kind = "policy", .limits = "1-8" },
        { .kind = "protocol", .limits = "2-6,3" },
        { .kind = "policy", .limits = "" },
    };
    struct run limited = run;
    struct policy_job *job = at(1.1);

    ok(job->limits.min == 1 && job->limits.preferred == 2,
       "without limits what it began with is preferred");
    policy_job_destroy(job);
    limited.policies = COUNT(policies);
    limited.policy = policies;
    job = recorded_job(&limited, 1.1, NULL);
    ok(job && job->limits.min == 2 && job->limits.max == 6
           && job->limits.preferred == 3,
       "the limits of the run are kept to");
    policy_job_destroy(job);
}

static void test_parts(void)
{
    struct policy_job *job = at(3.4);

    ok(tap_near(job->ranks[0].compute, .6) && tap_near(job->ranks[0].wait, .3)
           && tap_near(job->ranks[0].time, .05 * .7),
       "a rank's time is without waiting");
    ok(tap_near(job->ranks[1].wait, 0) && tap_near(job->ranks[2].wait, .4)
           && tap_near(job->ranks[2].time, .05 * .6),
       "waiting is what is longer in MPI than the shortest, as in a job that "
       "runs, and not what the report has as waiting");
    ok(job->slowest == 1 && job->fastest == 2, "the slowest is found");
    ok(isnan(job->ranks[3].compute) && isnan(job->efficiency),
       "a rank that told nothing is unknown");
    ok(tap_near(job->hosts[0].load, 1.5) && tap_near(job->hosts[1].load, 0),
       "the load of others is without our ranks");
    ok(tap_near(job->ranks[0].sent[1], 100) && !job->ranks[1].sent,
       "messages are those of an iteration");
    ok(job->changes == 2 && tap_near(job->since_change, .4)
           && tap_near(job->last_gain, .5)
           && tap_near(job->change_seconds, .02)
           && tap_near(job->state_bytes, 5000),
       "earlier changes are known");
    ok(job->limits.preferred == 2, "it was started with two ranks");
    policy_job_destroy(job);
    job = at(2);
    ok(job->changes == 1 && isnan(job->since_change) && isnan(job->last_gain),
       "one that was given up has no gain");
    ok(tap_near(job->ranks[0].sent[1], 100),
       "ranks that are not there yet get "
       "nothing");
    policy_job_destroy(job);
}

static void test_nothing(void)
{
    static const struct run empty;
    struct error err = { "" };

    ok(!recorded_job(&run, 3.6, &err), "nothing is known of later");
    has(err.text, "did not run 3.600 s", "which is told");
    ok(!recorded_job(&empty, 0, &err), "nor of a run without ranks");
}

int main(void)
{
    test_course();
    test_limits();
    test_parts();
    test_nothing();
    return tap_done();
}
