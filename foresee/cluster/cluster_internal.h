/* cluster_internal.h - what the files of a cluster share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CLUSTER_INTERNAL_H
#define MITOSIS_FORESEE_CLUSTER_CLUSTER_INTERNAL_H

#include "foresee/cluster/cluster.h"
#include "foresee/cluster/waiting_jobs.h"
#include "foresee/replay/event_queue.h"
#include "foresee/simulated_policy.h"

/* What happens to a job next: it has one event at a time. */
enum cluster_event {
    CLUSTER_SUBMIT,
    CLUSTER_ASK,
    CLUSTER_CHANGE,
    CLUSTER_END
};

/* One job.  It computes from 'since' on, which may be still to come as it
 * stands still in a change.
 */
struct cluster_run {
    const struct workload_job *job;
    struct cluster_job *told; /* in the result */
    enum cluster_event event;
    bool started;
    int nodes;         /* that it has */
    double iterations; /* in all */
    double done;       /* of them, up to 'since' */
    double since;
    double iteration; /* seconds, with its nodes */

    /* Its policy, of a job that may change and runs. */
    simulated_policy_t *policy;
    struct policy_job *view; /* of 'nodes' ranks, or NULL */
    double question;         /* the next one, INFINITY for never */
    double looked;           /* iterations that were done at the last one */
    double changed;          /* when the last change was done, or NAN */
    int changes;

    /* The change under way. */
    int target;          /* nodes afterwards; 0: there is none */
    double carried_out;  /* when it goes on */
    double carried_done; /* iterations that are done by then */
    size_t helped;       /* the job for which it shrinks, or NO_JOB */
};

/* When a job that runs would end if its user were right, and how many nodes it
 * gives back then.
 */
struct cluster_said {
    double end;
    int nodes;
};

struct cluster {
    const struct cluster_plan *plan;
    struct cluster_result *result;
    struct cluster_run *run; /* of each job of the workload */
    event_queue_t *events;
    double now;
    bool due; /* what is idle or waits is another than when jobs were started
                 last */
    int idle;
    waiting_jobs_t *waiting;
    size_t *running;
    size_t runs;
    struct cluster_said *said; /* room for sorting those */
};

/* Seconds of an iteration with so many nodes. */
double cluster_iteration(const struct cluster_run *r, int nodes);

/* Start the job with so many nodes, which are idle. */
int cluster_start(struct cluster *c, size_t job, int nodes, struct error *err);

/* Start what can be started; 'first' (NO_JOB: none) before all others. */
int cluster_schedule(struct cluster *c, size_t first, struct error *err);

/* Set the next event of a job that runs. */
void cluster_await(struct cluster *c, struct cluster_run *r);

/* Begin and end looking after a job that may change. */
int cluster_change_begin(struct cluster *c,
                         struct cluster_run *r,
                         struct error *err);
void cluster_change_end(struct cluster_run *r);

/* It is time for a question, or for a change that was decided.  The latter
 * says in 'helped' for which job it was done, or NO_JOB.
 */
int cluster_change_ask(struct cluster *c,
                       struct cluster_run *r,
                       struct error *err);
int cluster_change_carry_out(struct cluster *c,
                             struct cluster_run *r,
                             size_t *helped,
                             struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_CLUSTER_INTERNAL_H */
