/* stretch.c - how evenly a call path recurs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/rounds.h"
#include "profile/stretch.h"

enum {
    EVEN_NEED = 5, /* even distances, to be believed */
    MOST_PATIENCE = 4096,
    VARIED_ROUNDS = 16, /* before distances that vary are judged */
    GAP = 4,            /* times the mean distance */
    MOST_PATTERN = 7,   /* distances in a round */
};

void stretch_begin(struct beat_mark *m, uint64_t ago)
{
    m->since = m->count - 1 - ago;
    m->first = *stretch_edge(m, ago);
    m->squares = 0;
    for (uint64_t i = 0; i < ago; i++)
        m->squares += stretch_distance(m, i) * stretch_distance(m, i);
    if (m->even >= ago)
        m->even = ago > 0 ? (uint32_t)ago - 1 : 0;
    m->regular = m->even;
}

/* The next power of two, at which a pattern is looked for. */
static uint64_t next_power(uint64_t n)
{
    return UINT64_C(1) << (64 - __builtin_clzll(n));
}

void stretch_follow(struct beat_mark *m)
{
    uint64_t rounds;

    if (m->count == 1) {
        m->patience = STRETCH_NEED;
        m->need = STRETCH_NEED;
        stretch_begin(m, 0);
    } else if (stretch_rounds(m) > 1) {
        uint64_t before = stretch_rounds(m) - 1;
        uint64_t sum = stretch_edge(m, 1)->call - m->first.call;

        if (m->interval * before > GAP * sum)
            stretch_begin(m, 0);
        else if (before < 3 && m->interval * before * GAP < sum)
            stretch_begin(m, 1);
    }
    rounds = stretch_rounds(m);
    m->far = rounds < 3 ? 0 : GAP * (m->last - m->first.call) / rounds;
    m->look =
        m->since + 1 + (rounds < VARIED_ROUNDS ? VARIED_ROUNDS : 2 * rounds);
    if (m->look > next_power(m->count))
        m->look = next_power(m->count);
}

uint64_t stretch_exact(const struct beat_mark *m)
{
    uint64_t known = stretch_rounds(m);
    uint64_t n = 0;

    if (known > BEAT_EDGES - 1)
        known = BEAT_EDGES - 1;
    while (n < known && stretch_distance(m, n) == m->interval)
        n++;
    return n;
}

static bool varies_little(const struct beat_mark *m)
{
    return rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, stretch_rounds(m));
}

/* A path that recurs evenly by now, but did not so far. */
static void forget_the_uneven(struct beat_mark *m)
{
    if (m->even + 1 < stretch_rounds(m)
        && !rounds_are_even(m->regular, stretch_rounds(m))
        && !varies_little(m))
        stretch_begin(m,
                      m->even + 1 < BEAT_EDGES ? m->even + 1 : BEAT_EDGES - 1);
}

bool stretch_convinces(struct beat_mark *m)
{
    static const uint8_t exact_need[] = { 0, 7, 5, 4, 4, 3, 3 };
    uint64_t rounds = stretch_rounds(m);
    uint64_t need =
        m->interval < sizeof(exact_need) ? exact_need[m->interval] : 3;

    if (rounds < 3 || (m->even < m->need && rounds % VARIED_ROUNDS != 0))
        return false;
    if (rounds >= VARIED_ROUNDS
        && rounds_vary_little((double)(m->last - m->first.call),
                              (double)m->squares, rounds))
        return true;
    if (stretch_exact(m) < need && m->even < EVEN_NEED)
        return false;
    forget_the_uneven(m);
    return true;
}

unsigned stretch_pattern(const struct beat_mark *m)
{
    if (m->count < BEAT_EDGES || stretch_exact(m) == BEAT_EDGES - 1)
        return 0;
    for (unsigned k = 2; k <= MOST_PATTERN; k++) {
        unsigned i = 0;

        while (i + k < BEAT_EDGES - 1
               && stretch_distance(m, i) == stretch_distance(m, i + k))
            i++;
        if (i + k == BEAT_EDGES - 1)
            return k;
    }
    return 0;
}

void stretch_be_patient(struct beat_mark *m)
{
    if (m->patience < MOST_PATIENCE)
        m->patience *= 2;
    m->need = m->even + (uint32_t)m->patience;
}

void stretch_resume(struct beat_mark *m)
{
    uint64_t rounds =
        m->count - 1 < BEAT_EDGES ? m->count - 1 : BEAT_EDGES - 1;

    m->last = stretch_edge(m, 0)->call;
    m->last_tick = stretch_edge(m, 0)->tick;
    m->interval = stretch_distance(m, 0);
    m->period = stretch_period(m, 0);
    m->even = 0;
    stretch_begin(m, rounds - 1);
    for (uint64_t i = rounds - 1; i > 0; i--) {
        bool even =
            beat_near(stretch_distance(m, i - 1), stretch_distance(m, i))
            || beat_near(stretch_period(m, i - 1), stretch_period(m, i));

        m->even = even ? m->even + 1 : 0;
        m->regular += even;
    }
    m->need = STRETCH_NEED;
}
