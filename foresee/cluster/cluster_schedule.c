/* cluster_schedule.c - which of the jobs that wait start now
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "foresee/cluster/cluster_internal.h"

/* When the first job that waits will start at the latest, and how many nodes
 * it will leave over then.
 */
struct reservation {
    double when;
    int spare;
};

/* With how many nodes it starts where so many are to be had, or 0. */
static int start_size(const struct workload_job *j, int nodes)
{
    if (nodes < workload_needs(j))
        return 0;
    if (!job_kind_chooses(j->kind))
        return j->size;
    return nodes < j->most ? nodes : j->most;
}

/* ---- when nodes will be idle ---- */

/* When a job that runs would end if its user were right. */
static double said_end(const struct cluster *c, const struct cluster_run *r)
{
    double left = (r->iterations - r->done) * r->iteration;
    double end = r->since + left * r->job->estimate;

    return end > c->now ? end : c->now;
}

static int by_end(const void *a, const void *b)
{
    const struct cluster_said *x = a, *y = b;

    return (x->end > y->end) - (x->end < y->end);
}

static struct reservation reserve(struct cluster *c)
{
    int needed = workload_needs(c->run[waiting_jobs_first(c->waiting)].job);
    struct reservation r = { c->now, c->idle };

    for (size_t i = 0; i < c->runs; i++) {
        const struct cluster_run *run = &c->run[c->running[i]];
        int nodes = run->target > run->nodes ? run->target : run->nodes;

        c->said[i] = (struct cluster_said){ said_end(c, run), nodes };
    }
    qsort(c->said, c->runs, sizeof(*c->said), by_end);
    for (size_t i = 0;
         i < c->runs && (r.spare < needed || c->said[i].end <= r.when); i++) {
        r.spare += c->said[i].nodes;
        r.when = c->said[i].end;
    }
    r.spare -= needed;
    return r;
}

/* ---- starting ---- */

/* With how many nodes a job may start before the first one: it must have ended
 * when that starts, or do with what that leaves over.
 */
static int backfill_size(const struct cluster *c,
                         size_t job,
                         const struct reservation *first)
{
    const struct workload_job *j = c->run[job].job;
    int nodes = start_size(j, c->idle);
    int spare = first->spare < c->idle ? first->spare : c->idle;

    if (nodes > 0
        && c->now
                   + j->seconds * j->estimate
                         * application_stretch(j->application, nodes, j->size)
               <= first->when)
        return nodes;
    return start_size(j, spare);
}

static int backfill(struct cluster *c, struct error *err)
{
    waiting_jobs_t *q = c->waiting;
    size_t job = waiting_jobs_first(q);
    struct reservation first;

    if (c->plan->in_order || waiting_jobs_count(q) < 2
        || workload_needs(c->run[waiting_jobs_least(q)].job) > c->idle)
        return 0;
    first = reserve(c);
    while ((job = waiting_jobs_next(q, job + 1, first.spare, c->idle, c->now,
                                    first.when))
           != NO_JOB) {
        int nodes = backfill_size(c, job, &first);

        if (nodes == 0)
            continue;
        if (cluster_start(c, job, nodes, err) < 0)
            return -1;
        if (said_end(c, &c->run[job]) > first.when)
            first.spare -= nodes;
    }
    return 0;
}

int cluster_schedule(struct cluster *c, size_t first, struct error *err)
{
    int nodes;

    if (first != NO_JOB && !c->run[first].started
        && (nodes = start_size(c->run[first].job, c->idle)) > 0
        && cluster_start(c, first, nodes, err) < 0)
        return -1;
    while ((first = waiting_jobs_first(c->waiting)) != NO_JOB
           && (nodes = start_size(c->run[first].job, c->idle)) > 0)
        if (cluster_start(c, first, nodes, err) < 0)
            return -1;
    return backfill(c, err);
}
