/* programs.c - programs with loops, and without
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "tests/profile/player.h"
#include "tests/profile/programs.h"

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

/* Take 'steps' steps, and after each 'every'th write a checkpoint, for which
 * the rank computes, or is in MPI, as long as 'times' calls take.
 */
static void write_checkpoints(int steps,
                              int every,
                              unsigned times,
                              bool in_mpi)
{
    calls("xyz");
    for (int i = 1; i <= steps; i++) {
        calls("abcd");
        if (i % every == 0) {
            calls("C");
            if (in_mpi)
                wait_in_mpi(times * WORK_TICKS);
            else
                call_after('E', times * WORK_TICKS);
        }
    }
    calls("u");
}

static void checkpoints(void)
{
    write_checkpoints(1000, 100, 400, false);
}

static void light_checkpoints(void)
{
    write_checkpoints(1600, 40, 8, false);
}

static void gathered_checkpoints(void)
{
    write_checkpoints(2000, 50, 20, true);
}

/* So often that they may as well be a step of ten sweeps. */
static void frequent_checkpoints(void)
{
    write_checkpoints(400, 10, 1000, false);
}

/* After the last one there are almost as many steps as between two of them. */
static void steps_after_checkpoints(void)
{
    write_checkpoints(405, 29, 1, false);
}

/* The step asks whether its messages came, a few times or more often. */
static void polling_checkpoints(void)
{
    for (int i = 1; i <= 400; i++) {
        call_after('a', 20);
        for (unsigned n = 1 + chance(4); n > 0; n--)
            call_after('t', 20);
        call_after('r', 20 * WORK_TICKS);
        if (i % 10 == 0) {
            calls("G");
            call_after('H', 600 * WORK_TICKS);
        }
    }
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
    for (unsigned i = 0; i < PLAYER_SITES; i++)
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

const struct program programs[] = {
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
    { "checkpoints", checkpoints, 1000, 1, { 10 } },
    { "light checkpoints", light_checkpoints, 1600, 1, { 40 } },
    { "gathered checkpoints", gathered_checkpoints, 2000, 1, { 40 } },
    { "frequent checkpoints", frequent_checkpoints, 40, 0, { 400 } },
    { "steps after checkpoints", steps_after_checkpoints, 13, 0, { 405 } },
    { "checkpoints of steps that poll", polling_checkpoints, 40, 3, { 400 } },
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
const size_t programs_count = sizeof(programs) / sizeof(programs[0]);

const struct program timed_programs[] = {
    { "one that varies wildly", inner_varies_wildly, 200, 1, { 0 } },
    { "two phases", two_phases, 90, 0, { 40 } },
    { "phases that share paths", phases_share_paths, 900, 3, { 400 } },
    { "rounds to warm up, and a check", warm_up_and_check, 100, 0, { 0 } },
    { "one path, many times a round", one_path_each_way, 300, 1, { 0 } },
    { "two paths, many times a round", two_paths_each_way, 300, 1, { 0 } },
    { "ten million rounds", ten_million, 10 * 1000 * 1000, 0, { 0 } },
};
const size_t timed_programs_count =
    sizeof(timed_programs) / sizeof(timed_programs[0]);
