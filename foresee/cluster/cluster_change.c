/* cluster_change.c - ask a job's policy, and change the number of its nodes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "foresee/cluster/cluster_internal.h"

enum {
    LEAST_ITERATIONS = 3, /* since the last question, as live */
    QUESTIONS = 20000000, /* in all */
    OWN = 0,              /* in the view: the job's nodes */
    IDLE = 1,             /* and those that are idle */
    VIEW_HOSTS
};

/* ---- what the policy is shown ---- */

/* A host that stands for all the job's nodes, and one for all that are idle:
 * as nodes are alike, no more is to be told.
 */
static struct policy_job *make_view(const struct cluster_run *r)
{
    struct policy_job *v = policy_job_create(r->nodes, VIEW_HOSTS);

    if (!v)
        return NULL;
    snprintf(v->hosts[OWN].name, sizeof(v->hosts[OWN].name), "job");
    snprintf(v->hosts[IDLE].name, sizeof(v->hosts[IDLE].name), "idle");
    v->hosts[OWN].cores = r->nodes;
    v->hosts[IDLE].state = HOST_JOINED;
    for (int h = 0; h < VIEW_HOSTS; h++)
        v->hosts[h].load = v->hosts[h].pressure = 0;
    for (int i = 0; i < v->size; i++) {
        v->ranks[i].time = r->iteration;
        v->ranks[i].compute = 1;
        v->ranks[i].wait = 0;
    }
    policy_job_derive(v);
    v->iteration_time = r->iteration;
    v->limits = (struct policy_limits){ r->job->least, r->job->most,
                                        r->job->preferred };
    v->state_bytes = r->job->application->bytes;
    v->change_seconds =
        price_seconds(&r->job->application->price, r->job->application->bytes);
    return v;
}

static double iterations_at(const struct cluster_run *r, double when)
{
    double more = floor((when - r->since) / r->iteration + 1e-9);

    return r->done + (more > 0 ? more : 0);
}

static struct policy_queue queue_of(const struct cluster *c,
                                    const struct cluster_run *r)
{
    struct policy_queue q = { .known = true,
                              .pending = (int)waiting_jobs_count(c->waiting),
                              .least_nodes = JOB_UNKNOWN,
                              .idle_nodes = c->idle,
                              .own_nodes = r->nodes,
                              .spare_nodes = r->nodes - 1 };
    size_t least = waiting_jobs_least(c->waiting);

    if (least != NO_JOB)
        q.least_nodes = workload_needs(c->run[least].job);
    return q;
}

/* Bring the view up to date: what was worked out of the ranks stays as it was,
 * since nothing becomes of these before the next change.
 */
static int look(const struct cluster *c,
                struct cluster_run *r,
                struct error *err)
{
    struct policy_job *v = r->view;

    if (!v && !(v = r->view = make_view(r)))
        return error_set(err, "no memory to look at a job");
    v->iteration = (uint64_t)iterations_at(r, c->now);
    v->iterations_left = (double)v->iteration;
    v->time = c->now - r->told->start;
    v->changes = r->changes;
    v->since_change = c->now - r->changed;
    v->queue = queue_of(c, r);
    v->hosts[IDLE].cores = c->idle;
    v->hosts[IDLE].free = c->idle;
    v->host_count = c->idle > 0 ? VIEW_HOSTS : IDLE;
    policy_job_sum_up(v);
    v->offered = c->idle;
    return 0;
}

/* ---- questions ---- */

/* The next moment of asking, counted from the job's start, at which there is
 * something new to be seen.
 */
static void set_question(struct cluster *c, struct cluster_run *r)
{
    double every = simulated_policy_every(r->policy);
    double seen =
        r->since + (r->looked + LEAST_ITERATIONS - r->done) * r->iteration;
    double from = seen > c->now ? seen : c->now;
    double number = floor((from - r->told->start) / every);

    r->question = r->told->start + number * every;
    while (r->question < seen || r->question <= c->now)
        r->question = r->told->start + ++number * every;
}

int cluster_change_begin(struct cluster *c,
                         struct cluster_run *r,
                         struct error *err)
{
    r->policy =
        simulated_policy_create(c->plan->policy, c->plan->policy_options, err);
    if (!r->policy)
        return -1;
    r->changed = JOB_UNKNOWN;
    r->looked = 0;
    set_question(c, r);
    return 0;
}

void cluster_change_end(struct cluster_run *r)
{
    policy_job_destroy(r->view);
    simulated_policy_destroy(r->policy);
    r->view = NULL;
    r->policy = NULL;
}

/* ---- changes ---- */

/* New ranks get ready while the job goes on, then it stops where an iteration
 * ends.  Nodes that it will need it has from now on, so that nobody else gets
 * them.
 */
static int begin_change(struct cluster *c,
                        struct cluster_run *r,
                        int target,
                        struct error *err)
{
    const struct application *a = r->job->application;
    double ready = c->now + a->price.ready;
    double whole = ceil((ready - r->since) / r->iteration - 1e-9);

    r->target = target;
    r->carried_done = r->done + (whole > 1 ? whole : 1);
    r->carried_out = r->since + (r->carried_done - r->done) * r->iteration
                     + price_seconds(&a->price, a->bytes);
    r->helped = target < r->nodes ? waiting_jobs_least(c->waiting) : NO_JOB;
    if (target < r->nodes)
        return 0;
    c->idle -= target - r->nodes;
    return cluster_result_note(r->told, c->now, target, err);
}

/* What was decided, if it is another number of nodes that are there. */
static int take_decision(struct cluster *c,
                         struct cluster_run *r,
                         const struct decision *made,
                         struct error *err)
{
    int target =
        made->change ? change_size(made->change, r->nodes, err) : r->nodes;

    if (target < 0)
        return -1;
    if (target == r->nodes)
        return 0;
    if (target - r->nodes > c->idle) {
        c->result->refused++;
        return 0;
    }
    simulated_policy_done(r->policy, r->view, made);
    return begin_change(c, r, target, err);
}

static int ask(struct cluster *c, struct cluster_run *r, struct error *err)
{
    struct decision made = { .change = NULL };
    struct error why;
    int rc;

    if (look(c, r, err) < 0)
        return -1;
    if (simulated_policy_ask(r->policy, r->view, &made, &why) < 0)
        return error_set(err, "asked about job %" PRIu64 " at %.3f s, %.*s",
                         r->job->id, c->now, (int)strcspn(why.text, "\n"),
                         why.text);
    rc = take_decision(c, r, &made, err);
    decision_clear(&made);
    return rc;
}

int cluster_change_ask(struct cluster *c,
                       struct cluster_run *r,
                       struct error *err)
{
    if (++c->result->questions > QUESTIONS)
        return error_set(err,
                         "asked every %g s a policy would be asked more than "
                         "%d times",
                         simulated_policy_every(r->policy), QUESTIONS);
    if (ask(c, r, err) < 0)
        return -1;
    r->looked = iterations_at(r, c->now);
    set_question(c, r);
    cluster_await(c, r);
    return 0;
}

int cluster_change_carry_out(struct cluster *c,
                             struct cluster_run *r,
                             size_t *helped,
                             struct error *err)
{
    bool shrinks = r->target < r->nodes;

    if (shrinks && cluster_result_note(r->told, c->now, r->target, err) < 0)
        return -1;
    if (shrinks)
        c->idle += r->nodes - r->target;
    *helped = r->helped;
    r->helped = NO_JOB;
    r->nodes = r->target;
    r->target = 0;
    r->done = r->looked = r->carried_done;
    r->since = r->changed = c->now;
    r->iteration = cluster_iteration(r, r->nodes);
    r->changes++;
    c->result->changes++;
    policy_job_destroy(r->view);
    r->view = NULL;
    set_question(c, r);
    cluster_await(c, r);
    return 0;
}
