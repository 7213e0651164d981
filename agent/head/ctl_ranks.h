/* ctl_ranks.h - all ranks and hosts of a job, for who looks at it
 *
 * Who asks has outposts measure, and hears what they have answered within a
 * moment; of one that does not answer so soon what was known before.  Of each
 * rank it is what its own clock and counters say; what became of it since the
 * last answer is the asker's to find out, so that several may ask, each as
 * often as it likes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_RANKS_H
#define MITOSIS_AGENT_HEAD_CTL_RANKS_H

#include "agent/core/head.h"
#include "base/emit.h"
#include "policy/policy_job.h"

/* Tell a user what 'put' writes of ranks and hosts, once these have measured,
 * and that this is all.
 */
void ctl_ranks_answer(struct head *a, struct peer *p, head_put_t *put);

/* Tell a user in lines, what is not known being "nan":
 *
 *     generation NUMBER RANKS
 *     host NAME CORES LOAD PRESSURE MEMORY (load that is not the job's; bytes)
 *     rank NUMBER HOST SYNC CLOCK MPI STATE ("running", "standing still" ...)
 *
 * CLOCK and MPI are seconds: its time, and that of it that it was in MPI.  A
 * host that cannot be reached has "lost" behind all.
 */
void ctl_ranks_tell(struct head *a, struct peer *p);

/* Look: what is known now, as a job that the caller gives back with
 * policy_job_destroy(), or NULL without memory.
 */
struct policy_job *ctl_ranks_look(struct head *a);

/* How many of its ranks are on one of its hosts. */
int ctl_ranks_count_on(const struct policy_job *job,
                       const struct policy_host *h);

/* Write the hosts alone, as elements of the array that is open in 'e'. */
void ctl_ranks_emit_hosts(struct head *a, struct emit *e);

/* How many syncs a rank of the job has reached, and what it is about, as far
 * as that is known here.
 */
uint64_t ctl_ranks_syncs(const struct head *a, int rank);

/* The same of the job as a whole: how far the first of them is. */
uint64_t ctl_ranks_sync(const struct head *a);
const char *ctl_ranks_state(const struct head *a, int rank);

/* Hears what other hosts have measured for that, and answers who waits. */
extern const struct part ctl_ranks_part;

#endif /* !MITOSIS_AGENT_HEAD_CTL_RANKS_H */
