/* rounds.c - the rounds of a loop, as they are kept
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "profile/iteration_histogram.h"
#include "profile/rounds.h"

enum {
    GAP = 4,      /* times the mean round, in calls */
    STANDING = 8, /* rounds that a new typical one has to outvote */
    MOST_FOLD = 16,
    SHORT = 16, /* times a long stretch of computing is longer */
};

/* For what is compiled twice: the second time for a single round, which is
 * what comes all the time, and leaves nothing to divide.
 */
#define ROUNDS_INLINE static inline __attribute__((always_inline))

void rounds_begin(struct iteration_loop *l, uint32_t site, unsigned fold)
{
    uint64_t turn = l->turn;

    memset(l, 0, sizeof(*l));
    l->turn = turn + 2; /* old members notice */
    l->site = site;
    l->stride = 1;
    l->fold = fold;
}

/* Join samples in pairs, and begin a new one with a mean of rounds, of which
 * 'mpi' in MPI.
 */
static __attribute__((noinline)) void join_samples(struct iteration_loop *l,
                                                   double ticks,
                                                   double mpi)
{
    for (unsigned i = 0; i < BEAT_SAMPLES / 2; i++) {
        l->ticks_of[i] = (l->ticks_of[2 * i] + l->ticks_of[2 * i + 1]) / 2;
        l->mpi_of[i] = (l->mpi_of[2 * i] + l->mpi_of[2 * i + 1]) / 2;
    }
    l->samples = BEAT_SAMPLES / 2;
    l->stride *= 2;
    l->filling = l->stride / 2;
    l->filling_ticks = ticks * l->filling;
    l->filling_mpi = mpi * l->filling;
}

static inline void add_sample(struct iteration_loop *l,
                              double ticks,
                              double mpi)
{
    if (l->samples == BEAT_SAMPLES) {
        join_samples(l, ticks, mpi);
        return;
    }
    l->ticks_of[l->samples] = (float)ticks;
    l->mpi_of[l->samples] = (float)mpi;
    l->samples++;
}

static void end_sample(struct iteration_loop *l)
{
    double mean_ticks = l->filling_ticks / l->stride;
    double mean_mpi = l->filling_mpi / l->stride;

    l->filling = 0;
    l->filling_ticks = 0;
    l->filling_mpi = 0;
    add_sample(l, mean_ticks, mean_mpi);
}

/* Fill samples with 'n' rounds of 'ticks' each, of which 'mpi' in MPI. */
static void fill_samples(struct iteration_loop *l,
                         uint64_t n,
                         double ticks,
                         double mpi)
{
    while (n > 0) {
        uint64_t room = l->stride - l->filling;
        uint64_t some = n < room ? n : room;

        l->filling_ticks += rounds_real(some) * ticks;
        l->filling_mpi += rounds_real(some) * mpi;
        l->filling += (uint32_t)some;
        n -= some;
        if (l->filling == l->stride)
            end_sample(l);
    }
}

static inline void fill_one(struct iteration_loop *l, double ticks, double mpi)
{
    if (l->stride == 1) {
        add_sample(l, ticks, mpi);
        return;
    }
    l->filling_ticks += ticks;
    l->filling_mpi += mpi;
    if (++l->filling == l->stride)
        end_sample(l);
}

/* The number of calls in most rounds is that which comes twice in a row, and
 * which others cannot outvote.
 */
static bool becomes_typical(struct iteration_loop *l, uint64_t calls)
{
    if (l->standing > 1) {
        l->standing--;
        return false;
    }
    if (calls != l->calls_last)
        return false;
    l->typical = calls;
    l->exact = 1;
    l->standing = 1;
    return true;
}

ROUNDS_INLINE bool is_typical(struct iteration_loop *l,
                              uint64_t n,
                              uint64_t calls)
{
    if (calls != l->typical)
        return becomes_typical(l, calls);
    if (l->standing < STANDING)
        l->standing =
            n < STANDING - l->standing ? l->standing + (uint32_t)n : STANDING;
    return true;
}

ROUNDS_INLINE void count_ticks(struct iteration_loop *l,
                               uint64_t n,
                               uint64_t ticks)
{
    double real = rounds_real(ticks);

    l->round_last = ticks;
    l->ticks += n * ticks;
    l->squares += rounds_real(n) * real * real;
    if (ticks < l->shortest || l->rounds == n)
        l->shortest = ticks;
    if (ticks > l->longest)
        l->longest = ticks;
}

ROUNDS_INLINE void count_calls(struct iteration_loop *l,
                               uint64_t n,
                               uint64_t calls)
{
    double real = rounds_real(calls);

    l->calls += n * calls;
    l->calls_squares += rounds_real(n) * real * real;
    if (calls == l->calls_last)
        return;
    l->calls_last = calls;
    if (calls < l->calls_min || l->rounds == n)
        l->calls_min = calls;
    if (calls > l->calls_max)
        l->calls_max = calls;
}

/* Enter 'n' rounds of 'ticks' and 'calls' each, which had 'mpi' in all. */
ROUNDS_INLINE void add_rounds(struct iteration_loop *l,
                              uint64_t n,
                              uint64_t ticks,
                              uint64_t mpi,
                              uint64_t calls)
{
    unsigned bin = iteration_histogram_bin(ticks);
    bool even = calls == l->calls_last || beat_near(calls, l->calls_last)
                || beat_near(ticks, l->round_last);

    l->regular += even ? n : n - 1;
    if (is_typical(l, n, calls))
        l->exact += n;
    l->rounds += n;
    count_ticks(l, n, ticks);
    count_calls(l, n, calls);
    l->mpi_ticks += mpi;
    l->histogram[bin] += (uint32_t)n;
    if (n == 1)
        fill_one(l, rounds_real(ticks), rounds_real(mpi));
    else
        fill_samples(l, n, rounds_real(ticks),
                     rounds_real(mpi) / rounds_real(n));
}

static void begin_stretch(struct iteration_loop *l, uint64_t tick)
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

/* However different they are, the program's own rounds are its iterations. */
static bool is_gap(const struct iteration_loop *l, uint64_t calls)
{
    return rounds_real(calls) * rounds_real(l->rounds)
               > GAP * rounds_real(l->calls)
           && l->rounds > 2 && l->site != ROUNDS_MANUAL;
}

/* A mark within a folded round. */
static inline bool is_within(struct iteration_loop *l,
                             uint64_t tick,
                             uint64_t call)
{
    if (l->fold <= 1 || l->marks == 0 || ++l->folded == l->fold) {
        l->folded = 0;
        return false;
    }
    l->recent[l->turn % BEAT_RECENT] = call;
    l->turn++;
    l->end_tick = tick;
    l->end_call = call;
    return true;
}

static void enter_first(struct iteration_loop *l, uint64_t tick, uint64_t call)
{
    l->first_tick = tick;
    l->first_call = call;
    begin_stretch(l, tick);
    l->marks = 1;
}

ROUNDS_INLINE void enter(struct iteration_loop *l,
                         uint64_t n,
                         uint64_t tick,
                         uint64_t call,
                         uint64_t mpi)
{
    uint64_t calls = (call - l->last_call) / n;

    if (is_within(l, tick, call))
        return;
    if (l->marks == 0) {
        enter_first(l, tick, call);
    } else if (is_gap(l, calls)) {
        begin_stretch(l, tick);
        l->marks += n;
    } else {
        if (n == 1) {
            l->reach = l->end_call - l->last_call;
            l->tail = tick - l->end_tick;
        }
        add_rounds(l, n, (tick - l->last_tick) / n, mpi - l->last_mpi, calls);
        l->marks += n;
    }
    l->recent[l->turn % BEAT_RECENT] = call;
    l->turn++;
    l->last_tick = tick;
    l->last_call = call;
    l->last_mpi = mpi;
    l->end_tick = tick;
    l->end_call = call;
}

static __attribute__((noinline)) void enter_many(struct iteration_loop *l,
                                                 uint64_t n,
                                                 uint64_t tick,
                                                 uint64_t call,
                                                 uint64_t mpi)
{
    enter(l, n, tick, call, mpi);
}

void rounds_mark(struct iteration_loop *l,
                 uint64_t n,
                 uint64_t tick,
                 uint64_t call,
                 uint64_t mpi)
{
    if (__builtin_expect(n == 1, 1))
        enter(l, 1, tick, call, mpi);
    else
        enter_many(l, n, tick, call, mpi);
}

/* ---- rounds that waited ---- */

bool rounds_may_wait(const struct iteration_loop *l, uint64_t calls)
{
    return l->fold == 1 && l->typical == calls && l->calls_last == calls
           && l->standing == STANDING;
}

/* The sums over some rounds, which are kept in registers meanwhile. */
struct sums {
    uint64_t last; /* ticks */
    uint64_t shortest;
    uint64_t longest;
    double squares;
};

static inline void enter_one(struct iteration_loop *l,
                             struct sums *s,
                             uint64_t ticks,
                             uint64_t mpi)
{
    unsigned bin = iteration_histogram_bin(ticks);
    double real = rounds_real(ticks);

    s->last = ticks;
    s->squares += real * real;
    s->shortest = ticks < s->shortest ? ticks : s->shortest;
    s->longest = ticks > s->longest ? ticks : s->longest;
    l->histogram[bin]++;
    fill_one(l, real, rounds_real(mpi));
}

/* What is the same for all, as they have as many calls as the ones before. */
static void enter_calls(struct iteration_loop *l, uint64_t calls, unsigned n)
{
    l->marks += n;
    l->rounds += n;
    l->regular += n;
    l->exact += n;
    l->calls += n * calls;
    l->calls_squares += n * (rounds_real(calls) * rounds_real(calls));
    l->turn += n;
    l->last_call += n * calls;
    for (unsigned ago = 0; ago < n && ago < BEAT_RECENT; ago++)
        l->recent[(l->turn - 1 - ago) % BEAT_RECENT] =
            l->last_call - ago * calls;
}

void rounds_enter(
    struct iteration_loop *l,
    const struct iteration_search_edge ring[ITERATION_SEARCH_EDGES],
    uint64_t last,
    unsigned n)
{
    struct sums s = { 0, l->shortest, l->longest, l->squares };
    uint64_t tick = l->last_tick, mpi = l->last_mpi;

    for (uint64_t i = last - n + 1; i != last + 1; i++) {
        const struct iteration_search_edge *e =
            &ring[i % ITERATION_SEARCH_EDGES];

        enter_one(l, &s, e->tick - tick, e->mpi - mpi);
        tick = e->tick;
        mpi = e->mpi;
    }
    l->round_last = s.last;
    l->shortest = s.shortest;
    l->longest = s.longest;
    l->squares = s.squares;
    l->ticks += tick - l->last_tick;
    l->mpi_ticks += mpi - l->last_mpi;
    l->last_tick = tick;
    l->last_mpi = mpi;
    enter_calls(l, l->calls_last, n);
}

/* ---- folding ---- */

static int compare_floats(const void *a, const void *b)
{
    const float *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Whether every 'k'-th stretch of computing is long, and the others next to
 * nothing.  'sorted' has the same in rising order.
 */
static bool folds(const float *compute,
                  const float *sorted,
                  unsigned n,
                  unsigned k)
{
    float longs = sorted[n - 1 - n / (2 * k)];
    float shorts = sorted[(n - n / k) / 2];
    unsigned last = n;
    unsigned fits = 0;
    unsigned found = 0;

    if (longs <= 0 || shorts * SHORT > longs)
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (compute[i] * SHORT / 4 < longs)
            continue;
        fits += i == last + k;
        found++;
        last = i;
    }
    return found >= 4 && 10 * fits >= 9 * (found - 1)
           && 10 * found * k >= 9 * (n - k);
}

unsigned rounds_find_fold(const struct iteration_loop *l)
{
    float compute[ROUNDS_FOLD_SAMPLES], sorted[ROUNDS_FOLD_SAMPLES];
    unsigned n =
        l->samples < ROUNDS_FOLD_SAMPLES ? l->samples : ROUNDS_FOLD_SAMPLES;

    if (2 * MOST_FOLD * (l->rounds - l->exact) > l->rounds)
        return 1;
    for (unsigned i = 0; i < n; i++) {
        compute[i] = l->ticks_of[i] - l->mpi_of[i];
        sorted[i] = compute[i];
    }
    qsort(sorted, n, sizeof(sorted[0]), compare_floats);
    for (unsigned k = 2; k <= MOST_FOLD && 4 * k < n; k++)
        if (folds(compute, sorted, n, k))
            return k;
    return 1;
}

/* The rounds are entered again from the samples, which are single rounds
 * here; what is left over is the begin of the round that goes on.
 */
void rounds_fold(struct iteration_loop *l, unsigned fold)
{
    float ticks_of[ROUNDS_FOLD_SAMPLES], mpi_of[ROUNDS_FOLD_SAMPLES];
    unsigned n =
        l->samples < ROUNDS_FOLD_SAMPLES ? l->samples : ROUNDS_FOLD_SAMPLES;
    uint64_t tick = l->last_tick;
    uint64_t call = l->last_call;
    uint64_t mpi = l->last_mpi;
    uint64_t end = l->end_tick;
    uint64_t tail = l->tail;
    uint32_t site = l->site;
    uint64_t calls = l->typical;

    memcpy(ticks_of, l->ticks_of, n * sizeof(*ticks_of));
    memcpy(mpi_of, l->mpi_of, n * sizeof(*mpi_of));
    for (unsigned i = 0; i < n; i++) {
        tick -= (uint64_t)ticks_of[i];
        mpi -= (uint64_t)mpi_of[i];
        call -= calls;
    }
    rounds_begin(l, site, fold);
    l->used = 1;
    rounds_mark(l, 1, tick, call, mpi);
    for (unsigned i = 0; i < n; i++) {
        tick += (uint64_t)ticks_of[i];
        mpi += (uint64_t)mpi_of[i];
        call += calls;
        rounds_mark(l, 1, tick, call, mpi);
    }
    l->end_tick = end;
    l->tail = tail;
}
