/* waiting_jobs.h - jobs that wait for nodes, and who of them can start next
 *
 * A cluster that cannot keep up has ever more of them, and something happens
 * to it as often as there are jobs, so nothing here goes through all that
 * wait.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_WAITING_JOBS_H
#define MITOSIS_FORESEE_CLUSTER_WAITING_JOBS_H

#include "foresee/cluster/workload.h"

#define NO_JOB SIZE_MAX

typedef struct waiting_jobs waiting_jobs_t;

/* Make one for the jobs of 'w', which is settled and stays as it is; none of
 * them waits yet.  Returns what is given back with waiting_jobs_destroy(), or
 * NULL when there is no memory.
 */
waiting_jobs_t *waiting_jobs_create(const struct workload *w);

/* Free it.  NULL is fine. */
void waiting_jobs_destroy(waiting_jobs_t *q);

/* A job begins to wait, in the order of the workload, and ends to. */
void waiting_jobs_add(waiting_jobs_t *q, size_t job);
void waiting_jobs_remove(waiting_jobs_t *q, size_t job);

size_t waiting_jobs_count(const waiting_jobs_t *q);

/* The one that waits longest, or NO_JOB. */
size_t waiting_jobs_first(const waiting_jobs_t *q);

/* The first one of those that need the fewest nodes, or NO_JOB. */
size_t waiting_jobs_least(const waiting_jobs_t *q);

/* The first one from the job 'from' on that needs no more than 'spare' nodes,
 * or no more than 'idle' and may be done at 'end' if it starts at 'now'; or
 * NO_JOB.  One whose size is chosen might need more nodes for that than there
 * are.
 */
size_t waiting_jobs_next(const waiting_jobs_t *q,
                         size_t from,
                         int spare,
                         int idle,
                         double now,
                         double end);

#endif /* !MITOSIS_FORESEE_CLUSTER_WAITING_JOBS_H */
