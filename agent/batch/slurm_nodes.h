/* slurm_nodes.h - what sinfo says of nodes, read tolerantly
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_NODES_H
#define MITOSIS_AGENT_BATCH_SLURM_NODES_H

#include <stdbool.h>

#include "base/string_list.h"

/* One line.  Texts are parts of the line. */
struct slurm_node {
    const char *name;
    bool drains;        /* whoever is there is to leave, and nobody to come */
    const char *reason; /* that the administrator gave, or "" */
};

/* Add the words of a sinfo that lists nodes for slurm_nodes_next(); they are
 * named as Slurm does, "h[1-3],h7".
 */
void slurm_nodes_words(const char *names, struct string_list *words);

/* Take the next line from what sinfo has printed, which is changed by that;
 * '*at' is where to go on.  A node may come more than once.  Returns false at
 * the end.
 */
bool slurm_nodes_next(char **at, struct slurm_node *node);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_NODES_H */
