/* job_log.h - the jobs of a log in the Standard Workload Format
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_JOB_LOG_H
#define MITOSIS_FORESEE_CLUSTER_JOB_LOG_H

#include "foresee/cluster/workload.h"

/* What was passed over. */
struct job_log_notes {
    size_t never_ran;   /* jobs without nodes or time: cancelled, say */
    size_t wrong;       /* lines */
    struct error first; /* where the first of these is, and what is wrong */
};

/* Add the jobs of the log 'path' to 'w', which is empty.  A job whose
 * executable none of 'all' has is of the first one.  Returns -1 with the
 * reason in 'err', as when there is no job in it.
 */
int job_log_read(struct workload *w,
                 const char *path,
                 const struct applications *all,
                 struct job_log_notes *notes,
                 struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_JOB_LOG_H */
