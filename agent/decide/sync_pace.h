/* sync_pace.h - how far a job's syncs are apart
 *
 * A generation takes over at a sync and ends at one, so what it took for those
 * between is exact once it has ended.  Of one that goes on only is known which
 * sync it has reached.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_SYNC_PACE_H
#define MITOSIS_AGENT_DECIDE_SYNC_PACE_H

#include <stdint.h>

struct sync_pace {
    double since;   /* when the generation that is the job began, */
    uint64_t first; /* at this sync */
    double before;  /* seconds from one to the next in the one before;
                       JOB_UNKNOWN */
};

/* A job begins at its first sync. */
void sync_pace_init(struct sync_pace *p, double now);

/* Its ranks have come to 'sync' together at 'stopped', and others go on from
 * there 'now'.
 */
void sync_pace_turn(struct sync_pace *p,
                    uint64_t sync,
                    double stopped,
                    double now);

/* Seconds from one sync to the next, where 'sync' is reached now, or 0 is not
 * known; JOB_UNKNOWN when nothing is.
 */
double sync_pace_seconds(const struct sync_pace *p, uint64_t sync, double now);

/* Seconds until ranks that are asked to stop have done so, at most: at their
 * next sync they say where they will, and that is a sync further on.  0 when
 * nothing is known.
 */
double sync_pace_stop(const struct sync_pace *p, uint64_t sync, double now);

#endif /* !MITOSIS_AGENT_DECIDE_SYNC_PACE_H */
