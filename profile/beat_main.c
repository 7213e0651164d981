/* beat_main.c - which of a program's loops is its iteration
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "profile/rounds.h"

/* What decides between loops when one is to be the main one. */
static const double CALLS_WEIGHT = 0.25; /* calls against time */
static const double MOST_OF = 0.6;       /* an outer loop covers of an inner */
static const double OFTEN = 30;     /* rounds within one of a hollow loop */
static const double HOLLOW = 0.015; /* which has less of its own */
static const double LEAST = 0.1;    /* of the program, in time or calls */
static const double LEAST_IF_UNEVEN = 0.4; /* of a loop that varies */

/* How much of the loop 'outer' is not in rounds of the loop 'inner', as a
 * share of its time or of its calls, whichever is more; 1 when 'inner' is not
 * within it.
 */
static double own_share(const struct beat_loop *outer,
                        const struct beat_loop *inner)
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
    double own = own_share(l, inner);

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
