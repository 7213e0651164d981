/* cluster.c - many jobs on the nodes of a cluster, and a policy that changes
 * them
 *
 * A loop over events.  How fast a job goes depends on nothing but its own
 * nodes, so each has one event at a time, the next thing that happens to it:
 * nothing that was foreseen ever has to be taken back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/cluster/cluster_internal.h"

/* An iteration of a program that nothing is known of. */
static const double usual_iteration = 1;

double cluster_iteration(const struct cluster_run *r, int nodes)
{
    const struct workload_job *j = r->job;

    return j->seconds * application_stretch(j->application, nodes, j->size)
           / r->iterations;
}

/* ---- what happens next ---- */

static double ends(const struct cluster_run *r)
{
    return r->since + (r->iterations - r->done) * r->iteration;
}

/* A change that would be done when the job has ended is none. */
void cluster_await(struct cluster *c, struct cluster_run *r)
{
    double when = ends(r);

    r->event = CLUSTER_END;
    if (r->target && r->carried_done < r->iterations) {
        when = r->carried_out;
        r->event = CLUSTER_CHANGE;
    } else if (!r->target && r->question < when) {
        when = r->question;
        r->event = CLUSTER_ASK;
    }
    event_queue_push(c->events, when, (size_t)(r - c->run));
}

/* ---- begin and end of a job ---- */

static double count_iterations(const struct workload_job *j)
{
    double count = j->application->iterations;

    if (count <= 0)
        count = floor(j->seconds / usual_iteration);
    return count < 1 ? 1 : count;
}

int cluster_start(struct cluster *c, size_t job, int nodes, struct error *err)
{
    struct cluster_run *r = &c->run[job];

    waiting_jobs_remove(c->waiting, job);
    r->started = true;
    r->nodes = nodes;
    r->iterations = count_iterations(r->job);
    r->since = c->now;
    r->iteration = cluster_iteration(r, nodes);
    r->question = INFINITY;
    c->idle -= nodes;
    c->running[c->runs++] = job;
    r->told->start = c->now;
    if (cluster_result_note(r->told, c->now, nodes, err) < 0)
        return -1;
    if (c->plan->policy && job_kind_changes(r->job->kind)
        && cluster_change_begin(c, r, err) < 0)
        return -1;
    cluster_await(c, r);
    return 0;
}

static void finish(struct cluster *c, struct cluster_run *r)
{
    size_t job = (size_t)(r - c->run), i = 0;

    r->told->end = c->now;
    c->idle += r->target > r->nodes ? r->target : r->nodes;
    cluster_change_end(r);
    while (c->running[i] != job)
        i++;
    c->running[i] = c->running[--c->runs];
}

/* ---- the loop ---- */

static int start_what_fits(struct cluster *c, struct error *err)
{
    bool due = c->due;

    c->due = false;
    return due ? cluster_schedule(c, NO_JOB, err) : 0;
}

static int happen(struct cluster *c, struct cluster_run *r, struct error *err)
{
    size_t helped;

    switch (r->event) {
    case CLUSTER_SUBMIT:
        waiting_jobs_add(c->waiting, (size_t)(r - c->run));
        c->due = true;
        break;
    case CLUSTER_END:
        finish(c, r);
        c->due = true;
        break;
    case CLUSTER_ASK:
        if (start_what_fits(c, err) < 0)
            return -1;
        return cluster_change_ask(c, r, err);
    case CLUSTER_CHANGE:
        if (start_what_fits(c, err) < 0
            || cluster_change_carry_out(c, r, &helped, err) < 0)
            return -1;
        return cluster_schedule(c, helped, err);
    }
    return 0;
}

/* That a policy cannot be used is told even where it is never asked. */
static int check_policy(const struct cluster_plan *plan, struct error *err)
{
    simulated_policy_t *p;
    int rc = 0;

    if (!plan->policy)
        return 0;
    p = simulated_policy_create(plan->policy, plan->policy_options, err);
    if (!p)
        return -1;
    if (simulated_policy_is_protocol(p))
        rc = error_set(err,
                       "%s is a protocol, for the hosts of one job; of a "
                       "cluster's jobs each has a policy",
                       simulated_policy_name(p));
    simulated_policy_destroy(p);
    return rc;
}

static int create(struct cluster *c, struct error *err)
{
    const struct workload *w = c->plan->workload;
    size_t room = w->jobs + 1;

    if (check_policy(c->plan, err) < 0
        || cluster_result_init(c->result, w->jobs, err) < 0)
        return -1;
    c->result->nodes = c->plan->nodes;
    c->run = calloc(room, sizeof(*c->run));
    c->waiting = waiting_jobs_create(w);
    c->running = calloc(room, sizeof(*c->running));
    c->said = calloc(room, sizeof(*c->said));
    c->events = event_queue_create(room);
    if (!c->run || !c->waiting || !c->running || !c->said || !c->events)
        return error_set(err, "no memory for %zu jobs", w->jobs);
    for (size_t i = 0; i < w->jobs; i++) {
        const struct workload_job *j = &w->job[i];

        c->run[i] = (struct cluster_run){ .job = j,
                                          .told = &c->result->job[i],
                                          .helped = NO_JOB };
        c->result->job[i].id = j->id;
        c->result->job[i].submit = j->submit;
        c->result->job[i].kind = j->kind;
        event_queue_push(c->events, j->submit, i);
    }
    return 0;
}

static void destroy(struct cluster *c)
{
    for (size_t i = 0; c->run && i < c->plan->workload->jobs; i++)
        cluster_change_end(&c->run[i]);
    event_queue_destroy(c->events);
    free(c->said);
    free(c->running);
    waiting_jobs_destroy(c->waiting);
    free(c->run);
}

int cluster_play(struct cluster_result *result,
                 const struct cluster_plan *plan,
                 struct error *err)
{
    struct cluster c = { .plan = plan, .result = result, .idle = plan->nodes };
    int rc;

    *result = (struct cluster_result){ 0 };
    rc = create(&c, err);
    while (rc == 0 && !event_queue_is_empty(c.events)) {
        c.now = event_queue_next(c.events);
        rc = happen(&c, &c.run[event_queue_pop(c.events)], err);
        if (rc == 0 && event_queue_next(c.events) > c.now)
            rc = start_what_fits(&c, err);
    }
    destroy(&c);
    if (rc < 0)
        cluster_result_clear(result);
    return rc;
}
