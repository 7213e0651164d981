/* iteration_main.c - which of a program's loops is its iteration
 *
 * The library has this, too, and must not need libm for it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "profile/rounds.h"

/* What decides between loops when one is to be the main one. */
static const double CALLS_WEIGHT = 0.25; /* calls against time */
static const double MOST_OF = 0.6;       /* an outer loop covers of an inner */
static const double OFTEN = 30;      /* rounds within one of a hollow loop */
static const double HOLLOW = 0.015;  /* which has less of its own */
static const double CHANCE = 17;     /* bits by which a loop beats it */
static const double ALONE = 0.15;    /* variation of a loop without members, */
static const double ALONE_FEW = 0.8; /* less by this over its rounds */
static const double LEAST = 0.1;     /* of the program, in time or calls */
static const double LEAST_IF_UNEVEN = 0.4; /* of a loop that varies */

/* How the rounds' calls vary: their variance over their squared mean. */
static double variation(const struct iteration_loop *l)
{
    double calls = (double)l->calls;

    return l->calls_squares * (double)l->rounds / (calls * calls) - 1;
}

static double bits(uint64_t n)
{
    return n > 0 ? 63 - __builtin_clzll(n) : 0;
}

/* Whether it is more than chance: among random calls, too, there are paths
 * that recur evenly for a while.  But then no others take turns with them.
 * When none does, the rounds must be alike, too many of them and too long for
 * chance; or the loop must be most of the program and vary but little.
 */
static bool is_credible(const struct iteration_search *b,
                        const struct iteration_loop *l)
{
    if (!l->used || !iteration_reader_sound(l))
        return false;
    if (l->members > 0)
        return true;
    if (l->typical > 1 && 4 * l->exact >= 3 * l->rounds)
        return (double)(l->exact - 1) * (1.4 + bits(l->typical))
               > CHANCE + bits(b->calls / l->typical);
    return 2 * l->calls >= b->calls
           && variation(l) < ALONE - ALONE_FEW / (double)l->rounds;
}

/* How many rounds of the loop 'inner' there are in one of the loop 'outer'.
 * That goes by those between the first mark of this one and its last, whatever
 * comes before and after.
 */
static double rounds_within(const struct iteration_loop *outer,
                            const struct iteration_loop *inner)
{
    double calls = (double)(outer->last_call - outer->first_call);
    double all = (double)(inner->last_call - inner->first_call);
    double share = all > calls ? calls / all : 1;

    return share * (double)inner->marks / (double)(outer->marks - 1);
}

/* Which share of the calls of the loop 'outer' is not in rounds of the loop
 * 'inner'.  Their time does not count: how long a checkpoint takes that is
 * written now and then, or who else wants the cores, is different in each run
 * of a program, and its main loop is not to be.
 */
static double own_share(const struct iteration_loop *outer,
                        const struct iteration_loop *inner)
{
    double calls;
    uint64_t in;

    if (outer->rounds == 0 || outer->marks < 2 || outer->calls == 0)
        return 1;
    calls = (double)outer->calls / (double)outer->rounds;
    in = (uint64_t)(rounds_within(outer, inner) + 0.5);
    return (calls - (double)in * (double)inner->typical) / calls;
}

/* How many calls two loops have in common, when the first one began a round
 * before its mark.
 */
static double common_calls(const struct iteration_loop *a,
                           const struct iteration_loop *b)
{
    double from = (double)a->first_call - (double)a->calls / (double)a->rounds;
    double to = (double)a->end_call;

    if (from < (double)b->first_call)
        from = (double)b->first_call;
    if (to > (double)b->end_call)
        to = (double)b->end_call;
    return to - from;
}

/* Whether 'outer' goes round around 'inner'.  This goes by the calls: one
 * round may take longer than all others, if the machine has other things to
 * do.  A path that comes before and after a loop is not around it: so it must
 * have its rounds there.
 */
static bool encloses(const struct iteration_loop *outer,
                     const struct iteration_loop *inner)
{
    double most = MOST_OF * (double)(inner->end_call - inner->first_call);
    double rounds = (double)outer->rounds;

    return outer->marks < inner->marks && common_calls(outer, inner) > most
           && (double)outer->calls * (rounds + 1) / rounds > most;
}

/* What speaks for a loop as the main one: its share of the time, and a little
 * its share of the calls.
 */
static double weight(const struct iteration_search *b,
                     const struct iteration_loop *l)
{
    double ticks = (double)(b->last_tick - b->first_tick);
    double share = ticks > 0 ? iteration_reader_ticks(l) / ticks : 0;

    return (share < 1 ? share : 1)
           + CALLS_WEIGHT * (double)l->calls / (double)b->calls;
}

static bool is_within(const struct iteration_loop *inner,
                      const struct iteration_loop *outer)
{
    return inner->used && iteration_reader_sound(inner)
           && inner->marks > outer->marks
           && 2 * common_calls(outer, inner) > (double)outer->calls;
}

/* Nothing but the rounds of a loop within it, and a little now and then: a
 * line printed, a residual looked at.  Or at odd times, and less than half a
 * round.
 */
static bool is_hollow(const struct iteration_loop *l,
                      const struct iteration_loop *inner)
{
    double rounds = rounds_within(l, inner);
    double own = own_share(l, inner);

    return (rounds >= OFTEN && own < HOLLOW)
           || (!rounds_are_even(l->regular, l->rounds) && rounds * own < 0.5);
}

static int within_if_hollow(const struct iteration_search *b, int outer)
{
    int best = outer;
    const struct iteration_loop *l = &b->loop[outer];

    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (is_within(&b->loop[i], l) && is_hollow(l, &b->loop[i])
            && (best == outer || b->loop[i].marks < b->loop[best].marks))
            best = i;
    return best;
}

static double least(const struct iteration_loop *l)
{
    return rounds_are_even(l->regular, l->rounds) ? LEAST : LEAST_IF_UNEVEN;
}

int iteration_main(const struct iteration_search *b)
{
    int best = -1;
    int outer;

    if (b->manual)
        return 0;
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (is_credible(b, &b->loop[i])
            && (best < 0
                || weight(b, &b->loop[i]) > weight(b, &b->loop[best])))
            best = i;
    if (best < 0 || weight(b, &b->loop[best]) < least(&b->loop[best]))
        return -1;
    outer = best;
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *l = &b->loop[i];

        if (is_credible(b, l) && l->marks < b->loop[outer].marks
            && encloses(l, &b->loop[best]))
            outer = i;
    }
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        best = outer;
        outer = within_if_hollow(b, outer);
        if (outer == best)
            break;
    }
    return best;
}
