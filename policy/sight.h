/* sight.h - how the ranks of a job get on, seen from outside
 *
 * Two looks at the ranks' pages, and how many syncs they have reached, say
 * how long an iteration took between them, and how much of that was
 * computing.
 *
 * How much of its time in MPI a rank waits no clock tells.  Of ranks that do
 * the same the one that is in MPI the shortest waits the least; so what the
 * others are there longer than that one counts as waiting.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_SIGHT_H
#define MITOSIS_POLICY_SIGHT_H

#include "policy/policy_job.h"
#include "profile/page.h"

typedef struct sight sight_t;

/* Begin to look at 'ranks' ranks.  Returns NULL without memory. */
sight_t *sight_create(int ranks);

/* Free it.  NULL is fine. */
void sight_destroy(sight_t *s);

/* Look at a rank now: its page 'p', which may be NULL, and the syncs it has
 * reached.
 */
void sight_look(sight_t *s, int rank, const struct page *p, uint64_t syncs);

/* How many syncs the slowest rank got on since the look that counts. */
uint64_t sight_syncs(const sight_t *s);

/* Fill in what is known of job->iteration_time and of the ranks' time,
 * compute, wait and sent, from the look that counts to the last one.  The job
 * has as many ranks.
 */
void sight_fill(const sight_t *s, struct policy_job *job);

/* Make the last look the one that counts from now on. */
void sight_advance(sight_t *s);

#endif /* !MITOSIS_POLICY_SIGHT_H */
