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
#include "agent/peers/rank_page.h"

void stop_unaligned_begin(struct changeover *s)
{
    struct generation *now = s->agent->now;

    s->own_pace = true;
    now->own_pace = true;
    generation_set_horizon(now, 1);
}

static bool look_at(struct changeover *s, int rank)
{
    const struct head *a = s->agent;
    struct page *p;
    bool inside;

    if (!generation_is_here(a->now, rank))
        return false;
    p = rank_page_open(a->folder, a->now->number, rank);
    inside = waiting_rank_look(p, &s->old[rank].now);
    page_close(p);
    return inside;
}

/* One that has got on since, or has come to stand, may have sent something to
 * any other, who has not asked for that yet: then all are looked at anew.
 */
bool stop_unaligned_all_wait(struct changeover *s)
{
    const struct generation *now = s->agent->now;
    int before = s->waiting, count = 0;
    bool stay = true, wait = true;

    s->waiting = 0;
    for (int r = 0; r < now->ranks; r++) {
        const struct changeover_rank *rank = &s->old[r];

        if (now->rank[r].standing)
            continue;
        if (!look_at(s, r))
            return false;
        stay = stay && waiting_rank_stays(&rank->then, &rank->now);
        wait = wait && waiting_rank_waits(&rank->then, &rank->now);
        count++;
    }
    stay = stay && count == before;
    for (int r = 0; !stay && r < now->ranks; r++)
        s->old[r].then = s->old[r].now;
    s->waiting = count;
    return stay && wait && count > 0;
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
