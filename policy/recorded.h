/* recorded.h - what a policy would have been shown of a run that is over
 *
 * A report knows how long iterations took one by one, but of ranks and hosts
 * only what they did on average, so a recorded job changes with time less
 * than it did when it ran.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_RECORDED_H
#define MITOSIS_POLICY_RECORDED_H

#include "policy/policy_job.h"
#include "report/model/run.h"

/* The job as it was 'moment' seconds after it began, derived.  Returns what
 * the caller gives back with policy_job_destroy(), or NULL with the reason in
 * 'err': it did not run then, or there is no memory.
 */
struct policy_job *recorded_job(const struct run *run,
                                double moment,
                                struct error *err);

#endif /* !MITOSIS_POLICY_RECORDED_H */
