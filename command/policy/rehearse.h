/* rehearse.h - check protocols and profiles, and have agents to try them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_POLICY_REHEARSE_H
#define MITOSIS_COMMAND_POLICY_REHEARSE_H

#include "policy/policy_job.h"
#include "policy/rehearsal.h"

/* What is checked or tried. */
struct candidate {
    const char *path;
    const char *options;
    const char *figures; /* the path of a profile for it, or NULL */
    const char *figures_options;
    const struct sizes *sizes; /* that the job can have, or NULL for all */
    bool even_shares;          /* are all that its ranks can have */
};

/* Have the job be one that can have these sizes and shares only. */
static inline void candidate_restrict(const struct candidate *c,
                                      struct policy_job *job)
{
    job->sizes = c->sizes;
    job->even_shares = c->even_shares;
}

/* Have agents run the protocol for a while on a job that was made up, and
 * print what they come to; or have the profile make figures of it.  Returns
 * -1 with the reason in 'err' when it fails.
 */
int rehearse_protocol(const struct candidate *c,
                      struct policy_job *job,
                      struct error *err);
int rehearse_profile(const struct candidate *c,
                     struct policy_job *job,
                     struct error *err);

/* Agents with their profile, for such a job; given back with
 * rehearsal_destroy().  Returns NULL with the reason in 'err'.
 */
rehearsal_t *rehearse_begin(const struct candidate *c,
                            const struct policy_job *job,
                            struct error *err);

#endif /* !MITOSIS_COMMAND_POLICY_REHEARSE_H */
