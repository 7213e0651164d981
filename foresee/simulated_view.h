/* simulated_view.h - what a policy would see of a job that is replayed
 *
 * It sees no more than it would of the running job: how far the ranks got
 * between two looks and how much of that they computed, what they sent, and
 * the hosts.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIMULATED_VIEW_H
#define MITOSIS_FORESEE_SIMULATED_VIEW_H

#include "foresee/replay/replay.h"
#include "policy/policy_job.h"

typedef struct simulated_view simulated_view_t;

/* Begin to look at ranks that were placed so.  Returns what is given back with
 * simulated_view_destroy(), or NULL with the reason in 'err'.
 */
simulated_view_t *simulated_view_create(const struct mapped_run *s,
                                        struct error *err);

/* Free it.  NULL is fine. */
void simulated_view_destroy(simulated_view_t *v);

/* Look at the replay, which was played until 'when'.  Returns how many
 * iterations the slowest rank got on since the look that counts; 0 when not
 * all ranks are in an iteration, or were at the look before.
 */
uint64_t simulated_view_look(simulated_view_t *v,
                             const replay_t *p,
                             double when);

/* The job as it was seen, not yet derived, with all hosts of the platform, on
 * which nothing else runs.  Those whose cores are not known have enough for
 * all ranks that it may have, 'most_ranks'.  Returns what is given back with
 * policy_job_destroy(), or NULL with the reason in 'err'.
 */
struct policy_job *simulated_view_job(simulated_view_t *v,
                                      int most_ranks,
                                      struct error *err);

/* The last look is the one that counts from now on. */
void simulated_view_rest(simulated_view_t *v);

#endif /* !MITOSIS_FORESEE_SIMULATED_VIEW_H */
