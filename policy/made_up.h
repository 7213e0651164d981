/* made_up.h - jobs that never ran, to try policies on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_MADE_UP_H
#define MITOSIS_POLICY_MADE_UP_H

#include "policy/policy_job.h"

struct made_up {
    const char *name;
    const char *what; /* a sentence */
};

/* All of them, up to one without a name. */
extern const struct made_up made_up[];

/* The job that 'name' means, derived, for the caller to change and to give
 * back with policy_job_destroy().  Returns NULL when there is none, or no
 * memory.
 */
struct policy_job *made_up_job(const char *name);

#endif /* !MITOSIS_POLICY_MADE_UP_H */
