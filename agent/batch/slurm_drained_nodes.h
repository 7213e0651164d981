/* slurm_drained_nodes.h - nodes that Slurm drains, and what of that is news
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_DRAINED_NODES_H
#define MITOSIS_AGENT_BATCH_SLURM_DRAINED_NODES_H

#include "agent/batch/batch.h"

struct drained_node;

/* The nodes that sinfo has listed last.  All zero is none. */
struct slurm_drained_nodes {
    struct drained_node *first;
};

/* Tell what is new of the nodes that sinfo lists in 'text', which is changed
 * by that: how it is with one that it did not list the last time, and what has
 * changed of the others.
 */
void slurm_drained_nodes_take(struct slurm_drained_nodes *d,
                              char *text,
                              const struct batch_listener *l);

/* Forget all. */
void slurm_drained_nodes_clear(struct slurm_drained_nodes *d);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_DRAINED_NODES_H */
