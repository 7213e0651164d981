/* job_view.h - see how a job is, for its policy
 *
 * What the agent measures on this host and what its outposts tell of theirs,
 * as policy/policy_job.h has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_JOB_VIEW_H
#define MITOSIS_AGENT_DECIDE_JOB_VIEW_H

#include "agent/core/generation.h"
#include "agent/core/host_pool.h"
#include "policy/policy_job.h"
#include "policy/sight.h"

typedef struct watcher watcher_t;

/* Begin.  Returns NULL without memory. */
watcher_t *watcher_create(const char *folder);

/* Free it.  NULL is fine. */
void watcher_destroy(watcher_t *w);

/* Watch this generation from now on: measurements begin anew. */
void watcher_turn(watcher_t *w, const struct generation *g);

/* Take in what the outpost of a host has measured, see host_measure.h. Returns
 * false when it is not understood.
 */
bool watcher_take(watcher_t *w,
                  const char *host,
                  uint32_t generation,
                  const void *message,
                  size_t bytes);

/* Look at its ranks.  Returns how many syncs the slowest got on since
 * watcher_turn() or watcher_rest().
 */
uint64_t watcher_look(watcher_t *w, const struct generation *g);

/* What was seen, not yet derived, as a job that the caller gives back with
 * policy_job_destroy(); NULL without memory.
 */
struct policy_job *watcher_job(watcher_t *w,
                               const struct generation *g,
                               const struct pool *pool);

/* Fill in what was measured at a host lately, where 'ranks' of ours are, and
 * how many cores others want there.  Returns false, with 'host' as it was,
 * when nobody has; 'w' may be NULL.
 */
bool watcher_measured(const watcher_t *w,
                      const char *name,
                      int ranks,
                      struct policy_host *host);

/* What was seen of a rank last, all zero when it was not. */
struct sight_sample watcher_sample(const watcher_t *w, int rank);

/* Measure from here on. */
void watcher_rest(watcher_t *w);

#endif /* !MITOSIS_AGENT_DECIDE_JOB_VIEW_H */
