/* Tests of profile/beat.c
 *
 * Programs are played to it as streams of calls: a letter is a call path.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/beat.h"
#include "tests/tap.h"

enum { SITES = 256, CALL_TICKS = 100, WORK_TICKS = 2000, SEEDS = 20 };

static struct beat beat;
static struct beat_mark mark[SITES];
static uint64_t now;
static uint64_t in_mpi;
static uint64_t seed;

static unsigned draw(uint64_t *from, unsigned below)
{
    *from = *from * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(*from >> 33) % below;
}

static unsigned chance(unsigned below)
{
    return draw(&seed, below);
}

static void start(void)
{
    memset(&beat, 0, sizeof(beat));
    memset(mark, 0, sizeof(mark));
    now = UINT64_C(1) << 40;
    in_mpi = 0;
    seed = 1;
}

/* The machine has other things to do: before one call in 'often' it takes up
 * to some thousand times as long as it would.
 */
static unsigned often;
static uint64_t other_things;

static void be_held_up(void)
{
    if (often > 0 && draw(&other_things, often) == 0)
        now += (uint64_t)(WORK_TICKS * exp(draw(&other_things, 900) / 100.0));
}

/* Compute, somewhat unevenly, and call MPI from 'site'. */
static void call_after(unsigned site, uint64_t ticks)
{
    be_held_up();
    now += ticks - ticks / 20 + chance((unsigned)(ticks / 10) + 1);
    beat_call(&beat, &mark[site], site, now, in_mpi);
    now += CALL_TICKS;
    in_mpi += CALL_TICKS;
}

static void call(unsigned site)
{
    call_after(site, WORK_TICKS);
}

/* One call from each path that 'text' names. */
static void calls(const char *text)
{
    for (; *text; text++)
        call((unsigned char)*text);
}

static void repeat(unsigned n, const char *text)
{
    while (n-- > 0)
        calls(text);
}

static void one_path(void)
{
    repeat(50, "a");
}

static void one_path_between(void)
{
    calls("xyz");
    repeat(1000, "a");
    calls("uvw");
}

static void plain(void)
{
    calls("xyzxxyz");
    repeat(60, "abcdef");
    calls("uvwu");
}

static void four_cycles(void)
{
    calls("xyz");
    repeat(4, "abcdefghijklmnopqrs");
    calls("uvw");
}

static void thousands_of_calls(void)
{
    calls("xyz");
    for (int i = 0; i < 20; i++) {
        calls("A");
        for (int j = 0; j < 700; j++) {
            call('a' + chance(4));
            call('e' + chance(4));
            call('i' + chance(4));
            call('m' + chance(4));
        }
        calls("B");
    }
    calls("u");
}

static void two_deep(void)
{
    calls("xyz");
    for (int i = 0; i < 15; i++) {
        calls("ABC");
        repeat(25, "abcdefgh");
        calls("DEFGHI");
    }
    calls("uvw");
}

static void three_deep(void)
{
    calls("xyz");
    for (int i = 0; i < 12; i++) {
        calls("ABC");
        for (int j = 0; j < 10; j++) {
            calls("DEF");
            repeat(8, "abcd");
            calls("GHI");
        }
        calls("JK");
    }
    calls("uvw");
}

/* tests/programs/nested.c */
static void inner_by_data(void)
{
    static const unsigned times[] = { 6, 7, 5, 9, 8, 7, 9, 8, 6, 5, 9, 8 };

    calls("xxxxx");
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        repeat(times[i], "a");
        calls("A");
    }
    calls("zzzz");
}

static void inner_varies(void)
{
    calls("xyz");
    for (int i = 0; i < 80; i++) {
        calls("ABC");
        repeat(18 + chance(14), "abcd");
        calls("DE");
    }
    calls("u");
}

static void inner_varies_wildly(void)
{
    calls("xyz");
    for (int i = 0; i < 200; i++) {
        calls("ABC");
        repeat(5 + chance(46), "abcd");
        calls("DE");
    }
    calls("u");
}

static void inner_converges(void)
{
    calls("xyz");
    for (int i = 0; i < 100; i++) {
        calls("ABC");
        repeat(100 - i * 9 / 10, "abc");
        calls("DE");
    }
    calls("u");
}

static void two_phases(void)
{
    repeat(40, "abcdef");
    calls("xyz");
    repeat(90, "ABCDEF");
    calls("w");
}

static void phases_share_paths(void)
{
    repeat(400, "abcd");
    calls("xyz");
    repeat(900, "bcdAB");
    calls("w");
}

static void start_up_loop(void)
{
    repeat(30, "pq");
    calls("xyz");
    for (int i = 0; i < 100; i++) {
        call_after('a', 100 * WORK_TICKS);
        calls("bcd");
    }
    calls("w");
}

static void helper_everywhere(void)
{
    calls("habc");
    repeat(3, "xhyhz");
    calls("hpq");
    repeat(200, "habc");
    calls("uhv");
}

static void warm_up_round(void)
{
    calls("xyz");
    repeat(1, "abcdefghij");
    calls("w");
    repeat(60, "abcdefghij");
    calls("uv");
}

static void warm_up_and_check(void)
{
    repeat(5, "abcdefghij");
    calls("vwxyzvwxyzvwxyzvwxyzvwxyzvwxyzvwxyzvwxyzvwxyzvwxyz");
    repeat(100, "abcdefghij");
    calls("vwxyzvwxyz");
    calls("cde");
}

static void checkpoints(void)
{
    calls("xyz");
    for (int i = 1; i <= 1000; i++) {
        calls("abcd");
        if (i % 100 == 0) {
            calls("CD");
            call_after('E', 400 * WORK_TICKS);
        }
    }
    calls("u");
}

static void lines_printed(void)
{
    calls("xyz");
    for (int i = 0; i < 1000; i++) {
        calls("abcd");
        if (i % 100 == 0)
            calls("P");
    }
    calls("u");
}

static void residual_every_other(void)
{
    calls("xyz");
    for (int i = 0; i < 300; i++) {
        calls("abcde");
        if (i % 7 == 3 || i % 11 == 5)
            calls("R");
    }
    calls("u");
}

static void wavefronts(void)
{
    calls("xyz");
    for (int i = 0; i < 50; i++) {
        repeat(10, "ab");
        repeat(10, "cd");
        calls("efghi");
    }
    calls("RS");
}

static void levels(void)
{
    for (int i = 0; i < 4; i++) {
        repeat(6, "abcdef");
        repeat(5, "ghijkl");
        repeat(6, "mnopqr");
        calls("stuvwx");
    }
    calls("N");
}

static void three_stages(void)
{
    calls("xyz");
    for (int i = 0; i < 70; i++) {
        repeat(3, "abcd");
        calls("T");
    }
    calls("u");
}

static void directions(void)
{
    for (int i = 0; i < 500; i++)
        calls("aaabbbcd");
}

static void any_order(void)
{
    for (int i = 0; i < 120; i++) {
        calls("A");
        for (int j = 0; j < 12; j++)
            call('a' + chance(12));
        calls("B");
    }
}

static void ten_million(void)
{
    for (int i = 0; i < 10 * 1000 * 1000; i++)
        call_after('a', 200);
}

static void silence(void)
{
}

static void few_calls(void)
{
    calls("abcdaefbg");
}

/* The pause is drawn before the site, whatever the compiler. */
static void call_random(unsigned sites, uint64_t ticks)
{
    call_after('a' + chance(sites), ticks);
}

static void random_calls(void)
{
    for (int i = 0; i < 20000; i++)
        call_random(10, 500 + chance(5000));
}

static void random_calls_of_three(void)
{
    for (int i = 0; i < 20000; i++)
        call_random(3, 500 + chance(5000));
}

static void random_few(void)
{
    for (int i = 0; i < 100; i++)
        call_random(8, 500 + chance(5000));
}

static void random_functions(void)
{
    static const char *function[] = { "abc", "defg", "hi", "jklmn", "opq" };

    for (int i = 0; i < 10000; i++)
        calls(function[chance(5)]);
}

static void random_pauses(void)
{
    for (int i = 0; i < 3000; i++)
        call_random(30, 100 * (1 + (uint64_t)exp(chance(9))));
}

static void once_each(void)
{
    for (unsigned i = 0; i < SITES; i++)
        call(i);
}

/* Computes once a round, but always makes the same call. */
static void one_path_each_way(void)
{
    calls("xyz");
    for (int i = 0; i < 300; i++) {
        call_after('a', 50 * WORK_TICKS);
        for (int k = 0; k < 5; k++)
            call_after('a', 150);
    }
    calls("uv");
}

static void two_paths_each_way(void)
{
    calls("xyz");
    for (int i = 0; i < 300; i++)
        for (int k = 0; k < 4; k++) {
            call_after('a', k ? 150 : 50 * WORK_TICKS);
            call_after('b', 150);
        }
    calls("uv");
}

static void faces_of_a_box(void)
{
    calls("xyz");
    repeat(100, "aaaaaabbb");
    calls("uv");
}

static void faces_and_a_sum(void)
{
    calls("xyz");
    for (int i = 0; i < 200; i++)
        calls(i < 50 ? "aaabbbccc" : "aaabbbcccS");
    calls("uv");
}

static void heavy_and_light(void)
{
    for (int i = 0; i < 400; i++) {
        call_after('a', (1 + i % 4) * WORK_TICKS);
        calls("bc");
    }
}

struct program {
    const char *name;
    void (*run)(void);
    uint64_t count; /* of the main loop, 0 for none */
    uint64_t slack;
    uint64_t inner[3]; /* marks of other loops that are known */
};

static const struct program programs[] = {
    { "a call again and again", one_path, 50, 0, { 0 } },
    { "a call with others before and after",
      one_path_between,
      1000,
      0,
      { 0 } },
    { "a plain loop", plain, 60, 0, { 0 } },
    { "four long cycles", four_cycles, 4, 0, { 0 } },
    { "thousands of calls a round", thousands_of_calls, 20, 0, { 0 } },
    { "two deep", two_deep, 15, 0, { 375 } },
    { "three deep", three_deep, 12, 0, { 120, 960 } },
    { "an inner loop of a few rounds", inner_by_data, 12, 0, { 87 } },
    { "an inner loop that varies", inner_varies, 80, 2, { 0 } },
    { "one that gets shorter", inner_converges, 100, 0, { 0 } },
    { "a loop at the start", start_up_loop, 100, 0, { 30 } },
    { "a helper called everywhere", helper_everywhere, 200, 1, { 0 } },
    { "a round to warm up", warm_up_round, 60, 0, { 0 } },
    { "a line printed now and then", lines_printed, 1000, 1, { 10 } },
    { "something extra now and then", residual_every_other, 300, 0, { 0 } },
    { "wavefronts", wavefronts, 50, 0, { 0 } },
    { "levels", levels, 4, 0, { 0 } },
    { "three stages", three_stages, 70, 0, { 0 } },
    { "three directions", directions, 500, 0, { 0 } },
    { "calls in any order within", any_order, 120, 0, { 0 } },
    { "the faces of a box", faces_of_a_box, 100, 1, { 0 } },
    { "and later a sum", faces_and_a_sum, 150, 0, { 0 } },
    { "heavy rounds and light ones", heavy_and_light, 400, 0, { 0 } },
    { "no calls", silence, 0, 0, { 0 } },
    { "a few calls", few_calls, 0, 0, { 0 } },
    { "each path once", once_each, 0, 0, { 0 } },
    { "calls at random", random_calls, 0, 0, { 0 } },
    { "three calls at random", random_calls_of_three, 0, 0, { 0 } },
    { "few calls at random", random_few, 0, 0, { 0 } },
    { "functions at random", random_functions, 0, 0, { 0 } },
    { "calls and pauses at random", random_pauses, 0, 0, { 0 } },
};

/* Of these the time that they take tells which loop is the main one. */
static const struct program timed_programs[] = {
    { "one that varies wildly", inner_varies_wildly, 200, 1, { 0 } },
    { "two phases", two_phases, 90, 0, { 40 } },
    { "phases that share paths", phases_share_paths, 900, 3, { 400 } },
    { "rounds to warm up, and a check", warm_up_and_check, 100, 0, { 0 } },
    { "checkpoints", checkpoints, 10, 0, { 1000 } },
    { "one path, many times a round", one_path_each_way, 300, 1, { 0 } },
    { "two paths, many times a round", two_paths_each_way, 300, 1, { 0 } },
    { "ten million rounds", ten_million, 10 * 1000 * 1000, 0, { 0 } },
};

static uint64_t main_count(void)
{
    int best = beat_main(&beat);

    return best < 0 ? 0 : beat_count(&beat.loop[best]);
}

static void show(void)
{
    for (int i = 0; i < BEAT_LOOPS; i++) {
        const struct beat_loop *l = &beat.loop[i];

        if (l->used)
            diag("%s loop of '%c': %ju marks, %ju rounds of %ju to %ju calls, "
                 "%ju regular, %ju exact, %ju starts",
                 beat_sound(l) ? "sound" : "doubtful", l->site,
                 (uintmax_t)l->marks, (uintmax_t)l->rounds,
                 (uintmax_t)l->calls_min, (uintmax_t)l->calls_max,
                 (uintmax_t)l->regular, (uintmax_t)l->exact,
                 (uintmax_t)l->starts);
    }
}

static bool knows(uint64_t marks)
{
    for (int i = 0; i < BEAT_LOOPS; i++)
        if (beat.loop[i].used && beat_count(&beat.loop[i]) + 1 >= marks
            && beat_count(&beat.loop[i]) <= marks + 1)
            return true;
    return false;
}

static bool is_right(const struct program *p, uint64_t count)
{
    return count <= p->count + p->slack && count + p->slack >= p->count;
}

static void test_programs(const struct program *p, size_t n)
{
    for (size_t i = 0; i < n; i++, p++) {
        uint64_t count;

        start();
        p->run();
        count = main_count();
        if (!ok(is_right(p, count), "%s: %ju of %ju rounds", p->name,
                (uintmax_t)count, (uintmax_t)p->count))
            show();
        for (int j = 0; j < 3 && p->inner[j]; j++)
            if (!ok(knows(p->inner[j]), "%s: the loop of %ju is known",
                    p->name, (uintmax_t)p->inner[j]))
                show();
    }
}

/* Play it with other draws, and on machines that are more or less busy. */
static bool plays_alike(const struct program *p)
{
    static const unsigned busy[] = { 0, 200, 20, 4, 1 };

    for (unsigned i = 0; i < SEEDS * sizeof(busy) / sizeof(busy[0]); i++) {
        start();
        seed = other_things = 1000 * i + 7;
        often = busy[i / SEEDS];
        p->run();
        often = 0;
        if (!is_right(p, main_count())) {
            diag("seed %u, 1 of %u calls held up: %ju rounds", 1000 * i + 7,
                 busy[i / SEEDS], (uintmax_t)main_count());
            show();
            return false;
        }
    }
    return true;
}

static void test_busy_machines(void)
{
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
        ok(plays_alike(&programs[i]), "%s: %ju rounds on busy machines, too",
           programs[i].name, (uintmax_t)programs[i].count);
}

static const struct beat_loop *main_loop(void)
{
    int best = beat_main(&beat);

    return best < 0 ? NULL : &beat.loop[best];
}

static bool about(double value, double expected, double share)
{
    return fabs(value - expected) <= share * expected;
}

/* 100 rounds of 10 calls, the k-th taking k times 1000 ticks. */
static void test_times(void)
{
    const struct beat_loop *l;
    double sum = 0;
    size_t first;

    start();
    calls("xyz");
    for (int i = 1; i <= 100; i++) {
        call_after('a', 100 * i);
        for (char c = 'b'; c <= 'j'; c++) {
            now += 100 * i;
            beat_call(&beat, &mark[(int)c], c, now, in_mpi);
            in_mpi += 10 * i;
        }
    }
    calls("uvw");
    l = main_loop();
    if (!ok(l && beat_count(l) == 100, "a loop that slows down is found"))
        return;
    ok(beat_samples(l, &first) == 99 && first == 0, "it has 99 samples");
    ok(about(l->ticks_of[9], 10000, 0.02)
           && about(l->ticks_of[98], 99000, 0.02),
       "they tell each round's time");
    ok(about(l->mpi_of[9], 1000, 0.02), "and its time in MPI");
    ok(about(beat_last_ticks(l), 100000, 0.1),
       "the last round, too, has a time: %g", beat_last_ticks(l));
    for (int i = 1; i <= 100; i++)
        sum += 1000 * i;
    ok(about(beat_ticks(l), sum, 0.02), "the whole loop took %g of %g",
       beat_ticks(l), sum);
    ok(about(beat_quantile(l, 0.5), 50000, 0.08), "median %g",
       beat_quantile(l, 0.5));
    ok(about(beat_quantile(l, 0.9), 90000, 0.08), "90 percent within %g",
       beat_quantile(l, 0.9));
    ok(about(beat_quantile(l, 0), 1100, 0.15)
           && about(beat_quantile(l, 1), 99000, 0.03),
       "shortest %g and longest %g", beat_quantile(l, 0), beat_quantile(l, 1));
}

static void test_joined(void)
{
    const struct beat_loop *l;
    size_t first, n;

    start();
    for (int i = 0; i < 20000; i++) {
        call_after('a', i < 10000 ? 1000 : 3000);
        call_after('b', 1000);
    }
    l = main_loop();
    if (!ok(l && beat_count(l) == 20000, "a long loop is found"))
        return;
    n = beat_samples(l, &first);
    ok(l->stride == 8 && first == 0 && n >= (19999 - BEAT_BRISK) / 8
           && n <= 19999 / 8,
       "pairs were joined: %zu samples of %u", n, l->stride);
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
        unsigned bin = beat_bin(ticks);
        double middle = beat_bin_ticks(bin);

        rising = rising && bin >= last;
        inside = inside && beat_bin((uint64_t)middle) == bin;
        narrow = narrow && fabs(middle - (double)ticks) <= ticks / 30.0 + 1;
        last = bin;
    }
    ok(rising, "more ticks never fall into a lower bin");
    ok(inside, "the middle of a bin is in it");
    ok(narrow, "and within 3 percent of all that is");
    ok(beat_bin(UINT64_MAX) == BEAT_BINS - 1, "the last bin takes the rest");
    ok(beat_bin_ticks(UINT32_MAX) == beat_bin_ticks(BEAT_BINS - 1),
       "a bin that does not exist is the last one");
}

static void test_manual(void)
{
    size_t first;

    start();
    repeat(50, "abcdef");
    for (int i = 0; i < 7; i++) {
        now += 50000;
        beat_manual(&beat, now, in_mpi);
        repeat(5, "ghi");
    }
    ok(beat.manual && beat_main(&beat) == 0, "marks by hand win");
    ok(beat_count(&beat.loop[0]) == 7, "each begins an iteration");
    ok(beat_samples(&beat.loop[0], &first) == 6, "all but the last are timed");
    ok(knows(35), "the loop within them is known, too");
    start();
    for (int i = 0; i < 3; i++) {
        beat_manual(&beat, now += 1000, 0);
        now += i * 100000;
    }
    ok(beat_main(&beat) == 0 && beat_count(&beat.loop[0]) == 3,
       "few and uneven ones do, too");
    start();
    for (int i = 0; i < 20; i++) {
        beat_manual(&beat, now += 1000, in_mpi);
        repeat(i == 5 ? 100 : 2, "ab");
    }
    ok(beat_count(&beat.loop[0]) == 20, "and however long one of them is");
}

/* Whatever is in a page, reading it ends, and stays within its bounds. */
static void test_torn(void)
{
    double sum = 0;

    for (int round = 0; round < 3000; round++) {
        uint8_t *bytes = (uint8_t *)&beat;
        size_t first = 0;

        start();
        seed = (uint64_t)round;
        two_deep();
        for (int i = 0; i < 200; i++)
            bytes[(uint64_t)chance(1 << 30)
                  % (round % 3 ? sizeof(beat) : 512)] = (uint8_t)chance(256);
        for (int i = 0; i < BEAT_LOOPS; i++) {
            const struct beat_loop *l = &beat.loop[i];
            size_t n = beat_samples(l, &first);

            if (n > BEAT_SAMPLES || first > BEAT_SAMPLES - n) {
                ok(false, "samples %zu to %zu do not exist", first, n);
                return;
            }
            sum += beat_ticks(l) + beat_last_ticks(l) + beat_quantile(l, 0.3)
                   + (double)beat_count(l);
        }
        if (beat_main(&beat) < -1 || beat_main(&beat) >= BEAT_LOOPS) {
            ok(false, "there is no loop %d", beat_main(&beat));
            return;
        }
    }
    ok(sum != 1, "torn pages are read");
}

int main(void)
{
    test_programs(programs, sizeof(programs) / sizeof(programs[0]));
    test_programs(timed_programs,
                  sizeof(timed_programs) / sizeof(timed_programs[0]));
    test_busy_machines();
    test_times();
    test_joined();
    test_bins();
    test_manual();
    test_torn();
    return tap_done();
}
