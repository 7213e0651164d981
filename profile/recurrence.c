/* recurrence.c - how evenly a call path recurs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/recurrence.h"
#include "profile/rounds.h"

enum {
    EVEN_NEED = 5, /* even distances, to be believed */
    MOST_PATIENCE = 4096,
    VARIED_ROUNDS = 16, /* before distances that vary are judged */
    GAP = 4,            /* times the mean distance */
    MOST_PATTERN = 7,   /* distances in a round */
};

void recurrence_begin(struct iteration_search_mark *m, uint64_t ago)
{
    m->since = m->count - 1 - ago;
    m->first = *recurrence_edge(m, ago);
    m->squares = 0;
    for (uint64_t i = 0; i < ago; i++)
        m->squares += recurrence_distance(m, i) * recurrence_distance(m, i);
    if (m->even >= ago)
        m->even = ago > 0 ? (uint32_t)ago - 1 : 0;
    m->regular = m->even;
}

/* The next power of two, at which a pattern is looked for. */
static uint64_t next_power(uint64_t n)
{
    return UINT64_C(1) << (64 - __builtin_clzll(n));
}

void recurrence_follow(struct iteration_search_mark *m)
{
    uint64_t rounds;

    if (m->count == 1) {
        m->patience = RECURRENCE_NEED;
        m->need = RECURRENCE_NEED;
        recurrence_begin(m, 0);
    } else if (recurrence_rounds(m) > 1) {
        uint64_t before = recurrence_rounds(m) - 1;
        uint64_t sum = recurrence_edge(m, 1)->call - m->first.call;

        if (m->interval * before > GAP * sum)
            recurrence_begin(m, 0);
        else if (before < 3 && m->interval * before * GAP < sum)
            recurrence_begin(m, 1);
    }
    rounds = recurrence_rounds(m);
    m->far = rounds < 3 ? 0 : GAP * (m->last - m->first.call) / rounds;
    m->look =
        m->since + 1 + (rounds < VARIED_ROUNDS ? VARIED_ROUNDS : 2 * rounds);
    if (m->look > next_power(m->count))
        m->look = next_power(m->count);
}

uint64_t recurrence_exact(const struct iteration_search_mark *m)
{
    uint64_t known = recurrence_rounds(m);
    uint64_t n = 0;

    if (known > ITERATION_SEARCH_EDGES - 1)
        known = ITERATION_SEARCH_EDGES - 1;
    while (n < known && recurrence_distance(m, n) == m->interval)
        n++;
    return n;
}

static bool varies_little(const struct iteration_search_mark *m)
{
    return rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, recurrence_rounds(m));
}

/* A path that recurs evenly by now, but did not so far. */
static void forget_the_uneven(struct iteration_search_mark *m)
{
    if (m->even + 1 < recurrence_rounds(m)
        && !rounds_are_even(m->regular, recurrence_rounds(m))
        && !varies_little(m))
        recurrence_begin(m, m->even + 1 < ITERATION_SEARCH_EDGES
                                ? m->even + 1
                                : ITERATION_SEARCH_EDGES - 1);
}

bool recurrence_convinces(struct iteration_search_mark *m)
{
    static const uint8_t exact_need[] = { 0, 7, 5, 4, 4, 3, 3 };
    uint64_t rounds = recurrence_rounds(m);
    uint64_t need =
        m->interval < sizeof(exact_need) ? exact_need[m->interval] : 3;

    if (rounds < 3 || (m->even < m->need && rounds % VARIED_ROUNDS != 0))
        return false;
    if (rounds >= VARIED_ROUNDS
        && rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, rounds))
        return true;
    if (recurrence_exact(m) < need && m->even < EVEN_NEED)
        return false;
    forget_the_uneven(m);
    return true;
}

unsigned recurrence_pattern(const struct iteration_search_mark *m)
{
    if (m->count < ITERATION_SEARCH_EDGES
        || recurrence_exact(m) == ITERATION_SEARCH_EDGES - 1)
        return 0;
    for (unsigned k = 2; k <= MOST_PATTERN; k++) {
        unsigned i = 0;

        while (i + k < ITERATION_SEARCH_EDGES - 1
               && recurrence_distance(m, i) == recurrence_distance(m, i + k))
            i++;
        if (i + k == ITERATION_SEARCH_EDGES - 1)
            return k;
    }
    return 0;
}

void recurrence_be_patient(struct iteration_search_mark *m)
{
    if (m->patience < MOST_PATIENCE)
        m->patience *= 2;
    m->need = m->even + (uint32_t)m->patience;
}

void recurrence_resume(struct iteration_search_mark *m)
{
    uint64_t rounds = m->count - 1 < ITERATION_SEARCH_EDGES
                          ? m->count - 1
                          : ITERATION_SEARCH_EDGES - 1;

    m->last = recurrence_edge(m, 0)->call;
    m->last_tick = recurrence_edge(m, 0)->tick;
    m->interval = recurrence_distance(m, 0);
    m->period = recurrence_period(m, 0);
    m->even = 0;
    recurrence_begin(m, rounds - 1);
    for (uint64_t i = rounds - 1; i > 0; i--) {
        bool even =
            beat_near(recurrence_distance(m, i - 1), recurrence_distance(m, i))
            || beat_near(recurrence_period(m, i - 1), recurrence_period(m, i));

        m->even = even ? m->even + 1 : 0;
        m->regular += even;
    }
    m->need = RECURRENCE_NEED;
}
