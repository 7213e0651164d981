/* job_view.h - see how a job is, for its policy
 *
 * What the agent measures on this host and what its outposts tell of theirs,
 * as policy/policy_job.h has it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_JOB_VIEW_H
#define MITOSIS_AGENT_CORE_JOB_VIEW_H

#include "agent/core/generation.h"
#include "agent/core/host.h"
#include "policy/policy_job.h"
#include "policy/rank_progress.h"

typedef struct job_view job_view_t;

/* Begin.  Returns NULL without memory. */
job_view_t *job_view_create(const char *folder);

/* Free it.  NULL is fine. */
void job_view_destroy(job_view_t *w);

/* Watch this generation from now on: measurements begin anew. */
void job_view_turn(job_view_t *w, const struct generation *g);

/* Take in what the outpost of a host has measured, see host_measure.h. Returns
 * false when it is not understood.
 */
bool job_view_take(job_view_t *w,
                   const char *host,
                   uint32_t generation,
                   const void *message,
                   size_t bytes);

/* Look at its ranks.  Returns how many syncs the slowest got on since
 * job_view_turn() or job_view_rest().
 */
uint64_t job_view_look(job_view_t *w, const struct generation *g);

/* What was seen, not yet derived, as a job that the caller gives back with
 * policy_job_destroy(); NULL without memory.
 */
struct policy_job *job_view_job(job_view_t *w,
                                const struct generation *g,
                                const struct host_list *hosts);

/* Fill in what was measured at a host lately, where 'ranks' of ours are, and
 * how many cores others want there.  Returns false, with 'host' as it was,
 * when nobody has; 'w' may be NULL.
 */
bool job_view_measured(const job_view_t *w,
                       const char *name,
                       int ranks,
                       struct policy_host *host);

/* What was seen of a rank last, all zero when it was not. */
struct rank_progress_sample job_view_sample(const job_view_t *w, int rank);

/* Of what others use of a host's cores, the part that they use of those that
 * somebody told are for us, when these are fewer: they use the others first.
 * So with "h1:1" a rank may have threads on all cores and be alone there.
 */
double job_view_beside(double load, int cores, int told);

/* Measure from here on. */
void job_view_rest(job_view_t *w);

/* Take what was measured before the last job_view_rest() together with what
 * was since.  Returns false when there is none.
 */
bool job_view_reach_back(job_view_t *w);

#endif /* !MITOSIS_AGENT_CORE_JOB_VIEW_H */
