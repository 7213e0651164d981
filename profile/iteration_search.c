/* iteration_search.c - find the main loop of a program in its stream of calls
 *
 * When a path recurs evenly (recurrence.h), it is compared with the loops that
 * are known: it is the mark of a new one, a member, or a better mark.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "profile/iteration_reader.h"
#include "profile/iteration_search.h"
#include "profile/recurrence.h"
#include "profile/rounds.h"

enum {
    ENCLOSED = 4,            /* loops within others kept at a time */
    BRISK_AFTER = 64,        /* rounds before a loop can be brisk */
    BRISK_TICKS = 8192,      /* mean of a brisk round, a few microseconds */
    WAITING_TICKS = 1 << 23, /* for which rounds may wait, milliseconds */
};

enum relation {
    SAME,   /* they take turns */
    FOLDED, /* so does the first mark in each folded round */
    RARER,
    OFTENER,
    DEAD,
};

static uint32_t offset_of(const struct iteration_search *b,
                          const struct iteration_loop *l)
{
    return (uint32_t)((const char *)l - (const char *)b);
}

static double mean_calls(const struct iteration_loop *l)
{
    return (double)l->calls / (double)(l->rounds + !l->rounds);
}

/* How often the loop's mark comes in the path's last rounds, which are 'k'
 * distances each.
 */
static enum relation compare(const struct iteration_loop *l,
                             const struct iteration_search_mark *m,
                             unsigned k)
{
    unsigned rounds = k <= (ITERATION_SEARCH_EDGES - 1) / 3 ? 3 : 2;
    unsigned known = l->marks < BEAT_RECENT ? l->marks : BEAT_RECENT;
    unsigned most = 0, least = BEAT_RECENT, sum = 0;

    if ((double)(m->last - l->last_call) < 2 * mean_calls(l) && l->fold > 1
        && (double)(m->last - recurrence_edge(m, k)->call) == mean_calls(l))
        return FOLDED;
    for (unsigned ago = 0; ago < rounds; ago++) {
        unsigned in = 0;

        for (unsigned i = 0; i < known; i++)
            in += l->recent[i] > recurrence_edge(m, (ago + 1) * k)->call
                  && l->recent[i] <= recurrence_edge(m, ago * k)->call;
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

static void enter_edge(struct iteration_loop *l,
                       const struct iteration_search_edge *e,
                       uint64_t rounds)
{
    rounds_mark(l, rounds, e->tick, e->call, e->mpi);
}

/* Start the loop with the rounds of the path that are known; older ones are
 * entered as equal ones.  When the last ones are exactly alike, ones before
 * them that are not are start-up.
 */
static void start_loop(struct iteration_loop *l,
                       uint32_t site,
                       struct iteration_search_mark *m)
{
    uint64_t exact = recurrence_exact(m);
    uint64_t rounds = recurrence_rounds(m);
    uint64_t known =
        rounds < ITERATION_SEARCH_EDGES ? rounds : ITERATION_SEARCH_EDGES - 1;

    if (exact >= 3 && known == rounds && rounds - exact <= 2) {
        recurrence_begin(m, exact);
        known = rounds = exact;
    }
    rounds_begin(l, site, 1);
    if (rounds > known)
        enter_edge(l, &m->first, 1);
    enter_edge(l, recurrence_edge(m, known),
               rounds > known ? rounds - known : 1);
    while (known-- > 0)
        enter_edge(l, recurrence_edge(m, known), 1);
    if (rounds >= ITERATION_SEARCH_EDGES) {
        l->calls_squares = (double)m->squares;
        l->regular = m->regular;
    }
    l->used = 1;
}

/* A free slot, or that of the loop that is least worth keeping, if it covers
 * less than 'ticks'; or -1.
 */
static int find_slot(const struct iteration_search *b, uint64_t ticks)
{
    int least = -1;

    for (int i = b->manual ? 1 : 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *l = &b->loop[i];
        uint64_t worth = l->used && iteration_reader_sound(l) ? l->ticks : 0;

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
static void start_folded(struct iteration_loop *l,
                         uint32_t site,
                         const struct iteration_search_mark *m,
                         unsigned fold)
{
    rounds_begin(l, site, fold);
    for (unsigned ago = ITERATION_SEARCH_EDGES; ago-- > 0;)
        enter_edge(l, recurrence_edge(m, ago), 1);
    l->used = 1;
}

/* Another loop takes this one's place: who marked it follows it no more. */
static void let_go(struct iteration_search *b, const struct iteration_loop *l)
{
    struct iteration_search_mark *m =
        (struct iteration_search_mark *)((char *)b + l->mark);

    if (l->mark && m->followed == offset_of(b, l)) {
        m->followed = 0;
        m->pending = 0;
        m->last_tick = recurrence_edge(m, 0)->tick;
    }
}

static void mark_loop(struct iteration_search *b,
                      int slot,
                      struct iteration_search_mark *m,
                      uint32_t site,
                      unsigned fold)
{
    let_go(b, &b->loop[slot]);
    if (fold > 1)
        start_folded(&b->loop[slot], site, m, fold);
    else
        start_loop(&b->loop[slot], site, m);
    m->loop_plus_one = slot + 1;
    m->need = 0;
}

static void join_loop(struct iteration_search *b,
                      int slot,
                      struct iteration_search_mark *m)
{
    struct iteration_loop *l = &b->loop[slot];

    m->member = offset_of(b, l);
    m->turn = l->turn;
    m->need = RECURRENCE_NEED;
    l->members++;
    l->end_tick = m->last_tick;
    l->end_call = m->last;
}

/* A loop whose mark came in other places too, before, had better be marked
 * by a path that comes nowhere else.
 */
static bool is_better(const struct iteration_loop *l,
                      const struct iteration_search_mark *m)
{
    bool other = l->typical != m->interval && l->calls_last == m->interval;

    return l->site != ROUNDS_MANUAL && (other || 2 * l->exact < l->rounds)
           && recurrence_exact(m) == recurrence_rounds(m);
}

/* Enter the rounds that wait, the last of which began 'ago' occurrences before
 * the last one.
 */
static void enter_waiting(struct iteration_search *b,
                          struct iteration_search_mark *m,
                          unsigned ago)
{
    struct iteration_loop *l =
        (struct iteration_loop *)((char *)b + m->followed);
    unsigned n = m->pending;

    if (n == 0)
        return;
    m->pending = 0;
    l->marks -= n;
    m->last_tick = recurrence_edge(m, ago)->tick;
    if (m->brisk) {
        l->turn--;
        rounds_mark(l, n, m->last_tick, m->last, recurrence_edge(m, ago)->mpi);
        return;
    }
    l->turn -= n;
    rounds_enter(l, m->edge, m->count - 1 - ago, n);
    m->even += n;
    m->regular += n;
    m->squares += n * m->interval * m->interval;
    m->period = recurrence_period(m, ago);
}

void iteration_search_settle(struct iteration_search *b)
{
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *l = &b->loop[i];
        struct iteration_search_mark *m =
            (struct iteration_search_mark *)((char *)b + l->mark);

        if (l->used && l->mark && m->followed == offset_of(b, l) && !m->brisk)
            enter_waiting(b, m, 0);
    }
}

/* Whether the last call was in the loop's last round. */
static bool goes_on(const struct iteration_search *b,
                    const struct iteration_loop *l)
{
    if (!l->used || l->marks == 0)
        return false;
    return l->site == ROUNDS_MANUAL ? l->last_call <= b->calls
                                    : l->end_call == b->calls;
}

void iteration_search_stand(struct iteration_search *b, uint64_t tick)
{
    iteration_search_settle(b);
    b->last_tick = tick;
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (goes_on(b, &b->loop[i])) {
            b->loop[i].end_tick = tick;
            b->loop[i].tail = 0;
        }
}

/* Its loop is over, or it comes in other places now. */
static void leave_loop(struct iteration_search_mark *m)
{
    m->member = 0;
    recurrence_resume(m);
}

/* Decide what the path, which recurs evenly every 'fold' times, is to the
 * loops.
 */
static void consider(struct iteration_search *b,
                     struct iteration_search_mark *m,
                     uint32_t site,
                     unsigned fold)
{
    unsigned enclosing = 0;
    unsigned enclosed = 0;
    int slot;

    iteration_search_settle(b);
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        struct iteration_loop *l = &b->loop[i];
        enum relation relation = l->used ? compare(l, m, fold) : DEAD;

        if (relation == SAME || relation == FOLDED) {
            if (fold > 1)
                recurrence_be_patient(m);
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
               : find_slot(b, m->last_tick - recurrence_edge(m, 3)->tick);
    if (slot < 0) {
        recurrence_be_patient(m);
        return;
    }
    mark_loop(b, slot, m, site, fold);
    b->loop[slot].enclosed = enclosing > 0;
}

/* Every now and then, see whether it still is a loop, and of how many marks a
 * round.  Once all the samples that tell the latter were looked at, more of
 * them say nothing new.
 */
static bool lost_the_beat(struct iteration_loop *l)
{
    unsigned fold;

    if (l->marks < 32 || (l->marks & (l->marks - 1)) != 0)
        return false;
    if (l->starts == 1 && l->fold == 1 && l->stride == 1
        && l->samples + 1 == l->marks && l->samples < 2 * ROUNDS_FOLD_SAMPLES
        && (fold = rounds_find_fold(l)) > 1)
        rounds_fold(l, fold);
    return !iteration_reader_sound(l);
}

/* How many rounds may wait.  None that would come to a mark at which the loop
 * is looked at; nor longer than is good for who looks at the program while it
 * runs.
 */
static unsigned may_wait(const struct iteration_loop *l)
{
    uint64_t until = (UINT64_C(2) << (63 - __builtin_clzll(l->marks))) - 1;
    uint64_t most = WAITING_TICKS * l->rounds / l->ticks;

    most = most < BEAT_WAITING ? most : BEAT_WAITING;
    return (unsigned)(until - l->marks < most ? until - l->marks : most);
}

/* Decide how the loop is followed from here on. */
static void follow(struct iteration_search *b,
                   struct iteration_loop *l,
                   struct iteration_search_mark *m)
{
    bool many = l->fold == 1 && l->rounds > BRISK_AFTER;

    m->brisk = many && l->ticks < BRISK_TICKS * l->rounds;
    m->most = 0;
    if (m->brisk)
        m->most = BEAT_WAITING;
    else if (many && rounds_may_wait(l, m->interval))
        m->most = may_wait(l);
    m->followed = m->most > 0 ? offset_of(b, l) : 0;
    l->mark = (char *)m - (char *)b;
}

/* A brisk loop's rounds are entered together with the next one, if that is
 * like them.  Those of another one are entered, and the next one is the first
 * to wait again.
 */
bool iteration_search_stop(struct iteration_search *b,
                           struct iteration_search_mark *m)
{
    struct iteration_loop *l =
        (struct iteration_loop *)((char *)b + m->followed);
    bool even = b->calls - m->last == m->interval;

    m->last_tick = recurrence_edge(m, 1)->tick;
    if (m->brisk && even)
        return false;
    enter_waiting(b, m, 1);
    if (even)
        follow(b, l, m);
    return even && m->most > 0;
}

/* Enter the rounds up to this mark. */
static void enter_mark(struct iteration_search *b,
                       struct iteration_loop *l,
                       struct iteration_search_mark *m,
                       uint64_t tick,
                       uint64_t mpi_ticks)
{
    l->marks -= m->pending;
    rounds_mark(l, m->pending + 1, tick, b->calls, mpi_ticks);
    m->pending = 0;
}

void iteration_search_leave(struct iteration_search *b,
                            struct iteration_search_mark *m,
                            uint32_t site,
                            uint64_t tick,
                            uint64_t mpi_ticks)
{
    unsigned fold;

    if (m->loop_plus_one) {
        struct iteration_loop *l = &b->loop[m->loop_plus_one - 1];

        if (l->used && l->site == site) {
            enter_mark(b, l, m, tick, mpi_ticks);
            if (!lost_the_beat(l)) {
                follow(b, l, m);
                return;
            }
            l->used = 0;
        }
        m->followed = 0;
        if (l->used || l->starts > 1)
            recurrence_begin(m, 0);
        m->loop_plus_one = 0;
        recurrence_be_patient(m);
    }
    if (m->member)
        leave_loop(m);
    if (b->calls == 1)
        b->first_tick = tick;
    recurrence_follow(m);
    if (recurrence_convinces(m))
        consider(b, m, site, 1);
    else if ((m->count & (m->count - 1)) == 0
             && (fold = recurrence_pattern(m)) > 1)
        consider(b, m, site, fold);
}

void iteration_search_other(struct iteration_search *b,
                            struct iteration_search_mark *m,
                            uint32_t site,
                            uint64_t tick,
                            uint64_t mpi_ticks)
{
    uint64_t distance = b->calls - m->last;
    uint64_t time = tick - m->last_tick;
    bool even = beat_near(distance, m->interval) || beat_near(time, m->period);

    m->even = even ? m->even + 1 : 0;
    m->regular += even;
    m->squares += distance * distance;
    m->interval = distance;
    m->period = time;
    m->last = b->calls;
    m->last_tick = tick;
    if (__builtin_expect(
            m->even >= m->need || distance > m->far || m->count >= m->look, 0))
        iteration_search_leave(b, m, site, tick, mpi_ticks);
}

void iteration_search_manual(struct iteration_search *b,
                             uint64_t tick,
                             uint64_t mpi_ticks)
{
    struct iteration_loop *l = &b->loop[0];

    if (!b->manual) {
        iteration_search_settle(b);
        let_go(b, l);
        rounds_begin(l, ROUNDS_MANUAL, 1);
        l->used = 1;
        b->manual = 1;
    }
    rounds_mark(l, 1, tick, b->calls + 1, mpi_ticks); /* the call to come */
}
