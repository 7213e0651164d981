/* workload.h - the jobs that users submit to a cluster, over time
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_WORKLOAD_H
#define MITOSIS_FORESEE_CLUSTER_WORKLOAD_H

#include <stdint.h>

#include "foresee/cluster/application.h"

enum { WORKLOAD_JOBS = 10000000 /* most */ };

struct workload_job {
    uint64_t id;
    double submit;   /* seconds */
    double seconds;  /* that it takes with 'size' nodes, above 0 */
    double estimate; /* how many times that its user said, 1 or more */
    int size;        /* nodes that its user asked for */
    int least;
    int preferred;
    int most;
    enum job_kind kind;
    const struct application *application;
};

/* All zero to begin with. */
struct workload {
    size_t jobs;
    struct workload_job *job;
    size_t room;
    int nodes; /* of the cluster that a log is of, or 0 */
};

/* Free what it holds. */
void workload_clear(struct workload *w);

/* Add a job.  Returns -1 with the reason in 'err'. */
int workload_add(struct workload *w,
                 const struct workload_job *job,
                 struct error *err);

/* What a job may have that says nothing but how many nodes it asks for, as
 * shares of these.
 */
struct workload_range {
    double least;
    double preferred;
    double most;
};

/* Read "0.25,0.5,1".  Returns -1 with the reason in 'err', and 'range' as it
 * was.
 */
int workload_range_read(struct workload_range *range,
                        const char *text,
                        struct error *err);

/* Bring them into the order in which they are submitted, and settle their
 * kinds (those of their applications, and else so many of each kind, drawn by
 * 'seed') and what sizes they may have on 'nodes' nodes.  Returns -1 with the
 * job in 'err' that can never start.
 */
int workload_settle(struct workload *w,
                    const struct job_kind_shares *shares,
                    const struct workload_range *range,
                    int nodes,
                    uint64_t seed,
                    struct error *err);

/* How many nodes a job must have to start. */
int workload_needs(const struct workload_job *job);

#endif /* !MITOSIS_FORESEE_CLUSTER_WORKLOAD_H */
