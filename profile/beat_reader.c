/* beat_reader.c - how the loops of a program went, for who reads the page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "profile/rounds.h"

enum { VARIED_ROUNDS = 16 }; /* before rounds that vary are judged */

/* What decides between loops when one is to be the main one. */
static const double CALLS_WEIGHT = 0.25; /* calls against time */
static const double MOST_OF = 0.6;       /* an outer loop covers of an inner */
static const double OFTEN = 30;     /* rounds within one of a hollow loop */
static const double HOLLOW = 0.015; /* which has less of its own */
static const double LEAST = 0.1;    /* of the program, in time or calls */
static const double LEAST_IF_UNEVEN = 0.4; /* of a loop that varies */

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
    return rounds_are_even(l->regular, l->rounds)
           || (l->rounds >= VARIED_ROUNDS
               && rounds_vary_little((double)l->calls, l->calls_squares,
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
           || (!rounds_are_even(l->regular, l->rounds) && rounds * own < 0.5);
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
    return rounds_are_even(l->regular, l->rounds) ? LEAST : LEAST_IF_UNEVEN;
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
