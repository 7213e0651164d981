/* beat.c - find the main loop of a program in its stream of calls
 *
 * A path's occurrences without a gap between them are its stretch.  A look
 * at a path keeps its stretch up to date and asks whether it recurs evenly
 * enough to be the mark of a loop.  There are three ways to be: a few
 * distances of exactly the same number of calls (fewer of them the longer
 * they are, because long ones do not come about by chance); some more that
 * are about the same; many that vary, but less than chance would have it.
 * The distances between random events have a standard deviation as large as
 * their mean.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "profile/rounds.h"

enum {
    FIRST_NEED = 2, /* even distances, beyond the first, to be looked at */
    EVEN_NEED = 5,  /* and to be believed */
    MOST_PATIENCE = 4096,
    VARIED_ROUNDS = 16, /* before distances that vary are judged */
    GAP = 4,            /* times the mean distance */
    ENCLOSED = 4,       /* loops within others kept at a time */
    BRISK_AFTER = 64,   /* rounds before a loop can be brisk */
    BRISK_TICKS = 8192, /* mean of a brisk round, a few microseconds */
    MOST_PATTERN = 7,   /* distances in a round */
};

/* The occurrence 'ago' before the last one, of BEAT_EDGES known. */
static const struct beat_edge *edge(const struct beat_mark *m, uint64_t ago)
{
    return &m->edge[(m->count - 1 - ago) % BEAT_EDGES];
}

static uint64_t distance(const struct beat_mark *m, uint64_t ago)
{
    return edge(m, ago)->call - edge(m, ago + 1)->call;
}

static uint64_t period(const struct beat_mark *m, uint64_t ago)
{
    return edge(m, ago)->tick - edge(m, ago + 1)->tick;
}

static uint64_t stretch_rounds(const struct beat_mark *m)
{
    return m->count - 1 - m->since;
}

static void begin_stretch(struct beat_mark *m, uint64_t ago)
{
    m->since = m->count - 1 - ago;
    m->first = *edge(m, ago);
    m->squares = 0;
    for (uint64_t i = 0; i < ago; i++)
        m->squares += distance(m, i) * distance(m, i);
    if (m->even >= ago)
        m->even = ago > 0 ? (uint32_t)ago - 1 : 0;
    m->regular = m->even;
}

/* The next power of two, at which a pattern is looked for. */
static uint64_t next_power(uint64_t n)
{
    return UINT64_C(1) << (64 - __builtin_clzll(n));
}

/* Bring the path's stretch up to date. */
static void follow(struct beat_mark *m)
{
    uint64_t rounds;

    if (m->count == 1) {
        m->patience = FIRST_NEED;
        m->need = FIRST_NEED;
        begin_stretch(m, 0);
    } else if (stretch_rounds(m) > 1) {
        uint64_t before = stretch_rounds(m) - 1;
        uint64_t sum = edge(m, 1)->call - m->first.call;

        if (m->interval * before > GAP * sum)
            begin_stretch(m, 0);
        else if (before < 3 && m->interval * before * GAP < sum)
            begin_stretch(m, 1);
    }
    rounds = stretch_rounds(m);
    m->far = rounds < 3 ? 0 : GAP * (m->last - m->first.call) / rounds;
    m->look =
        m->since + 1 + (rounds < VARIED_ROUNDS ? VARIED_ROUNDS : 2 * rounds);
    if (m->look > next_power(m->count))
        m->look = next_power(m->count);
}

/* How many of the last distances are the same number of calls. */
static uint64_t exact_distances(const struct beat_mark *m)
{
    uint64_t known = stretch_rounds(m);
    uint64_t n = 0;

    if (known > BEAT_EDGES - 1)
        known = BEAT_EDGES - 1;
    while (n < known && distance(m, n) == m->interval)
        n++;
    return n;
}

static bool stretch_varies_little(const struct beat_mark *m)
{
    return rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, stretch_rounds(m));
}

/* A path that recurs evenly by now, but did not so far. */
static void forget_the_uneven(struct beat_mark *m)
{
    if (m->even + 1 < stretch_rounds(m)
        && !rounds_are_even(m->regular, stretch_rounds(m))
        && !stretch_varies_little(m))
        begin_stretch(m,
                      m->even + 1 < BEAT_EDGES ? m->even + 1 : BEAT_EDGES - 1);
}

static bool convinces(struct beat_mark *m)
{
    static const uint8_t exact_need[] = { 0, 7, 5, 4, 4, 3, 3 };
    uint64_t rounds = stretch_rounds(m);
    uint64_t need =
        m->interval < sizeof(exact_need) ? exact_need[m->interval] : 3;

    if (rounds >= VARIED_ROUNDS
        && rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, rounds))
        return true;
    if (exact_distances(m) < need && m->even < EVEN_NEED)
        return false;
    forget_the_uneven(m);
    return true;
}

/* A path may come several times in each round, at distances that repeat:
 * 2, 2, 8, 2, 2, 8 ...  Returns how many distances a round has, 0 when there
 * is no such pattern.
 */
static unsigned pattern(const struct beat_mark *m)
{
    if (m->count < BEAT_EDGES || exact_distances(m) == BEAT_EDGES - 1)
        return 0;
    for (unsigned k = 2; k <= MOST_PATTERN; k++) {
        unsigned i = 0;

        while (i + k < BEAT_EDGES - 1 && distance(m, i) == distance(m, i + k))
            i++;
        if (i + k == BEAT_EDGES - 1)
            return k;
    }
    return 0;
}

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
        && (double)(m->last - edge(m, k)->call) == mean_calls(l))
        return FOLDED;
    for (unsigned ago = 0; ago < rounds; ago++) {
        unsigned in = 0;

        for (unsigned i = 0; i < known; i++)
            in += l->recent[i] > edge(m, (ago + 1) * k)->call
                  && l->recent[i] <= edge(m, ago * k)->call;
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
    uint64_t exact = exact_distances(m);
    uint64_t rounds = stretch_rounds(m);
    uint64_t known = rounds < BEAT_EDGES ? rounds : BEAT_EDGES - 1;

    if (exact >= 3 && known == rounds && rounds - exact <= 2) {
        begin_stretch(m, exact);
        known = rounds = exact;
    }
    rounds_begin(l, site, 1);
    if (rounds > known)
        enter_edge(l, &m->first, 1);
    enter_edge(l, edge(m, known), rounds > known ? rounds - known : 1);
    while (known-- > 0)
        enter_edge(l, edge(m, known), 1);
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

static void be_patient(struct beat_mark *m)
{
    if (m->patience < MOST_PATIENCE)
        m->patience *= 2;
    m->need = m->even + (uint32_t)m->patience;
}

/* Start one with a pattern, of which nothing older is known. */
static void start_folded(struct beat_loop *l,
                         uint32_t site,
                         const struct beat_mark *m,
                         unsigned fold)
{
    rounds_begin(l, site, fold);
    for (unsigned ago = BEAT_EDGES; ago-- > 0;)
        enter_edge(l, edge(m, ago), 1);
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
    m->need = FIRST_NEED;
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
           && exact_distances(m) == stretch_rounds(m);
}

/* Its loop is over, or it comes in other places now. */
static void leave_loop(struct beat_mark *m)
{
    uint64_t rounds =
        m->count - 1 < BEAT_EDGES ? m->count - 1 : BEAT_EDGES - 1;

    m->member = 0;
    m->last = edge(m, 0)->call;
    m->last_tick = edge(m, 0)->tick;
    m->interval = distance(m, 0);
    m->period = period(m, 0);
    m->even = 0;
    begin_stretch(m, rounds - 1);
    for (uint64_t i = rounds - 1; i > 0; i--) {
        bool even = beat_near(distance(m, i - 1), distance(m, i))
                    || beat_near(period(m, i - 1), period(m, i));

        m->even = even ? m->even + 1 : 0;
        m->regular += even;
    }
    m->need = FIRST_NEED;
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
                be_patient(m);
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
               : find_slot(b, m->last_tick - edge(m, 3)->tick);
    if (slot < 0) {
        be_patient(m);
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
    rounds_mark(l, m->pending, m->last_tick, m->last, edge(m, 1)->mpi);
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
            begin_stretch(m, 0);
        m->loop_plus_one = 0;
        be_patient(m);
    }
    if (m->member)
        leave_loop(m);
    if (b->calls == 1)
        b->first_tick = tick;
    follow(m);
    if (stretch_rounds(m) >= 3
        && (m->even >= m->need || stretch_rounds(m) % VARIED_ROUNDS == 0)
        && convinces(m))
        consider(b, m, site, 1);
    else if ((m->count & (m->count - 1)) == 0 && (fold = pattern(m)) > 1)
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
