/* sync_pace.c - how far a job's syncs are apart
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "agent/decide/sync_pace.h"
#include "policy/policy_job.h"

static const double steps_to_stop = 2;

void sync_pace_init(struct sync_pace *p, double now)
{
    *p = (struct sync_pace){ now, 1, JOB_UNKNOWN };
}

void sync_pace_turn(struct sync_pace *p,
                    uint64_t sync,
                    double stopped,
                    double now)
{
    if (sync > p->first)
        p->before = (stopped - p->since) / (double)(sync - p->first);
    p->since = now;
    p->first = sync;
}

/* The step that the ranks are in counts, too: until the first one is over it
 * is all there is, and then it takes at least so long.
 */
double sync_pace_seconds(const struct sync_pace *p, uint64_t sync, double now)
{
    double spent = now - p->since;

    if (sync > p->first)
        return spent / (double)(sync - p->first);
    return sync == p->first && spent > p->before ? spent : p->before;
}

double sync_pace_stop(const struct sync_pace *p, uint64_t sync, double now)
{
    double seconds = sync_pace_seconds(p, sync, now);

    return isnan(seconds) ? 0 : steps_to_stop * seconds;
}
