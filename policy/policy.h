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

/* It is a module of the kind "decide". */
typedef module_t policy_t;

/* Load the policy in the file 'path', with 'options' as for options_set().
 * Returns what the caller gives back with policy_destroy(), or NULL with the
 * reason in 'err'.
 */
policy_t *policy_load(const char *path,
                      const char *options,
                      struct error *err);

/* Free it.  NULL is fine. */
void policy_destroy(policy_t *p);

/* What it says of itself. */
const char *policy_name(const policy_t *p); /* of the file: "threshold.lua" */
const char *policy_help(const policy_t *p);
double policy_every(const policy_t *p); /* seconds between questions */
const struct options *policy_options(const policy_t *p);

/* Ask it about 'job', on which policy_job_derive() was called.  Returns 0
 * with the answer, checked, in 'd'; or -1 with the reason in 'err', for
 * faults in its code with the line and how that was come to, and no change in
 * 'd'.
 */
int policy_decide(policy_t *p,
                  const struct policy_job *job,
                  struct decision *d,
                  struct error *err);

/* Whether it was switched off: it is not asked any more. */
bool policy_off(const policy_t *p);

/* Load the file anew if it is not what it was when it was loaded last.
 * Returns 1 if so, 0 if it is the same, or -1 with the reason in 'err' when
 * the new one cannot be used; then the old one stays in use, and the new one
 * is not looked at again until it changes.
 */
int policy_reload(policy_t *p, struct error *err);

#endif /* !MITOSIS_POLICY_POLICY_H */
