/* stop_unaligned.c - stop ranks that do not go in step
 *
 * A master and its workers have no sync in common.  Each rank stands still at
 * its own next sync, or where it waits for a message as the first thing since
 * one.  One that a message is under way to goes round once more, for what the
 * message brings belongs to before the stop.
 *
 * When all stand and nothing is under way, nobody can wake any other: that is
 * the stop.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/change/changeover.h"

void stop_unaligned_begin(struct changeover *s)
{
    struct generation *now = s->agent->now;

    s->own_pace = true;
    now->own_pace = true;
    generation_set_horizon(now, 1);
}

/* Who does not stand and waits has received all that was sent to it; of ranks
 * elsewhere that is not known.
 */
bool stop_unaligned_needed(const struct changeover *s, bool sure)
{
    const struct generation *now = s->agent->now;
    int64_t *under_way = changeover_under_way(s);
    bool wanted = false, waits = sure;

    for (int r = 0; under_way && r < now->ranks; r++)
        if (now->rank[r].standing)
            wanted = wanted || under_way[r] > 0;
        else
            waits = waits || under_way[r] <= 0 || !generation_is_here(now, r);
    free(under_way);
    return wanted && waits;
}

bool stop_unaligned_look(struct changeover *s)
{
    struct generation *now = s->agent->now;
    int64_t *under_way = changeover_under_way(s);
    bool all = under_way != NULL;

    s->stop = 0;
    for (int r = 0; under_way && r < now->ranks; r++) {
        struct generation_rank *rank = &now->rank[r];
        bool awaited = under_way[r] > 0;

        all = all && rank->standing && !rank->busy && !awaited;
        if (rank->busy || (rank->standing && !rank->idle && awaited))
            generation_release(now, r);
        if (rank->sync > s->stop)
            s->stop = rank->sync;
    }
    free(under_way);
    return all;
}
