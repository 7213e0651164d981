/* beat.c - find the main loop of a program in its stream of calls
 *
 * When a path recurs evenly (stretch.h), it is compared with the loops that
 * are known: it is the mark of a new one, a member, or a better mark.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "profile/beat.h"
#include "profile/beat_reader.h"
#include "profile/rounds.h"
#include "profile/stretch.h"

enum {
    ENCLOSED = 4,       /* loops within others kept at a time */
    BRISK_AFTER = 64,   /* rounds before a loop can be brisk */
    BRISK_TICKS = 8192, /* mean of a brisk round, a few microseconds */
};

enum relation {
    SAME,   /* they take turns */
    FOLDED, /* so does the first mark in each folded round */
    RARER,
    OFTENER,
    DEAD,
};

static double mean_calls(const struct beat_loop *l)
{
    return (double)l->calls / (double)(l->rounds + !l->rounds);
}

/* How often the loop's mark comes in the path's last rounds, which are 'k'
 * distances each.
 */
static enum relation compare(const struct beat_loop *l,
                             const struct beat_mark *m,
                             unsigned k)
{
    unsigned rounds = k <= (BEAT_EDGES - 1) / 3 ? 3 : 2;
    unsigned known = l->marks < BEAT_RECENT ? l->marks : BEAT_RECENT;
    unsigned most = 0, least = BEAT_RECENT, sum = 0;

    if ((double)(m->last - l->last_call) < 2 * mean_calls(l) && l->fold > 1
        && (double)(m->last - stretch_edge(m, k)->call) == mean_calls(l))
        return FOLDED;
    for (unsigned ago = 0; ago < rounds; ago++) {
        unsigned in = 0;

        for (unsigned i = 0; i < known; i++)
            in += l->recent[i] > stretch_edge(m, (ago + 1) * k)->call
                  && l->recent[i] <= stretch_edge(m, ago * k)->call;
        most = ago == 0 ? in : most;
        least = in < least ? in : least;
        sum += in;
    }
    if (sum == 0)
        return (double)(m->last - l->last_call) < 2 * mean_calls(l) ? RARER
                                                                    : DEAD;
    if (least == 1 && sum == rounds)
        return SAME;
    return most > 1 || sum > rounds ? OFTENER : RARER;
}

static void enter_edge(struct beat_loop *l,
                       const struct beat_edge *e,
                       uint64_t rounds)
{
    rounds_mark(l, rounds, e->tick, e->call, e->mpi);
}

/* Start the loop with the rounds of the path that are known; older ones are
 * entered as equal ones.  When the last ones are exactly alike, ones before
 * them that are not are start-up.
 */
static void start_loop(struct beat_loop *l, uint32_t site, struct beat_mark *m)
{
    uint64_t exact = stretch_exact(m);
    uint64_t rounds = stretch_rounds(m);
    uint64_t known = rounds < BEAT_EDGES ? rounds : BEAT_EDGES - 1;

    if (exact >= 3 && known == rounds && rounds - exact <= 2) {
        stretch_begin(m, exact);
        known = rounds = exact;
    }
    rounds_begin(l, site, 1);
    if (rounds > known)
        enter_edge(l, &m->first, 1);
    enter_edge(l, stretch_edge(m, known), rounds > known ? rounds - known : 1);
    while (known-- > 0)
        enter_edge(l, stretch_edge(m, known), 1);
    if (rounds >= BEAT_EDGES) {
        l->calls_squares = (double)m->squares;
        l->regular = m->regular;
    }
    l->used = 1;
}

/* A free slot, or that of the loop that is least worth keeping, if it covers
 * less than 'ticks'; or -1.
 */
static int find_slot(const struct beat *b, uint64_t ticks)
{
    int least = -1;

    for (int i = b->manual ? 1 : 0; i < BEAT_LOOPS; i++) {
        const struct beat_loop *l = &b->loop[i];
        uint64_t worth = l->used && beat_sound(l) ? l->ticks : 0;

        if (!l->used)
            return i;
        if (worth < ticks) {
            ticks = worth;
            least = i;
        }
    }
    return least;
}

/* Start one with a pattern, of which nothing older is known. */
static void start_folded(struct beat_loop *l,
                         uint32_t site,
                         const struct beat_mark *m,
                         unsigned fold)
{
    rounds_begin(l, site, fold);
    for (unsigned ago = BEAT_EDGES; ago-- > 0;)
        enter_edge(l, stretch_edge(m, ago), 1);
    l->used = 1;
}

static void mark_loop(struct beat *b,
                      int slot,
                      struct beat_mark *m,
                      uint32_t site,
                      unsigned fold)
{
    if (fold > 1)
        start_folded(&b->loop[slot], site, m, fold);
    else
        start_loop(&b->loop[slot], site, m);
    m->loop_plus_one = slot + 1;
    m->need = 0;
}

static void join_loop(struct beat *b, int slot, struct beat_mark *m)
{
    struct beat_loop *l = &b->loop[slot];

    m->member = (uint32_t)((char *)l - (char *)b);
    m->turn = l->turn;
    m->need = STRETCH_NEED;
    l->members++;
    l->end_tick = m->last_tick;
    l->end_call = m->last;
}

/* A loop whose mark came in other places too, before, had better be marked
 * by a path that comes nowhere else.
 */
static bool is_better(const struct beat_loop *l, const struct beat_mark *m)
{
    bool other = l->typical != m->interval && l->calls_last == m->interval;

    return l->site != ROUNDS_MANUAL && (other || 2 * l->exact < l->rounds)
           && stretch_exact(m) == stretch_rounds(m);
}

/* Its loop is over, or it comes in other places now. */
static void leave_loop(struct beat_mark *m)
{
    m->member = 0;
    stretch_resume(m);
}

/* Decide what the path, which recurs evenly every 'fold' times, is to the
 * loops.
 */
static void consider(struct beat *b,
                     struct beat_mark *m,
                     uint32_t site,
                     unsigned fold)
{
    unsigned enclosing = 0;
    unsigned enclosed = 0;
    int slot;

    for (int i = 0; i < BEAT_LOOPS; i++) {
        struct beat_loop *l = &b->loop[i];
        enum relation relation = l->used ? compare(l, m, fold) : DEAD;

        if (relation == SAME || relation == FOLDED) {
            if (fold > 1)
                stretch_be_patient(m);
            else if (relation == FOLDED || is_better(l, m))
                mark_loop(b, i, m, site, 1);
            else
                join_loop(b, i, m);
            return;
        }
        enclosing += relation == RARER;
        enclosed += l->used && l->enclosed;
    }
    slot = enclosing && enclosed >= ENCLOSED
               ? -1
               : find_slot(b, m->last_tick - stretch_edge(m, 3)->tick);
    if (slot < 0) {
        stretch_be_patient(m);
        return;
    }
    mark_loop(b, slot, m, site, fold);
    b->loop[slot].enclosed = enclosing > 0;
}

/* Every now and then, see whether it still is a loop, and of how many marks a
 * round.
 */
static bool lost_the_beat(struct beat_loop *l)
{
    unsigned fold;

    if (l->marks < 32 || (l->marks & (l->marks - 1)) != 0)
        return false;
    if (l->starts == 1 && l->fold == 1 && l->stride == 1
        && l->samples + 1 == l->marks && (fold = rounds_find_fold(l)) > 1)
        rounds_fold(l, fold);
    return !beat_sound(l);
}

void beat_flush(struct beat *b, struct beat_mark *m)
{
    struct beat_loop *l = (struct beat_loop *)((char *)b + m->brisk);

    if (m->pending == 0)
        return;
    l->marks -= m->pending;
    l->turn--;
    rounds_mark(l, m->pending, m->last_tick, m->last, stretch_edge(m, 1)->mpi);
    m->pending = 0;
}

/* Enter the rounds up to this mark, and see whether they are brisk. */
static void enter_mark(struct beat *b,
                       struct beat_loop *l,
                       struct beat_mark *m,
                       uint64_t tick,
                       uint64_t mpi_ticks)
{
    l->marks -= m->pending;
    rounds_mark(l, m->pending + 1, tick, b->calls, mpi_ticks);
    m->pending = 0;
    m->brisk = l->fold == 1 && l->rounds > BRISK_AFTER
                       && l->ticks / l->rounds < BRISK_TICKS
                   ? (uint32_t)((char *)l - (char *)b)
                   : 0;
}

void beat_look(struct beat *b,
               struct beat_mark *m,
               uint32_t site,
               uint64_t tick,
               uint64_t mpi_ticks)
{
    unsigned fold;

    if (m->loop_plus_one) {
        struct beat_loop *l = &b->loop[m->loop_plus_one - 1];

        if (l->used && l->site == site) {
            enter_mark(b, l, m, tick, mpi_ticks);
            if (!lost_the_beat(l))
                return;
            l->used = 0;
        }
        m->brisk = 0;
        if (l->used || l->starts > 1)
            stretch_begin(m, 0);
        m->loop_plus_one = 0;
        stretch_be_patient(m);
    }
    if (m->member)
        leave_loop(m);
    if (b->calls == 1)
        b->first_tick = tick;
    stretch_follow(m);
    if (stretch_convinces(m))
        consider(b, m, site, 1);
    else if ((m->count & (m->count - 1)) == 0
             && (fold = stretch_pattern(m)) > 1)
        consider(b, m, site, fold);
}

void beat_manual(struct beat *b, uint64_t tick, uint64_t mpi_ticks)
{
    struct beat_loop *l = &b->loop[0];

    if (!b->manual) {
        rounds_begin(l, ROUNDS_MANUAL, 1);
        l->used = 1;
        b->manual = 1;
    }
    rounds_mark(l, 1, tick, b->calls + 1, mpi_ticks); /* the call to come */
}
