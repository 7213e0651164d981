/* decide_payoff.c - what a change will cost and bring, and what it has
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/core/saved_state.h"
#include "agent/decide/decide_internal.h"
#include "job/sizes.h"

/* Between looks at a job that has a protocol and no policy. */
static const double look_seconds = 2;

/* Without a policy, what changes brought is looked at. */
double decide_every(const struct decide *d)
{
    return d->policy ? module_every(d->policy) : look_seconds;
}

/* ---- what is shown ---- */

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double cores_of(const struct policy_job *job)
{
    double sum = 0;

    for (int h = 0; h < job->host_count; h++)
        sum += job->hosts[h].cores;
    return sum;
}

static struct policy_limits limits_of(const struct decide *d,
                                      const struct policy_job *job)
{
    struct policy_limits limits = d->limits;

    if (limits.min == 0)
        limits.min = 1;
    if (limits.max == 0)
        limits.max = (int)most(cores_of(job), limits.preferred);
    return limits;
}

struct policy_job *decide_see(struct decide *d)
{
    struct head *a = d->agent;
    struct policy_job *job = job_view_job(d->watcher, a->now, &a->hosts);

    if (!job)
        return NULL;
    job->iterations_left = (double)job->iteration;
    job->time = loop_now() - d->began;
    job->time_left = head_time_left(a);
    job->limits = limits_of(d, job);
    job->sizes = sizes_is_choosy(&a->sizes) ? &a->sizes : NULL;
    job->even_shares = a->even_shares;
    job->change_seconds = price_seconds(&d->price, job->state_bytes);
    job->changes = (int)a->changes;
    if (d->changed > 0)
        job->since_change = loop_now() - d->changed;
    job->random = policy_job_random(d->questions);
    decide_see_queue(d, job);
    return job;
}

/* ---- what a change has brought ---- */

static void tell_proof(struct decide *d, double gain, double predicted)
{
    char expected[64] = "", words[DECISION_LOG_TEXT];

    if (!isnan(predicted))
        snprintf(expected, sizeof(expected), "; expected were %.0f %% %s",
                 fabs(predicted) * 100, predicted < 0 ? "more" : "less");
    snprintf(words, sizeof(words), "iterations take %.0f %% %s time%s",
             fabs(gain) * 100, gain < 0 ? "more" : "less", expected);
    if (d->proposed)
        PARTS_TELL(d->agent, proved, d->agent, words);
    else
        decision_log_result(&d->log, "done: %.300s", words);
}

/* See what the last change brought. */
void decide_prove(struct decide *d, struct policy_job *job)
{
    double predicted = d->forecast.gain;

    if (backoff_prove(&d->restraint, &d->proof, predicted, job->iteration_time,
                      loop_now(), decide_every(d), &d->last_gain)) {
        tell_proof(d, d->last_gain, predicted);
        saved_state_write(d->agent);
    }
    job->last_gain = d->last_gain;
}

/* ---- what one will cost and bring ---- */

/* Whether ranks are on hosts that are to be left: what iterations take longer
 * afterwards is no fault of the change that leaves them.
 */
static bool has_to_leave(const struct policy_job *job)
{
    for (int h = 0; h < job->host_count; h++)
        if (job->hosts[h].state == HOST_LEAVING && job->hosts[h].ranks > 0)
            return true;
    return false;
}

void decide_foresee(struct head *a,
                    const struct change *change,
                    struct change_forecast *f)
{
    struct decide *d = a->decide;
    struct policy_job *job = NULL;

    if (!d)
        return;
    d->forecast = (struct change_forecast){ JOB_UNKNOWN, JOB_UNKNOWN };
    d->proof = (struct proof){ .before = JOB_UNKNOWN };
    d->proposed = false;
    decision_log_pass(&d->log);
    if (d->watcher) {
        job_view_look(d->watcher, a->now);
        job = decide_see(d);
    }
    d->forecast.seconds =
        price_seconds(&d->price, job ? job->state_bytes : JOB_UNKNOWN);
    if (job) {
        policy_job_derive(job);
        d->forecast.gain =
            isnan(d->promised) ? price_gain(job, change) : d->promised;
        d->proof.before =
            has_to_leave(job) ? JOB_UNKNOWN : job->iteration_time;
        backoff_key(change, job->size, d->proof.key);
    }
    policy_job_destroy(job);
    *f = d->forecast;
}

struct change_forecast decide_forecast(const struct head *a)
{
    static const struct change_forecast none = { JOB_UNKNOWN, JOB_UNKNOWN };

    return a->decide ? a->decide->forecast : none;
}

/* The sync that the job has reached, 0 when that is not known: what is told of
 * ranks elsewhere while nothing is under way is old.
 */
static uint64_t sync_reached(const struct decide *d)
{
    const struct generation *now = d->agent->now;
    uint64_t most = 0;

    for (int r = 0; r < now->ranks; r++) {
        uint64_t count = atomic_load(&now->control->slot[r].count);

        if (!generation_knows(now, r) || !generation_is_here(now, r))
            continue;
        if (count < d->pace.first) /* it has not counted on from there yet */
            count = d->pace.first;
        most = count > most ? count : most;
    }
    return most;
}

struct change_cost decide_cost(const struct head *a, double bytes)
{
    const struct decide *d = a->decide;
    struct price none;
    const struct price *price = d ? &d->price : &none;

    price_init(&none);
    return (struct change_cost){
        .changes = price->changes,
        .ready = price->ready,
        .stop = d ? sync_pace_stop(&d->pace, sync_reached(d), loop_now()) : 0,
        .stopped = price_seconds(price, bytes),
    };
}
