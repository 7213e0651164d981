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

enum { SITES = 256, CALL_TICKS = 100, WORK_TICKS = 2000 };

static struct beat beat;
static struct beat_mark mark[SITES];
static uint64_t now;
static uint64_t in_mpi;
static uint64_t seed;

static unsigned chance(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(seed >> 33) % below;
}

static void start(void)
{
    memset(&beat, 0, sizeof(beat));
    memset(mark, 0, sizeof(mark));
    now = UINT64_C(1) << 40;
    in_mpi = 0;
    seed = 1;
}

/* Compute, somewhat unevenly, and call MPI from 'site'. */
static void call_after(unsigned site, uint64_t ticks)
{
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

static void random_calls(void)
{
    for (int i = 0; i < 20000; i++)
        call_after('a' + chance(10), 500 + chance(5000));
}

static void random_calls_of_three(void)
{
    for (int i = 0; i < 20000; i++)
        call_after('a' + chance(3), 500 + chance(5000));
}

static void random_few(void)
{
    for (int i = 0; i < 100; i++)
        call_after('a' + chance(8), 500 + chance(5000));
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
        call_after('a' + chance(30), 100 * (1 + (uint64_t)exp(chance(9))));
}

static void once_each(void)
{
    for (unsigned i = 0; i < SITES; i++)
        call(i);
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
    { "an inner loop that varies", inner_varies, 80, 0, { 0 } },
    { "one that varies wildly", inner_varies_wildly, 200, 1, { 0 } },
    { "one that gets shorter", inner_converges, 100, 0, { 0 } },
    { "two phases", two_phases, 90, 0, { 40 } },
    { "phases that share paths", phases_share_paths, 900, 3, { 400 } },
    { "a loop at the start", start_up_loop, 100, 0, { 30 } },
    { "a helper called everywhere", helper_everywhere, 200, 1, { 0 } },
    { "a round to warm up", warm_up_round, 60, 0, { 0 } },
    { "rounds to warm up, and a check", warm_up_and_check, 100, 0, { 0 } },
    { "checkpoints", checkpoints, 10, 0, { 1000 } },
    { "a line printed now and then", lines_printed, 1000, 1, { 10 } },
    { "something extra now and then", residual_every_other, 300, 0, { 0 } },
    { "wavefronts", wavefronts, 50, 0, { 0 } },
    { "levels", levels, 4, 0, { 0 } },
    { "three stages", three_stages, 70, 0, { 0 } },
    { "three directions", directions, 500, 0, { 0 } },
    { "calls in any order within", any_order, 120, 0, { 0 } },
    { "ten million rounds", ten_million, 10 * 1000 * 1000, 0, { 0 } },
    { "no calls", silence, 0, 0, { 0 } },
    { "a few calls", few_calls, 0, 0, { 0 } },
    { "each path once", once_each, 0, 0, { 0 } },
    { "calls at random", random_calls, 0, 0, { 0 } },
    { "three calls at random", random_calls_of_three, 0, 0, { 0 } },
    { "few calls at random", random_few, 0, 0, { 0 } },
    { "functions at random", random_functions, 0, 0, { 0 } },
    { "calls and pauses at random", random_pauses, 0, 0, { 0 } },
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

static void test_programs(void)
{
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        const struct program *p = &programs[i];
        uint64_t count;

        start();
        p->run();
        count = main_count();
        if (!ok(count <= p->count + p->slack && count + p->slack >= p->count,
                "%s: %ju of %ju rounds", p->name, (uintmax_t)count,
                (uintmax_t)p->count))
            show();
        for (int j = 0; j < 3 && p->inner[j]; j++)
            if (!ok(knows(p->inner[j]), "%s: the loop of %ju is known",
                    p->name, (uintmax_t)p->inner[j]))
                show();
    }
}

int main(void)
{
    test_programs();
    return tap_done();
}
