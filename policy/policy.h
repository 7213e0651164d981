/* policy.h - a Lua file that says when a job is to be changed
 *
 *     return {
 *         help = "Grow to the cores that there are.",
 *         every = 2.0,
 *         options = {
 *             spare = { type = "number", default = 0, help = "..." },
 *         },
 *         decide = function(job, options)
 *             ...
 *             return { resize = 4, why = "two cores are idle" }
 *         end,
 *     }
 *
 * doc/mitosis-policy.5 is the long story.  A policy is a guest: whatever it
 * does ends with an answer or with an error, in bounded time and memory.  One
 * that fails several times in a row is switched off, until its file changes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_POLICY_H
#define MITOSIS_POLICY_POLICY_H

#include "policy/decision.h"
#include "policy/lua/module.h"
#include "policy/policy_job.h"

/* It is a module of the kind "decide", see module.h. */
typedef module_t policy_t;

/* Ask it about 'job', on which policy_job_derive() was called.  Returns 0
 * with the answer, checked, in 'd'; or -1 with the reason in 'err', for
 * faults in its code with the line and how that was come to, and no change in
 * 'd'.
 */
int policy_decide(policy_t *p,
                  const struct policy_job *job,
                  struct decision *d,
                  struct error *err);

#endif /* !MITOSIS_POLICY_POLICY_H */
