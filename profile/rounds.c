/* rounds.c - the rounds of a loop, as they are kept
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "profile/beat_bin.h"
#include "profile/rounds.h"

enum {
    GAP = 4,            /* times the mean round, in calls */
    STANDING = 8,       /* rounds that a new typical one has to outvote */
    FOLD_SAMPLES = 256, /* that are looked at */
    MOST_FOLD = 16,
    DOUBLE_BINS = 16,
    SHORT = 16, /* times a long stretch of computing is longer */
};

void rounds_begin(struct beat_loop *l, uint32_t site, unsigned fold)
{
    uint64_t turn = l->turn;

    memset(l, 0, sizeof(*l));
    l->turn = turn + 2; /* old members notice */
    l->site = site;
    l->stride = 1;
    l->fold = fold;
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
static void fill_samples(struct beat_loop *l,
                         uint64_t n,
                         double ticks,
                         double mpi)
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

/* Whether a round of 'bin' took twice as long as the exact ones. */
static bool is_long(const struct beat_loop *l, unsigned bin)
{
    return l->exact > 0 && (bin - DOUBLE_BINS) * l->exact > l->exact_bins
           && bin > DOUBLE_BINS;
}

/* The number of calls in most rounds is that which comes twice in a row, and
 * which others cannot outvote.
 */
static bool is_typical(struct beat_loop *l, uint64_t n, uint64_t calls)
{
    uint64_t votes = l->standing + n;

    if (calls == l->typical) {
        l->standing = votes < STANDING ? (uint32_t)votes : STANDING;
        return true;
    }
    if (l->standing > 1) {
        l->standing--;
        return false;
    }
    if (calls != l->calls_last)
        return false;
    l->typical = calls;
    l->exact = 1;
    l->exact_bins = beat_bin(l->round_last);
    l->standing = 1;
    return true;
}

static void count_exact(struct beat_loop *l,
                        uint64_t n,
                        uint64_t ticks,
                        uint64_t calls)
{
    unsigned bin = beat_bin(ticks);

    l->bins += n * bin;
    if (is_typical(l, n, calls)) {
        l->exact += n;
        l->exact_bins += n * bin;
    } else if (is_long(l, bin)) {
        l->odd_long += n;
    }
}

/* Enter 'n' rounds of 'ticks' and 'calls' each, which had 'mpi' in all. */
static void add_rounds(struct beat_loop *l,
                       uint64_t n,
                       uint64_t ticks,
                       uint64_t mpi,
                       uint64_t calls)
{
    l->regular +=
        beat_near(calls, l->calls_last) || beat_near(ticks, l->round_last)
            ? n
            : n - 1;
    count_exact(l, n, ticks, calls);
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

static void begin_stretch(struct beat_loop *l, uint64_t tick)
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
static bool is_gap(const struct beat_loop *l, uint64_t calls)
{
    return l->rounds > 2 && l->site != ROUNDS_MANUAL
           && (double)calls * (double)l->rounds > GAP * (double)l->calls;
}

/* A mark within a folded round. */
static bool is_within(struct beat_loop *l, uint64_t tick, uint64_t call)
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

void rounds_mark(struct beat_loop *l,
                 uint64_t n,
                 uint64_t tick,
                 uint64_t call,
                 uint64_t mpi)
{
    uint64_t calls = (call - l->last_call) / n;

    if (is_within(l, tick, call))
        return;
    if (l->marks == 0) {
        l->first_tick = tick;
        l->first_call = call;
        begin_stretch(l, tick);
        l->marks = 1;
    } else if (is_gap(l, calls)) {
        begin_stretch(l, tick);
        l->marks += n;
    } else {
        if (n == 1)
            l->reach = l->end_call - l->last_call;
        l->tail_ticks += n == 1 ? tick - l->end_tick : 0;
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

unsigned rounds_find_fold(const struct beat_loop *l)
{
    float compute[FOLD_SAMPLES], sorted[FOLD_SAMPLES];
    unsigned n = l->samples < FOLD_SAMPLES ? l->samples : FOLD_SAMPLES;

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
void rounds_fold(struct beat_loop *l, unsigned fold)
{
    float ticks_of[FOLD_SAMPLES], mpi_of[FOLD_SAMPLES];
    unsigned n = l->samples < FOLD_SAMPLES ? l->samples : FOLD_SAMPLES;
    uint64_t tick = l->last_tick;
    uint64_t call = l->last_call;
    uint64_t mpi = l->last_mpi;
    uint64_t end = l->end_tick;
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
}
