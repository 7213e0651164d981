/* slurm_drains.h - nodes that Slurm drains, and what of that is news
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_DRAINS_H
#define MITOSIS_AGENT_BATCH_SLURM_DRAINS_H

#include "agent/batch/batch.h"

struct slurm_drains_node;

/* The nodes that sinfo has listed last.  All zero is none. */
struct slurm_drains {
    struct slurm_drains_node *first;
};

/* Tell what is new of the nodes that sinfo lists in 'text', which is changed
 * by that: how it is with one that it did not list the last time, and what has
 * changed of the others.
 */
void slurm_drains_take(struct slurm_drains *d,
                       char *text,
                       const struct batch_listener *l);

/* Forget all. */
void slurm_drains_clear(struct slurm_drains *d);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_DRAINS_H */
