/* synthetic_job.h - jobs that never ran, to try policies on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_SYNTHETIC_JOB_H
#define MITOSIS_POLICY_SYNTHETIC_JOB_H

#include "policy/policy_job.h"

struct synthetic_job {
    const char *name;
    const char *what; /* a sentence */
};

/* All of them, up to one without a name. */
extern const struct synthetic_job made_up[];

/* The job that 'name' means, derived, for the caller to change and to give
 * back with policy_job_destroy().  Returns NULL when there is none, or no
 * memory.
 */
struct policy_job *synthetic_job(const char *name);

#endif /* !MITOSIS_POLICY_SYNTHETIC_JOB_H */
