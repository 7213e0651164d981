/* ctl_look.h - all ranks and hosts of a job, for who looks at it
 *
 * Who asks hears what outposts have measured by then, and has them measure
 * anew, for the next question.  Of each rank it is what its own clock and
 * counters say; what became of it since the last answer is the asker's to
 * find out, so that several may ask, each as often as it likes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_LOOK_H
#define MITOSIS_AGENT_HEAD_CTL_LOOK_H

#include <stdio.h>

#include "agent/core/head.h"

/* Tell a user in lines, what is not known being "nan":
 *
 *     generation NUMBER RANKS
 *     host NAME CORES LOAD PRESSURE MEMORY (load that is not the job's; bytes)
 *     rank NUMBER HOST SYNC CLOCK MPI STATE ("running", "standing still" ...)
 *
 * CLOCK and MPI are seconds: its time, and that of it that it was in MPI.  A
 * host that cannot be reached has "lost" behind all.
 */
void ctl_look_tell(struct head *a, struct peer *p);

/* The hosts alone, as members of a list in JSON. */
void ctl_look_put_hosts(struct head *a, FILE *out);

/* How many syncs a rank of the job has reached, and what it is about, as far
 * as that is known here.
 */
uint64_t ctl_look_syncs(const struct head *a, int rank);

/* The same of the job as a whole: how far the first of them is. */
uint64_t ctl_look_sync(const struct head *a);
const char *ctl_look_state(const struct head *a, int rank);

/* The outpost of a host has measured it. */
void ctl_look_measured(struct head *a,
                       const char *host,
                       const struct local_message_head *head,
                       const char *payload);

/* No more. */
void ctl_look_stop(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_CTL_LOOK_H */
