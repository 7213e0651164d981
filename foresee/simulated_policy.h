/* simulated_policy.h - ask a policy about a simulated job, with restraint
 *
 * The policy is the very file that runs live, or a protocol, whose agents talk
 * to each other in this process.  A change that did not pay is not repeated
 * for a while, as agent/decide/ has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIMULATED_POLICY_H
#define MITOSIS_FORESEE_SIMULATED_POLICY_H

#include "policy/decision.h"

typedef struct simulated_policy simulated_policy_t;

/* Load the policy or protocol that users call 'name', with these options.
 * Returns what is given back with simulated_policy_destroy(), or NULL with the
 * reason in 'err'.
 */
simulated_policy_t *simulated_policy_create(const char *name,
                                            const char *options,
                                            struct error *err);

/* Free it.  NULL is fine. */
void simulated_policy_destroy(simulated_policy_t *p);

/* Of its file, "threshold.lua"; and the seconds between questions. */
const char *simulated_policy_name(const simulated_policy_t *p);
double simulated_policy_every(const simulated_policy_t *p);

/* Whether it is a protocol. */
bool simulated_policy_is_protocol(const simulated_policy_t *p);

/* Have job.predict() know of another run of the program. */
void simulated_policy_learn(simulated_policy_t *p, const struct run *run);

/* Ask it about 'job', on which policy_job_derive() was called and whose time
 * is set; the number of the question and what the last change brought are put
 * into it.  Returns 0 with the answer in 'made', which is no change where
 * restraint forbids it; or -1 with the reason in 'err'.
 */
int simulated_policy_ask(simulated_policy_t *p,
                         struct policy_job *job,
                         struct decision *made,
                         struct error *err);

/* What it had decided was done, so that its gain is to be seen; 'job' is how
 * it was then.  Returns the share of iterations' time that it was to save, or
 * JOB_UNKNOWN.
 */
double simulated_policy_done(simulated_policy_t *p,
                             const struct policy_job *job,
                             const struct decision *made);

#endif /* !MITOSIS_FORESEE_SIMULATED_POLICY_H */
