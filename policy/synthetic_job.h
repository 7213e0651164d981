/* synthetic_job.h - jobs that never ran, to try policies on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_SYNTHETIC_JOB_H
#define MITOSIS_POLICY_SYNTHETIC_JOB_H

#include "policy/policy_job.h"

/* What a host of one is like.  The load is what others would use alone. */
struct synthetic_host {
    int cores;
    double speed;
    double load;
    int ranks;
    enum policy_host_state state;
};

enum { SYNTHETIC_HOSTS = 4 };

struct synthetic_job {
    const char *name;
    const char *what;                            /* a sentence */
    struct synthetic_host host[SYNTHETIC_HOSTS]; /* up to one without cores */
};

/* All of them, up to one without a name. */
extern const struct synthetic_job made_up[];

/* The job that 'name' means, derived, for the caller to change and to give
 * back with policy_job_destroy().  Returns NULL when there is none, or no
 * memory.
 */
struct policy_job *synthetic_job(const char *name);

#endif /* !MITOSIS_POLICY_SYNTHETIC_JOB_H */
