/* cluster_result.h - what became of the jobs of a cluster
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CLUSTER_RESULT_H
#define MITOSIS_FORESEE_CLUSTER_CLUSTER_RESULT_H

#include <stdint.h>

#include "foresee/cluster/job_kind.h"

/* From a moment on a job had so many nodes. */
struct cluster_size {
    double when;
    int nodes;
};

struct cluster_job {
    uint64_t id;
    double submit;
    double start;
    double end;
    enum job_kind kind;
    size_t sizes; /* one at least; the first one is at its start */
    struct cluster_size *size;
    size_t room;
};

/* All zero to begin with. */
struct cluster_result {
    int nodes;
    double idle_watts; /* of a node */
    double loaded_watts;
    size_t jobs;
    struct cluster_job *job;
    size_t changes;   /* of jobs, done */
    size_t refused;   /* that nodes were missing for */
    size_t questions; /* to the policy */
};

/* Means are of all jobs, times in seconds. */
struct cluster_figures {
    double
        makespan; /* from the first job's submission to the last one's end */
    double waiting;
    double execution;
    double completion;
    double node_seconds; /* that jobs had */
    double allocation;   /* the share that these are of all */
    double jobs_per_second;
    double energy; /* joules, of all nodes over the makespan */
};

/* Make room for so many jobs.  Returns -1 with the reason in 'err'. */
int cluster_result_init(struct cluster_result *r,
                        size_t jobs,
                        struct error *err);

/* Free what it holds. */
void cluster_result_clear(struct cluster_result *r);

/* A job has so many nodes from then on; 'when' is not before the last.
 * Returns -1 with the reason in 'err'.
 */
int cluster_result_note(struct cluster_job *job,
                        double when,
                        int nodes,
                        struct error *err);

/* When a job loses its nodes of that number, as the next size begins. */
double cluster_result_until(const struct cluster_job *job, size_t size);

/* When the first job is submitted, and the last one ends. */
double cluster_result_begin(const struct cluster_result *r);
double cluster_result_end(const struct cluster_result *r);

struct cluster_figures cluster_result_figures(const struct cluster_result *r);

/* Read what cluster_print_json() wrote to the file 'path'.  Returns -1 with
 * the reason in 'err', and nothing in 'r'.
 */
int cluster_result_read(struct cluster_result *r,
                        const char *path,
                        struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_CLUSTER_RESULT_H */
