/* simulated_job_ask.c - ask the policy about a job that is replayed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "foresee/simulated_job_internal.h"

enum {
    LEAST_ITERATIONS = 3, /* that it is shown */
    QUESTIONS = 1000000,  /* at most */
};

/* Where it is not said how many ranks it may have it is one for each core, and
 * on a host of which cores are not known as many as there were at first.
 */
static struct policy_limits limits_of(const struct playing *p)
{
    const struct platform *on = p->plan->platform;
    struct policy_limits limits = p->plan->limits;
    uint64_t cores = 0;

    if (limits.min == 0)
        limits.min = 1;
    if (limits.preferred == 0)
        limits.preferred = (int)p->job->generation[0].mapped.recording->ranks;
    for (size_t h = 0; h < on->hosts; h++)
        cores += on->host[h].cores > 0 ? on->host[h].cores
                                       : (uint64_t)limits.preferred;
    if (cores < (uint64_t)limits.preferred)
        cores = (uint64_t)limits.preferred;
    if (limits.max == 0)
        limits.max = cores < CHANGE_MOST ? (int)cores : CHANGE_MOST;
    return limits;
}

/* The job as its agent would see it. */
static struct policy_job *see(const struct playing *p,
                              double when,
                              struct error *err)
{
    struct policy_limits limits = limits_of(p);
    struct policy_job *job = simulated_view_job(p->view, limits.max, err);

    if (!job)
        return NULL;
    job->iterations_left = (double)job->iteration;
    job->time = when;
    job->limits = limits;
    job->sizes = p->plan->sizes;
    job->even_shares = p->plan->even_shares;
    job->state_bytes = p->plan->bytes;
    job->change_seconds = price_seconds(&p->plan->price, p->plan->bytes);
    job->changes = (int)p->job->changes;
    job->since_change = when - p->changed;
    policy_job_derive(job);
    return job;
}

/* It has been its time: set the next one.  So often as this is bounded, a run
 * that would last for years comes to an end.
 */
static int pass_question(struct playing *p, struct error *err)
{
    p->question += simulated_policy_every(p->plan->policy);
    if (++p->questions < QUESTIONS)
        return 0;
    return error_set(err,
                     "asked every %g s a policy would be asked more than %d "
                     "times in this run",
                     simulated_policy_every(p->plan->policy), QUESTIONS);
}

int simulated_job_ask(struct playing *p, double when, struct error *err)
{
    struct policy_job *job;
    struct error why;

    if (pass_question(p, err) < 0)
        return -1;
    if (p->made.change)
        return 0;
    if (simulated_view_look(p->view, p->replay, when) < LEAST_ITERATIONS)
        return 0;
    if (!(job = see(p, when, err)))
        return -1;
    p->job->asked++;
    if (simulated_policy_ask(p->plan->policy, job, &p->made, &why) < 0) {
        policy_job_destroy(job);
        return error_set(err, "asked at %.3f s, %.*s", when,
                         (int)strcspn(why.text, "\n"), why.text);
    }
    simulated_view_rest(p->view);
    policy_job_destroy(p->seen);
    p->seen = job;
    memcpy(p->job->said, p->made.why, sizeof(p->job->said));
    if (!p->made.change)
        return 0;
    p->ready = when + p->plan->price.ready;
    return simulated_job_start_ranks(p, p->made.change, when, err);
}
