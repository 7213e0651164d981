/* cluster.h - many jobs on the nodes of a cluster, and a policy that changes
 * them
 *
 * Jobs wait in the order in which they are submitted.  The first one starts as
 * soon as there are nodes for it; jobs behind it start before it where that
 * does not make it wait any longer, by what users said of their times (EASY
 * backfill).  What changes give and take is not held to that: who gives nodes
 * back does so for the job that needs the fewest, and who grows takes what is
 * idle.  One whose size is chosen at its start gets what is idle, up to
 * its most.
 *
 * A job that may change is looked after by a policy of its own, which is asked
 * as often as it would be live, and sees as much: what the job and the queue
 * are like.  What it decides is done at the end of an iteration, when new
 * ranks would be ready, and the job stands still for as long as a live one is
 * thought to.  All nodes are alike, and a rank has one.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CLUSTER_H
#define MITOSIS_FORESEE_CLUSTER_CLUSTER_H

#include <stdbool.h>

#include "foresee/cluster/cluster_result.h"
#include "foresee/cluster/workload.h"

struct cluster_plan {
    int nodes;
    const struct workload *workload; /* settled for so many nodes */
    bool in_order;                   /* no job starts before another one */
    const char *policy;              /* or NULL: no job changes */
    const char *policy_options;
};

/* Play it from the first submission to the last end.  Returns 0 with 'result'
 * to be given back by cluster_result_clear(), but for what nodes draw; or -1
 * with the reason in 'err'.
 *
 * With a policy each question is a process of its own, unless this is one that
 * was made by confine_run().
 */
int cluster_play(struct cluster_result *result,
                 const struct cluster_plan *plan,
                 struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_CLUSTER_H */
