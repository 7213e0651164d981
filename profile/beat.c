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

#include <math.h>
#include <string.h>

#include "profile/beat.h"

enum {
    FIRST_NEED = 2, /* even distances, beyond the first, to be looked at */
    EVEN_NEED = 5,  /* and to be believed */
    MOST_PATIENCE = 4096,
    VARIED_ROUNDS = 16, /* before distances that vary are judged */
    GAP = 4,            /* times the mean distance */
    ENCLOSED = 4,       /* loops within others kept at a time */
    NEVER = 1 << 30,
    BRISK_AFTER = 64,   /* rounds before a loop can be brisk */
    BRISK_TICKS = 8192, /* mean of a brisk round, a few microseconds */
    MANUAL_SITE = -1,
};

/* What decides between loops when one is to be the main one. */
static const double CALLS_WEIGHT = 0.25; /* calls against time */
static const double MOST_OF = 0.6;       /* an outer loop covers of an inner */
static const double OFTEN = 30;     /* rounds within one of a hollow loop */
static const double HOLLOW = 0.015; /* which has less of its own */
static const double LEAST = 0.1;    /* of the program, in time or calls */
static const double LEAST_IF_UNEVEN = 0.4; /* of a loop that varies */

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

/* The squares of the distances vary less than those of random ones: for
 * these the mean square is up to twice the squared mean.
 */
static bool varies_little(double sum, double squares, uint64_t rounds)
{
    double n = (double)rounds;

    return squares * n < (1.3 - 1.6 / n) * sum * sum;
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

/* Most of the distances are like the one before: more than random ones are
 * likely to be.
 */
static bool is_regular(uint64_t regular, uint64_t rounds)
{
    double n = (double)rounds - 1;
    double over = (double)regular - 0.55 * n;

    return over > 0 && over * over > 0.36 * n;
}

static bool stretch_varies_little(const struct beat_mark *m)
{
    return varies_little((double)(m->last - m->first.call), (double)m->squares,
                         stretch_rounds(m));
}

/* A path that recurs evenly by now, but did not so far. */
static void forget_the_uneven(struct beat_mark *m)
{
    if (m->even + 1 < stretch_rounds(m)
        && !is_regular(m->regular, stretch_rounds(m))
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
        && varies_little((double)(m->last - m->first.call), (double)m->squares,
                         rounds))
        return true;
    if (exact_distances(m) < need && m->even < EVEN_NEED)
        return false;
    forget_the_uneven(m);
    return true;
}

enum relation { SAME, RARER, OFTENER, DEAD };

static double mean_calls(const struct beat_loop *l)
{
    return (double)l->calls / (double)(l->rounds + !l->rounds);
}

/* How often the loop's mark comes in the path's last three rounds. */
static enum relation compare(const struct beat_loop *l,
                             const struct beat_mark *m)
{
    unsigned in[3] = { 0 };
    unsigned known = l->marks < BEAT_RECENT ? l->marks : BEAT_RECENT;

    for (unsigned i = 0; i < known; i++)
        for (unsigned ago = 0; ago < 3; ago++)
            if (l->recent[i] > edge(m, ago + 1)->call
                && l->recent[i] <= edge(m, ago)->call)
                in[ago]++;
    if (in[0] + in[1] + in[2] == 0)
        return (double)(m->last - l->last_call) < 2 * mean_calls(l) ? RARER
                                                                    : DEAD;
    if (in[0] == 1 && in[1] == 1 && in[2] == 1)
        return SAME;
    return in[0] > 1 || in[0] + in[1] + in[2] > 3 ? OFTENER : RARER;
}

/* Keep a sample: a mean of rounds, and of what was in MPI of them. */
static void add_sample(struct beat_loop *l, double ticks, double mpi)
{
    if (l->samples == BEAT_SAMPLES) {
        for (unsigned i = 0; i < BEAT_SAMPLES / 2; i++) {
            l->ticks_of[i] = (l->ticks_of[2 * i] + l->ticks_of[2 * i + 1]) / 2;
            l->mpi_of[i] = (l->mpi_of[2 * i] + l->mpi_of[2 * i + 1]) / 2;
        }
        l->samples = BEAT_SAMPLES / 2;
        l->stride *= 2;
        l->filling = l->stride / 2;
        l->filling_ticks = ticks * l->filling;
        l->filling_mpi = mpi * l->filling;
        return;
    }
    l->ticks_of[l->samples] = (float)ticks;
    l->mpi_of[l->samples] = (float)mpi;
    l->samples++;
}

/* Fill samples with 'n' rounds of 'ticks' each, of which 'mpi' in MPI. */
static void
fill_samples(struct beat_loop *l, uint64_t n, double ticks, double mpi)
{
    while (n > 0) {
        uint64_t room = l->stride - l->filling;
        uint64_t some = n < room ? n : room;

        l->filling_ticks += (double)some * ticks;
        l->filling_mpi += (double)some * mpi;
        l->filling += (uint32_t)some;
        n -= some;
        if (l->filling == l->stride) {
            double mean_ticks = l->filling_ticks / l->stride;
            double mean_mpi = l->filling_mpi / l->stride;

            l->filling = 0;
            l->filling_ticks = 0;
            l->filling_mpi = 0;
            add_sample(l, mean_ticks, mean_mpi);
        }
    }
}

/* Enter 'n' rounds of 'ticks' and 'calls' each, which had 'mpi' in all. */
static void add_rounds(struct beat_loop *l,
                       uint64_t n,
                       uint64_t ticks,
                       uint64_t mpi,
                       uint64_t calls)
{
    l->regular += beat_near(calls, l->calls_last)
                          || beat_near(ticks, l->round_last)
                      ? n
                      : n - 1;
    if (calls == l->calls_last && l->typical != calls) {
        l->typical = calls;
        l->exact = 1;
        l->exact_ticks = l->round_last;
    }
    if (calls == l->typical) {
        l->exact += n;
        l->exact_ticks += n * ticks;
    }
    l->calls_last = calls;
    l->round_last = ticks;
    l->rounds += n;
    l->ticks += n * ticks;
    l->mpi_ticks += mpi;
    l->squares += (double)n * (double)ticks * (double)ticks;
    l->calls += n * calls;
    l->calls_squares += (double)n * (double)calls * (double)calls;
    if (ticks < l->shortest || l->rounds == n)
        l->shortest = ticks;
    if (ticks > l->longest)
        l->longest = ticks;
    if (calls < l->calls_min || l->rounds == n)
        l->calls_min = calls;
    if (calls > l->calls_max)
        l->calls_max = calls;
    l->histogram[beat_bin(ticks)] += (uint32_t)n;
    fill_samples(l, n, (double)ticks, (double)mpi / (double)n);
}

static void begin_loop_stretch(struct beat_loop *l, uint64_t tick)
{
    uint64_t marks = l->marks - l->start_mark;

    if (l->starts > 0 && marks > l->best_marks) {
        l->best_mark = l->start_mark;
        l->best_marks = marks;
        l->best_tick = l->start_tick;
        l->best_end = l->end_tick;
    }
    l->starts++;
    l->start_mark = l->marks;
    l->start_tick = tick;
}

static bool is_gap(const struct beat_loop *l, uint64_t calls)
{
    return l->rounds > 2
           && (double)calls * (double)l->rounds > GAP * (double)l->calls;
}

/* The 'n'th mark since the one entered last, with even rounds between. */
static void add_marks(struct beat_loop *l,
                      uint64_t n,
                      uint64_t tick,
                      uint64_t call,
                      uint64_t mpi)
{
    uint64_t calls = (call - l->last_call) / n;

    if (l->marks == 0) {
        l->first_tick = tick;
        l->first_call = call;
        begin_loop_stretch(l, tick);
    } else if (is_gap(l, calls)) {
        begin_loop_stretch(l, tick);
    } else {
        if (n == 1)
            l->reach = l->end_call - l->last_call;
        l->tail_ticks += n == 1 ? tick - l->end_tick : 0;
        add_rounds(l, n, (tick - l->last_tick) / n, mpi - l->last_mpi, calls);
    }
    l->recent[l->marks % BEAT_RECENT] = call;
    l->marks++;
    l->turn++;
    l->last_tick = tick;
    l->last_call = call;
    l->last_mpi = mpi;
    l->end_tick = tick;
    l->end_call = call;
}

static void add_mark(struct beat_loop *l,
                     uint64_t tick,
                     uint64_t call,
                     uint64_t mpi)
{
    add_marks(l, 1, tick, call, mpi);
}

/* Enter rounds that were not kept one by one, as equal ones. */
static void add_early(struct beat_loop *l,
                      const struct beat_edge *from,
                      const struct beat_edge *to,
                      uint64_t rounds)
{
    for (uint64_t i = 0; i <= rounds; i++) {
        uint64_t done = i * UINT64_C(65536) / rounds;

        add_mark(l, from->tick + (to->tick - from->tick) / 65536 * done,
                 from->call + (to->call - from->call) * i / rounds,
                 from->mpi + (to->mpi - from->mpi) / 65536 * done);
    }
}

/* Start the loop with the rounds of the path that are known.  When the last
 * ones are exactly alike, ones before them that are not are start-up.
 */
static void start_loop(struct beat_loop *l, uint32_t site, struct beat_mark *m)
{
    uint64_t exact = exact_distances(m);
    uint64_t turn = l->turn;
    uint64_t rounds, known;

    rounds = stretch_rounds(m);
    known = rounds < BEAT_EDGES ? rounds : BEAT_EDGES - 1;

    memset(l, 0, sizeof(*l));
    l->turn = turn + 2;
    l->site = site;
    l->stride = 1;
    if (exact >= 3 && known == rounds && rounds - exact <= 2) {
        begin_stretch(m, exact);
        known = rounds = exact;
    }
    if (rounds > known)
        add_early(l, &m->first, edge(m, known), rounds - known);
    else
        add_mark(l, edge(m, known)->tick, edge(m, known)->call,
                 edge(m, known)->mpi);
    while (known-- > 0)
        add_mark(l, edge(m, known)->tick, edge(m, known)->call,
                 edge(m, known)->mpi);
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

    for (int i = 0; i < BEAT_LOOPS; i++) {
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

static void mark_loop(struct beat *b,
                      int slot,
                      struct beat_mark *m,
                      uint32_t site)
{
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
    l->end_tick = m->last_tick;
    l->end_call = m->last;
}

/* A loop whose mark came in other places too, before, had better be marked
 * by a path that comes nowhere else.
 */
static bool is_better(const struct beat_loop *l, const struct beat_mark *m)
{
    return 2 * l->exact < l->rounds && exact_distances(m) == stretch_rounds(m);
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

/* Decide what the path, which recurs evenly, is to the loops. */
static void consider(struct beat *b, struct beat_mark *m, uint32_t site)
{
    unsigned enclosing = 0;
    unsigned enclosed = 0;
    int slot;

    for (int i = 0; i < BEAT_LOOPS; i++) {
        struct beat_loop *l = &b->loop[i];
        enum relation relation = l->used ? compare(l, m) : DEAD;

        if (relation == SAME && is_better(l, m)) {
            mark_loop(b, i, m, site);
            return;
        }
        if (relation == SAME) {
            join_loop(b, i, m);
            return;
        }
        enclosing += relation == RARER;
        enclosed += l->used && l->enclosed;
    }
    slot = enclosing && enclosed >= ENCLOSED
               ? -1
               : find_slot(b, m->last_tick - m->first.tick);
    if (slot < 0) {
        be_patient(m);
        return;
    }
    mark_loop(b, slot, m, site);
    b->loop[slot].enclosed = enclosing > 0;
}

/* Every now and then, see whether it still is a loop. */
static bool lost_the_beat(const struct beat_loop *l)
{
    return l->marks >= 32 && (l->marks & (l->marks - 1)) == 0
           && !beat_sound(l);
}

/* The last of these marks was counted when it came. */
void beat_flush(struct beat *b, struct beat_mark *m)
{
    struct beat_loop *l = (struct beat_loop *)((char *)b + m->brisk);

    if (m->pending == 0)
        return;
    l->marks--;
    l->turn--;
    add_marks(l, m->pending, m->last_tick, m->last, edge(m, 1)->mpi);
    m->pending = 0;
}

/* Enter the rounds up to this mark, and see whether they are brisk. */
static void enter_mark(struct beat *b,
                       struct beat_loop *l,
                       struct beat_mark *m,
                       uint64_t tick,
                       uint64_t mpi_ticks)
{
    add_marks(l, m->pending + 1, tick, b->calls, mpi_ticks);
    m->pending = 0;
    m->brisk = l->rounds > BRISK_AFTER && l->ticks / l->rounds < BRISK_TICKS
                   ? (uint32_t)((char *)l - (char *)b)
                   : 0;
}

void beat_look(struct beat *b,
               struct beat_mark *m,
               uint32_t site,
               uint64_t tick,
               uint64_t mpi_ticks)
{
    if (b->manual) {
        m->member = 0;
        m->need = NEVER;
        m->far = UINT64_MAX;
        m->look = UINT64_MAX;
        return;
    }
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
        consider(b, m, site);
}

void beat_manual(struct beat *b, uint64_t tick, uint64_t mpi_ticks)
{
    struct beat_loop *l = &b->loop[0];

    if (!b->manual) {
        memset(b->loop, 0, sizeof(b->loop));
        l->site = MANUAL_SITE;
        l->stride = 1;
        l->used = 1;
        b->manual = 1;
    }
    add_mark(l, tick, b->calls, mpi_ticks);
}

/* ---------------- the reader's side ---------------- */

unsigned beat_bin(uint64_t ticks)
{
    unsigned exponent, bin;

    if (ticks < 16)
        return (unsigned)ticks;
    exponent = 63 - (unsigned)__builtin_clzll(ticks);
    bin = 16 * (exponent - 3) + ((ticks >> (exponent - 4)) & 15);
    return bin < BEAT_BINS ? bin : BEAT_BINS - 1;
}

double beat_bin_ticks(unsigned bin)
{
    double width;

    if (bin < 16)
        return bin;
    if (bin >= BEAT_BINS)
        bin = BEAT_BINS - 1;
    width = (double)(UINT64_C(1) << (bin / 16 - 1));
    return width * (16 + bin % 16) + (width - 1) / 2;
}

bool beat_sound(const struct beat_loop *l)
{
    if (l->rounds < 3)
        return false;
    return is_regular(l->regular, l->rounds)
           || (l->rounds >= VARIED_ROUNDS
               && varies_little((double)l->calls, l->calls_squares,
                                l->rounds));
}

/* The stretch of marks that is the loop: all of them for a loop that is
 * entered many times, or else the longest one; the others are a warm-up, or
 * a call path of the loop that came once more at the end.
 */
struct stretch {
    uint64_t mark; /* marks before it */
    uint64_t marks;
    uint64_t starts; /* stretches begun before it */
    uint64_t tick;
    uint64_t end;
    bool last; /* the loop's last marks are in it */
};

static struct stretch main_stretch(const struct beat_loop *l)
{
    uint64_t marks = l->marks - l->start_mark;
    struct stretch all = { 0, l->marks, 1, l->first_tick, l->end_tick, true };

    if (l->starts < 2 || l->starts > 4 || l->start_mark > l->marks)
        return all;
    if (marks >= l->best_marks && 3 * marks >= 2 * l->marks)
        return (struct stretch){ l->start_mark, marks,       l->starts,
                                 l->start_tick, l->end_tick, true };
    if (3 * l->best_marks >= 2 * l->marks && l->best_mark < l->marks)
        return (struct stretch){ l->best_mark, l->best_marks, 1,
                                 l->best_tick, l->best_end,   false };
    return all;
}

/* The last mark came after an odd number of calls, and of what follows a
 * mark there is but little: it is not an iteration's.
 */
static bool ends_odd(const struct beat_loop *l)
{
    return l->typical > 0 && l->exact >= l->rounds - l->rounds / 8
           && l->calls_last != l->typical
           && 2 * (l->end_call - l->last_call) < l->reach;
}

uint64_t beat_count(const struct beat_loop *l)
{
    struct stretch s = main_stretch(l);

    return s.last && s.marks > 1 && ends_odd(l) ? s.marks - 1 : s.marks;
}

double beat_last_ticks(const struct beat_loop *l)
{
    struct stretch s = main_stretch(l);

    if (!s.last || l->rounds == 0 || ends_odd(l) || l->end_tick < l->last_tick)
        return 0;
    return (double)(l->end_tick - l->last_tick)
           + (double)l->tail_ticks / (double)l->rounds;
}

double beat_ticks(const struct beat_loop *l)
{
    struct stretch s = main_stretch(l);

    if (s.starts == 1 && l->starts > 4)
        return (double)l->ticks + beat_last_ticks(l);
    if (s.end < s.tick)
        return 0;
    return (double)(s.end - s.tick)
           + (l->rounds ? (double)l->tail_ticks / (double)l->rounds : 0);
}

size_t beat_samples(const struct beat_loop *l, size_t *first)
{
    struct stretch s = main_stretch(l);
    size_t samples = l->samples < BEAT_SAMPLES ? l->samples : BEAT_SAMPLES;
    size_t stride = l->stride ? l->stride : 1;
    uint64_t from = s.mark - (s.starts - 1);
    size_t begin = (from + stride - 1) / stride;
    size_t n = samples;

    if (s.marks < l->marks)
        n = (s.marks - 1) / stride;
    if (begin > samples)
        begin = samples;
    *first = begin;
    return n < samples - begin ? n : samples - begin;
}

double beat_quantile(const struct beat_loop *l, double q)
{
    uint64_t sum = 0;
    uint64_t so_far = 0;
    double ticks;

    for (unsigned i = 0; i < BEAT_BINS; i++)
        sum += l->histogram[i];
    for (unsigned i = 0; i < BEAT_BINS; i++) {
        so_far += l->histogram[i];
        if (so_far > 0 && (double)so_far >= q * (double)sum) {
            ticks = beat_bin_ticks(i);
            if (ticks < (double)l->shortest)
                return (double)l->shortest;
            return ticks > (double)l->longest ? (double)l->longest : ticks;
        }
    }
    return 0;
}

double beat_own(const struct beat_loop *outer, const struct beat_loop *inner)
{
    double calls, ticks, in, own, odd;

    if (outer->rounds == 0 || outer->calls == 0 || outer->ticks == 0
        || inner->exact == 0 || inner->exact > inner->rounds)
        return 1;
    calls = (double)outer->calls / (double)outer->rounds;
    ticks = (double)outer->ticks / (double)outer->rounds;
    in = (double)inner->marks / (double)outer->marks;
    own = (calls - floor(in + 0.5) * (double)inner->typical) / calls;
    odd = (double)(inner->rounds - inner->exact);
    odd = ((double)inner->ticks - (double)inner->exact_ticks
           - odd * (double)inner->exact_ticks / (double)inner->exact)
          / (double)outer->marks / ticks;
    return own > odd ? own : odd;
}

static double overlap(const struct beat_loop *a, const struct beat_loop *b)
{
    uint64_t from =
        a->first_tick > b->first_tick ? a->first_tick : b->first_tick;
    uint64_t to = a->end_tick < b->end_tick ? a->end_tick : b->end_tick;

    return to > from ? (double)(to - from) : 0;
}

/* What speaks for a loop as the main one: its share of the time, and a little
 * its share of the calls.
 */
static double weight(const struct beat *b, const struct beat_loop *l)
{
    double ticks = (double)(b->last_tick - b->first_tick);
    double share = ticks > 0 ? beat_ticks(l) / ticks : 0;

    return (share < 1 ? share : 1)
           + CALLS_WEIGHT * (double)l->calls / (double)b->calls;
}

static bool is_within(const struct beat_loop *inner,
                      const struct beat_loop *outer)
{
    return inner->used && beat_sound(inner) && inner->marks > outer->marks
           && overlap(inner, outer) > 0.5 * beat_ticks(outer);
}

/* Nothing but the rounds of a loop within it, and a little now and then: a
 * line printed, a residual looked at.  Or at odd times, and less than half a
 * round.
 */
static bool is_hollow(const struct beat_loop *l, const struct beat_loop *inner)
{
    double rounds = (double)inner->marks / (double)l->marks;
    double own = beat_own(l, inner);

    return (rounds >= OFTEN && own < HOLLOW)
           || (!is_regular(l->regular, l->rounds) && rounds * own < 0.5);
}

static int within_if_hollow(const struct beat *b, int outer)
{
    int best = outer;
    const struct beat_loop *l = &b->loop[outer];

    for (int i = 0; i < BEAT_LOOPS; i++)
        if (is_within(&b->loop[i], l) && is_hollow(l, &b->loop[i])
            && (best == outer || b->loop[i].marks < b->loop[best].marks))
            best = i;
    return best;
}

static double least(const struct beat_loop *l)
{
    return is_regular(l->regular, l->rounds) ? LEAST : LEAST_IF_UNEVEN;
}

int beat_main(const struct beat *b)
{
    int best = -1;
    int outer;

    if (b->manual)
        return 0;
    for (int i = 0; i < BEAT_LOOPS; i++)
        if (b->loop[i].used && beat_sound(&b->loop[i])
            && (best < 0
                || weight(b, &b->loop[i]) > weight(b, &b->loop[best])))
            best = i;
    if (best < 0 || weight(b, &b->loop[best]) < least(&b->loop[best]))
        return -1;
    outer = best;
    for (int i = 0; i < BEAT_LOOPS; i++) {
        const struct beat_loop *l = &b->loop[i];

        if (l->used && beat_sound(l) && l->marks < b->loop[outer].marks
            && beat_ticks(l) > MOST_OF * beat_ticks(&b->loop[best])
            && overlap(l, &b->loop[best])
                   > MOST_OF * beat_ticks(&b->loop[best]))
            outer = i;
    }
    for (int i = 0; i < BEAT_LOOPS; i++) {
        best = outer;
        outer = within_if_hollow(b, outer);
        if (outer == best)
            break;
    }
    return best;
}
