/* stop.c - bring the old ranks to a stop
 *
 * They agree on a sync that all can stop at.  What is in the way there makes
 * it the next one.  Ranks that do not go in step stop otherwise, see
 * stop_unaligned.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"

enum {
    TRIES_MOST = 100, /* syncs at which something may be in the way */
    OWN_PACE_MS = 2,  /* between looks at ranks out of step, at least */
    LOOK_SHARE = 10,  /* times as long as a look takes */
    STALL_MS = 50,    /* without a sync: they may be out of step */
    STALLS_SURE = 20, /* of them one after another: they are */
    GRANTS_MOST = 8,  /* each twice as far as the one before */
    WINDOW_MOST = 100 * 1000,
};

/* A word must reach the agent and come back while the ranks go on. */
static const double round_trip = 0.004;

void stop_prepare(struct changeover *s)
{
    s->count_then = generation_count(s->agent->now);
    s->counted = loop_now();
    phase_enter(s, PHASE_PREPARE);
    generation_publish(s->next);
    generation_tell_all(s->next, LOCAL_MESSAGE_PREPARE, 0, s->order);
}

/* How many syncs ahead a rank should promise: as many as it goes through
 * while its word is under way.
 */
static uint64_t window(const struct changeover *s)
{
    uint64_t count = generation_count(s->agent->now) - s->count_then;
    double seconds = loop_now() - s->counted;
    double syncs = seconds > 0 ? (double)count / seconds * round_trip + 1 : 1;

    return syncs < WINDOW_MOST ? (uint64_t)syncs : WINDOW_MOST;
}

static void on_look(void *arg);

void stop_leave(struct changeover *s)
{
    loop_cancel(s->agent->loop, on_look, s);
}

/* Ranks that go in step do not go past the sync that was asked for; others
 * may have.
 */
void stop_agree(struct changeover *s)
{
    struct generation *now = s->agent->now;

    s->ready = loop_now();
    if (s->at > 0 && generation_count(now) <= s->at) {
        s->stop = s->at;
        s->stopping = s->ready;
        generation_set_horizon(now, s->at);
        phase_enter(s, PHASE_STOP);
        loop_after(s->agent->loop, STALL_MS, on_look, s);
        stop_consider(s); /* some may stand there already */
        return;
    }
    phase_enter(s, PHASE_AGREE);
    loop_after(s->agent->loop, STALL_MS, on_look, s);
    now->window = window(s);
    generation_set_horizon(now, 0);
}

/* The farthest promise is one that all can keep. */
void stop_choose(struct changeover *s)
{
    struct generation *now = s->agent->now;

    s->stop = 0;
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].sync > s->stop)
            s->stop = now->rank[r].sync;
    s->stopping = loop_now();
    phase_enter(s, PHASE_STOP);
    generation_set_horizon(now, s->stop);
    stop_consider(s);
}

/* Something was in the way: all go on to the next sync. */
static void try_next(struct changeover *s)
{
    struct generation *now = s->agent->now;

    if (++s->tries > TRIES_MOST) {
        changeover_fail(s, "%s at %d syncs in a row", s->obstacle.text,
                        s->tries - 1);
        return;
    }
    s->stop++;
    generation_set_horizon(now, s->stop);
    for (int r = 0; r < now->ranks; r++)
        generation_release(now, r);
}

/* The ranks stay the same, so what is under way between them can go on with
 * their successors.
 */
static void collect(struct changeover *s)
{
    struct generation *now = s->agent->now;
    int64_t *under_way = changeover_under_way(s);

    if (!under_way) {
        try_next(s);
        return;
    }
    stop_leave(s);
    s->collected = true;
    phase_enter(s, PHASE_MAIL);
    for (int to = 0; to < now->ranks; to++)
        generation_tell(now, to, LOCAL_MESSAGE_COLLECT,
                        under_way[to] > 0 ? (uint64_t)under_way[to] : 0, NULL);
    free(under_way);
}

void stop_change_pace(struct changeover *s)
{
    if (s->stopping == 0)
        s->stopping = loop_now();
    phase_enter(s, PHASE_STOP);
    stop_unaligned_begin(s);
    loop_after(s->agent->loop, OWN_PACE_MS, on_look, s);
}

/* Those that waited for a message do not go on by themselves any more: now
 * look once more whether there is one.
 */
static void on_claimed(void *arg, bool all)
{
    struct changeover *s = arg;
    struct generation *now = s->agent->now;

    if (all && !changeover_in_flight(s, &s->obstacle)) {
        commit_begin(s);
        return;
    }
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].idle)
            generation_release(now, r);
    loop_after(s->agent->loop, OWN_PACE_MS, on_look, s);
}

/* Looking at many ranks takes a while: that is to be a small share. */
static int own_pace_ms(double began)
{
    double ms = (loop_now() - began) * 1e3 * LOOK_SHARE;

    return ms > OWN_PACE_MS ? (int)ms : OWN_PACE_MS;
}

static void consider_own_pace(struct changeover *s)
{
    double began = loop_now();

    if (stop_unaligned_look(s))
        host_links_claim(s->agent->links, s->agent->now, SLOT_IDLE, on_claimed,
                         s);
    else if (loop_now() - s->stopping > s->agent->patience / 2)
        changeover_fail(
            s, "the ranks go on sending each other work and do not stop");
    else
        loop_after(s->agent->loop, own_pace_ms(began), on_look, s);
}

/* A rank that stands where it promised may be waited for by one that has not
 * heard yet that it is to promise: our word took longer to get there than the
 * window was wide.  It is to go on as far as it takes.
 */
static void grant(struct changeover *s)
{
    struct generation *now = s->agent->now;
    uint64_t syncs = now->window << s->grants;
    bool any = false;

    if (s->phase != PHASE_AGREE || s->grants == GRANTS_MOST)
        return;
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].standing && !now->rank[r].idle) {
            generation_grant(now, r, syncs);
            any = true;
        }
    s->grants += any;
}

/* Nobody gets any further, and one that stands should receive something: so
 * the others wait for it, unless they have something to receive themselves and
 * only have no core.  The kernel tells the two apart from one look to the
 * next; where it does not, a rank that has no core is given time.
 */
static void on_look(void *arg)
{
    struct changeover *s = arg;
    uint64_t syncs = generation_syncs(s->agent->now);
    bool sure;

    if (s->own_pace) {
        consider_own_pace(s);
        return;
    }
    s->stalls = syncs == s->seen ? s->stalls + 1 : 0;
    sure = stop_unaligned_all_wait(s) || s->stalls > STALLS_SURE;
    if (s->stalls > 0 && stop_unaligned_needed(s, sure)) {
        stop_change_pace(s);
        return;
    }
    if (s->stalls > 0)
        grant(s);
    s->seen = syncs;
    loop_after(s->agent->loop, STALL_MS, on_look, s);
}

void stop_consider(struct changeover *s)
{
    struct generation *now = s->agent->now;
    bool busy = false, failed = false;
    int stand = now->ranks;

    if (s->phase != PHASE_STOP || s->own_pace)
        return;
    for (int r = 0; r < now->ranks; r++) {
        const struct generation_rank *rank = &now->rank[r];

        if (rank->standing && rank->sync < s->stop)
            generation_release(now, r);
        if (!rank->standing && stand == now->ranks)
            stand = r;
        busy = busy || rank->busy;
        failed = failed || rank->failed;
    }
    s->stand = stand;
    if (failed)
        changeover_fail(s, "%s", now->failure.text);
    if (failed || stand < now->ranks)
        return;
    if (!busy && !changeover_in_flight(s, &s->obstacle))
        commit_begin(s);
    else if (!busy && change_is_only(s->change, CHANGE_MIGRATE))
        collect(s);
    else
        try_next(s);
}

void stop_consider_rank(struct changeover *s, int rank)
{
    struct generation *now = s->agent->now;

    if (s->phase != PHASE_STOP || s->own_pace)
        return;
    if (now->rank[rank].sync < s->stop) {
        generation_release(now, rank);
        return;
    }
    while (s->stand < now->ranks && now->rank[s->stand].standing)
        s->stand++;
    if (s->stand == now->ranks)
        stop_consider(s);
}
