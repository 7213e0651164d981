/* decision.h - what a policy decided, checked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_DECISION_H
#define MITOSIS_POLICY_DECISION_H

#include "base/error.h"
#include "job/change.h"
#include "policy/policy_job.h"

enum { DECISION_TEXT = 16 * 1024, DECISION_WHY = 512 };

struct decision {
    char text[DECISION_TEXT]; /* as job/change.h reads it; "" is to leave
                                 the job as it is */
    char why[DECISION_WHY];   /* in the policy's words, or "" */
    double gain; /* the share of iterations' time that the policy expects to
                    save, or JOB_UNKNOWN */
};

/* Check the change 'd->text' against the job: ranks and hosts must be there.
 * One that would change nothing, or go beyond the limits, is made no change,
 * and d->why says so.  Returns 0, or -1 with the first fault in 'err'.
 */
int decision_check(struct decision *d,
                   const struct policy_job *job,
                   struct error *err);

#endif /* !MITOSIS_POLICY_DECISION_H */
