/* Tests of profile/iteration_search.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "profile/iteration_histogram.h"
#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "tests/profile/player.h"
#include "tests/tap.h"

static const struct iteration_loop *main_loop(void)
{
    int best;

    iteration_search_settle(&player.beat);
    best = iteration_main(&player.beat);
    return best < 0 ? NULL : &player.beat.loop[best];
}

static bool about(double value, double expected, double share)
{
    return fabs(value - expected) <= share * expected;
}

/* 100 rounds of 10 calls, the k-th taking k times 1000 ticks. */
static void test_times(void)
{
    const struct iteration_loop *l;
    double sum = 0;
    size_t first;

    start(1, 0);
    calls("xyz");
    for (int i = 1; i <= 100; i++) {
        call_after('a', 100 * i);
        for (char c = 'b'; c <= 'j'; c++) {
            player.now += 100 * i;
            iteration_search_call(&player.beat, &player.mark[(int)c], c,
                                  player.now, player.in_mpi);
            player.in_mpi += 10 * i;
        }
    }
    calls("uvw");
    l = main_loop();
    if (!ok(l && iteration_reader_count(l) == 100,
            "a loop that slows down is found"))
        return;
    ok(iteration_reader_samples(l, &first) == 99 && first == 0,
       "it has 99 samples");
    ok(about(l->ticks_of[9], 10000, 0.02)
           && about(l->ticks_of[98], 99000, 0.02),
       "they tell each round's time");
    ok(about(l->mpi_of[9], 1000, 0.02), "and its time in MPI");
    ok(about(iteration_reader_last_ticks(l), 100000, 0.1),
       "the last round, too, has a time: %g", iteration_reader_last_ticks(l));
    for (int i = 1; i <= 100; i++)
        sum += 1000 * i;
    ok(about(iteration_reader_ticks(l), sum, 0.02),
       "the whole loop took %g of %g", iteration_reader_ticks(l), sum);
    ok(about(iteration_reader_quantile(l, 0.5), 50000, 0.08), "median %g",
       iteration_reader_quantile(l, 0.5));
    ok(about(iteration_reader_quantile(l, 0.9), 90000, 0.08),
       "90 percent within %g", iteration_reader_quantile(l, 0.9));
    ok(about(iteration_reader_quantile(l, 0), 1100, 0.15)
           && about(iteration_reader_quantile(l, 1), 99000, 0.03),
       "shortest %g and longest %g", iteration_reader_quantile(l, 0),
       iteration_reader_quantile(l, 1));
    ok(about((double)l->shortest, 1200, 0.05)
           && about((double)l->longest, 99000, 0.02),
       "exactly %llu and %llu", (unsigned long long)l->shortest,
       (unsigned long long)l->longest);
}

/* 100 rounds that each take less than the one before, as they have less to do
 * behind their last call.
 */
static const struct iteration_loop *shrinking(const char *after, bool stands)
{
    start(1, 0);
    calls("xyz");
    for (int i = 100; i >= 1; i--) {
        call_after('a', i < 100 ? 1000 * (i + 1) : 0);
        call_after('b', 500);
    }
    calls(after);
    if (stands) {
        player.now += 7777;
        iteration_search_stand(&player.beat, player.now);
    }
    return main_loop();
}

static void test_last(void)
{
    const struct iteration_loop *l = shrinking("", false);
    uint64_t last;

    if (!ok(l && iteration_reader_count(l) == 100,
            "a loop that gets faster is found"))
        return;
    ok(iteration_reader_last_ticks(l) < 5000,
       "its last round is no longer than the one before: %g",
       iteration_reader_last_ticks(l));
    l = shrinking("", true);
    if (!l)
        return;
    last = player.now - l->last_tick;
    ok(iteration_reader_last_ticks(l) == (double)last
           && iteration_reader_ticks(l)
                  == (double)(player.now - l->first_tick),
       "where the rank stands behind it, it ends: %g of %ju",
       iteration_reader_last_ticks(l), (uintmax_t)last);
    call_after('a', 1000);
    call_after('b', 500);
    l = main_loop();
    ok(l && iteration_reader_count(l) == 101
           && iteration_reader_last_ticks(l) < 5000,
       "and where it goes on after all, the next one follows");
    l = shrinking("uvw", true);
    ok(l && iteration_reader_last_ticks(l) < 5000,
       "a loop that was over before ends where it did: %g",
       l ? iteration_reader_last_ticks(l) : 0);
}

static void test_joined(void)
{
    const struct iteration_loop *l;
    size_t first, n;

    start(1, 0);
    for (int i = 0; i < 20000; i++) {
        call_after('a', i < 10000 ? 1000 : 3000);
        call_after('b', 1000);
    }
    l = main_loop();
    if (!ok(l && iteration_reader_count(l) == 20000, "a long loop is found"))
        return;
    n = iteration_reader_samples(l, &first);
    ok(l->stride == 8 && first == 0 && n >= (19999 - BEAT_WAITING) / 8
           && n <= 19999 / 8,
       "pairs were joined: %zu samples of %u", n, l->stride);
    ok((uint64_t)l->samples * l->stride + l->filling == l->rounds,
       "each round is in one: %u of %u and %u more are %llu", l->samples,
       l->stride, l->filling, (unsigned long long)l->rounds);
    ok(about(l->ticks_of[10], 2200, 0.05)
           && about(l->ticks_of[n - 10], 4200, 0.05),
       "a sample is the mean of its rounds");
    ok(about(l->ticks_of[n / 2 - 10], 2200, 0.05)
           && about(l->ticks_of[n / 2 + 10], 4200, 0.05),
       "and stands where it belongs");
}

static void test_bins(void)
{
    bool rising = true, inside = true, narrow = true;
    unsigned last = 0;

    for (double x = 1; x < 1e12; x *= 1.01) {
        uint64_t ticks = (uint64_t)x;
        unsigned bin = iteration_histogram_bin(ticks);
        double middle = iteration_histogram_ticks(bin);

        rising = rising && bin >= last;
        inside = inside && iteration_histogram_bin((uint64_t)middle) == bin;
        narrow = narrow && fabs(middle - (double)ticks) <= ticks / 30.0 + 1;
        last = bin;
    }
    ok(rising, "more ticks never fall into a lower bin");
    ok(inside, "the middle of a bin is in it");
    ok(narrow, "and within 3 percent of all that is");
    ok(iteration_histogram_bin(UINT64_MAX) == BEAT_BINS - 1,
       "the last bin takes the rest");
    ok(iteration_histogram_ticks(UINT32_MAX)
           == iteration_histogram_ticks(BEAT_BINS - 1),
       "a bin that does not exist is the last one");
}

static void test_manual(void)
{
    size_t first;

    start(1, 0);
    repeat(50, "abcdef");
    for (int i = 0; i < 7; i++) {
        player.now += 50000;
        iteration_search_manual(&player.beat, player.now, player.in_mpi);
        repeat(5, "ghi");
    }
    ok(player.beat.manual && iteration_main(&player.beat) == 0,
       "marks by hand win");
    ok(iteration_reader_count(&player.beat.loop[0]) == 7,
       "each begins an iteration");
    ok(iteration_reader_samples(&player.beat.loop[0], &first) == 6,
       "all but the last are timed");
    ok(knows_loop(35), "the loop within them is known, too");
    start(1, 0);
    for (int i = 0; i < 3; i++) {
        iteration_search_manual(&player.beat, player.now += 1000, 0);
        player.now += i * 100000;
    }
    ok(iteration_main(&player.beat) == 0
           && iteration_reader_count(&player.beat.loop[0]) == 3,
       "few and uneven ones do, too");
    start(1, 0);
    for (int i = 0; i < 20; i++) {
        iteration_search_manual(&player.beat, player.now += 1000,
                                player.in_mpi);
        repeat(i == 5 ? 100 : 2, "ab");
    }
    ok(iteration_reader_count(&player.beat.loop[0]) == 20,
       "and however long one of them is");
}

/* Whatever is in a page, reading it ends, and stays within its bounds. */
static void test_torn(void)
{
    double sum = 0;

    for (int round = 0; round < 3000; round++) {
        uint8_t *bytes = (uint8_t *)&player.beat;
        size_t first = 0;

        start(1, 0);
        player.seed = (uint64_t)round;
        for (int i = 0; i < 15; i++) {
            calls("ABC");
            repeat(25, "abcdefgh");
        }
        for (int i = 0; i < 200; i++)
            bytes[(uint64_t)chance(1 << 30)
                  % (round % 3 ? sizeof(player.beat) : 512)] =
                (uint8_t)chance(256);
        for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
            const struct iteration_loop *l = &player.beat.loop[i];
            size_t n = iteration_reader_samples(l, &first);

            if (n > BEAT_SAMPLES || first > BEAT_SAMPLES - n) {
                ok(false, "samples %zu to %zu do not exist", first, n);
                return;
            }
            sum += iteration_reader_ticks(l) + iteration_reader_last_ticks(l)
                   + iteration_reader_quantile(l, 0.3)
                   + (double)iteration_reader_count(l);
        }
        if (iteration_main(&player.beat) < -1
            || iteration_main(&player.beat) >= ITERATION_SEARCH_LOOPS) {
            ok(false, "there is no loop %d", iteration_main(&player.beat));
            return;
        }
    }
    ok(sum != 1, "torn pages are read");
}

/* A loop of two paths, each round of which takes a little longer. */
static void test_waiting(void)
{
    const struct iteration_loop *l;
    uint64_t rounds, ticks = 0;
    int best;

    start(1, 0);
    for (int i = 0; i < 210; i++) {
        player.now += 20000 + 10 * i;
        call_now('a');
        call_now('b');
        ticks += i > 0 ? 20000 + 10 * i : 0;
    }
    best = iteration_main(&player.beat);
    l = best < 0 ? NULL : &player.beat.loop[best];
    if (!ok(l && l->marks == 210, "each mark of a loop is counted at once"))
        return;
    rounds = l->rounds;
    ok(rounds < 209 && rounds >= 209 - BEAT_WAITING,
       "not all of its rounds are entered at once: %ju of 209",
       (uintmax_t)rounds);
    iteration_search_settle(&player.beat);
    ok(l->rounds == 209 && l->exact == 209 && l->samples == 209,
       "those that waited are entered when they are to be read: %ju, %ju, %u",
       (uintmax_t)l->rounds, (uintmax_t)l->exact, l->samples);
    ok(l->ticks == ticks && l->longest == 20000 + 10 * 209,
       "their time is known: %ju of %ju ticks, the longest %ju",
       (uintmax_t)l->ticks, (uintmax_t)ticks, (uintmax_t)l->longest);
    ok(l->ticks_of[208] == 20000 + 10 * 209
           && l->ticks_of[200] == 20000 + 10 * 201,
       "and so is the time of each");
    iteration_search_settle(&player.beat);
    ok(l->rounds == 209, "they are entered once");
    call_now('c');
    player.now += 30000;
    call_now('a');
    ok(l->rounds == 210 && l->calls_max == 3,
       "a round that is different is entered after them");
}

/* A path that comes twice in each round, which shows only when its marks wait
 * to be entered: before there were too many rounds without a long stretch of
 * computing.
 */
static void test_folded_late(void)
{
    const struct iteration_loop *l;

    start(1, 0);
    for (int i = 0; i < 160; i++) {
        player.now += i % 2 == 0 || (i > 10 && i < 20) ? 100 : 60000;
        call_now('a');
    }
    l = main_loop();
    if (!ok(l && l->fold == 2, "rounds of two marks are found late"))
        return;
    ok(l->marks == 80 && l->rounds == 79,
       "and all that come then have two: %ju marks, %ju rounds",
       (uintmax_t)l->marks, (uintmax_t)l->rounds);
}

int main(void)
{
    test_folded_late();
    test_waiting();
    test_times();
    test_last();
    test_joined();
    test_bins();
    test_manual();
    test_torn();
    return tap_done();
}
