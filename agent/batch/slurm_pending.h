/* slurm_pending.h - which jobs of others are pending, and which nodes
 * are idle
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_PENDING_H
#define MITOSIS_AGENT_BATCH_SLURM_PENDING_H

#include "agent/batch/batch.h"
#include "base/string_list.h"

/* Add the words of a squeue that lists the jobs that wait in a partition. */
void slurm_pending_words(const char *partition, struct string_list *words);

/* Take up what it has printed, which is changed by that: all of 'q' but the
 * idle nodes.  Companions, ours and those of others, are left out.
 */
void slurm_pending_take(struct batch_queue *q, char *text);

/* Add the words of a sinfo that tells how many nodes of it are idle. */
void slurm_pending_idle_words(const char *partition,
                              struct string_list *words);

/* Take up what that has printed: the idle nodes. */
void slurm_pending_idle_take(struct batch_queue *q, const char *text);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_PENDING_H */
