/* decide_batch.c - what a policy is shown of the batch system
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/batch/batch.h"
#include "agent/decide/decide_internal.h"
#include "base/system/host.h"

/* Whether it could be given back. */
static bool is_spare(const struct head *a, const char *name)
{
    const struct host *host = host_find_offered(&a->hosts, name);

    return !host_is_own(name) && (a->give_back || (host && host->granted));
}

void decide_see_queue(const struct decide *d, struct policy_job *job)
{
    const struct head *a = d->agent;
    struct batch_queue q;

    if (!a->batch || !batch_look(a->batch, &q))
        return;
    job->queue = (struct policy_queue){ .known = true,
                                        .pending = q.pending,
                                        .least_nodes = q.least_nodes,
                                        .idle_nodes = q.idle_nodes };
    for (int h = 0; h < job->host_count; h++) {
        const char *name = job->hosts[h].name;

        if (generation_ranks_on(a->now, name) == 0)
            continue;
        job->queue.own_nodes++;
        job->queue.spare_nodes += is_spare(a, name);
    }
}
