/* Tests of report/history/history.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/history/history_scaling.h"
#include "report/history/history_words.h"
#include "tests/report/history/made_up_runs.h"
#include "tests/tap.h"

static void test_order(void)
{
    static const struct made_up_run made[] = {
        { "/b/heat", "100", 4, 3, .iteration = 0.5 },
        { "/a/heat", "100", 2, 5, .iteration = 1 },
        { "/a/heat", "100", 2, 1, .iteration = 1 },
        { "cg", NULL, 2, 2, .iteration = 1 },
        { "heat", "200", 2, 4, .iteration = 1 },
        { "/a/heat", "100", 10, 6, .iteration = 1 },
    };
    struct history *h = made_up_runs_history(made, 6);
    const struct history_problem *p = h->program[1].problem;

    ok(h->count == 2 && strcmp(h->program[0].name, "cg") == 0
           && strcmp(h->program[1].name, "heat") == 0,
       "runs are told apart by program, wherever it lies");
    ok(h->program[0].runs == 1 && h->program[1].runs == 5,
       "each has its runs");
    ok(h->program[1].count == 2
           && strcmp(p[0].series->run->arguments, "100") == 0
           && p[0].count == 3 && p[1].count == 1,
       "and by arguments");
    ok(p[0].series[0].count == 2 && p[0].series[1].count == 1
           && p[0].series[1].run->most == 4 && p[0].series[2].run->most == 10,
       "a series has runs of as many ranks, the fewest first");
    ok(strcmp(p[0].series[0].run[0].name, "day-1.json") == 0
           && strcmp(p[0].series[0].run[1].name, "day-5.json") == 0,
       "in the order in which they were started");
    history_destroy(h);
}

static void test_newest(void)
{
    static const struct made_up_run made[] = {
        { "heat", "100", 2, 9, .iteration = 1 },
        { "cg", NULL, 2, 10, .iteration = 1 },
        { "heat", "100", 4, 12, .iteration = 1 },
        { "heat", "200", 2, 11, .iteration = 1 },
    };
    struct history *h = made_up_runs_history(made, 4);
    const struct history_series *s;
    const struct history_run *run = history_newest(h, &s);

    ok(strcmp(run->name, "day-12.json") == 0 && s->run == run,
       "the newest run is found in all of them");
    history_destroy(h);
    h = made_up_runs_history(made, 0);
    ok(!history_newest(h, &s) && h->count == 0, "of none there is none");
    history_destroy(h);
}

static void test_twice(void)
{
    static const struct made_up_run made[] = {
        { "heat", NULL, 2, 1, .iteration = 1 },
        { "heat", NULL, 2, 2, .iteration = 1 },
        { "heat", NULL, 2, 1, .iteration = 1 },
    };
    struct history *h = made_up_runs_history(made, 3);

    ok(h->runs == 2 && h->twice == 1 && h->program->runs == 2,
       "a run whose report is there once more counts once");
    history_destroy(h);
}

static void test_time(void)
{
    static const struct made_up_run most[] = {
        { "heat", NULL, 2, 1, .iteration = 1 },
        { "heat", NULL, 2, 2, .wall = 70 },
        { "heat", NULL, 2, 3, .iteration = 2 },
        { "heat", NULL, 2, 4, .iteration = 3, .failed = true },
    };
    static const struct made_up_run few[] = {
        { "heat", NULL, 2, 1, .iteration = 1 },
        { "heat", NULL, 2, 2, .wall = 70 },
        { "heat", NULL, 2, 3, .wall = 80 },
    };
    struct history *h = made_up_runs_history(most, 4);
    const struct history_series *s = h->program->problem->series;

    ok(s->iterations && tap_near(s->run[0].seconds, 1)
           && tap_near(s->run[2].seconds, 2),
       "where most have iterations these are compared");
    ok(history_counts(s, &s->run[0]) && !history_counts(s, &s->run[1])
           && !history_counts(s, &s->run[3]),
       "runs without any do not count, nor those that failed");
    ok(tap_near(s->run[0].slow, 1.01) && tap_near(s->run[0].fast, 0.99)
           && s->run[0].noise > 0,
       "the spread of its iterations is kept");
    history_destroy(h);
    h = made_up_runs_history(few, 3);
    s = h->program->problem->series;
    ok(!s->iterations && tap_near(s->run[1].seconds, 70)
           && tap_near(s->run[0].seconds, 100),
       "where few have them the runs are, as a whole");
    ok(history_counts(s, &s->run[0]) && history_counts(s, &s->run[1]),
       "and all count");
    history_destroy(h);
}

/* What one of them calls an iteration is many of another one's. */
static void test_loops(void)
{
    static const struct made_up_run most[] = {
        { "heat", NULL, 2, 1, .iteration = 1 },
        { "heat", NULL, 2, 2, .iteration = 40, .outer = true },
        { "heat", NULL, 2, 3, .iteration = 1 },
        { "heat", NULL, 4, 4, .iteration = 20, .outer = true },
    };
    static const struct made_up_run half[] = {
        { "heat", NULL, 2, 1, .iteration = 40, .outer = true },
        { "heat", NULL, 2, 2, .iteration = 1 },
        { "heat", NULL, 2, 3, .wall = 100 },
    };
    struct history *h = made_up_runs_history(most, 4);
    const struct history_series *s = h->program->problem->series;
    char text[HISTORY_WORDS];

    ok(s->iterations && history_counts(s, &s->run[0])
           && !history_counts(s, &s->run[1]),
       "a run whose iteration is another loop does not count");
    history_words_steady(s, text);
    has(text,
        "In 1 of these runs an iteration is another loop, so it is not "
        "compared.",
        "which is told");
    if (history_scaling_find_all(h) < 0)
        abort();
    ok(!h->program->problem->scaling->iterations,
       "nor are numbers of ranks compared by them");
    history_destroy(h);
    h = made_up_runs_history(half, 3);
    s = h->program->problem->series;
    ok(!s->iterations && tap_near(s->run[0].seconds, 4000)
           && history_counts(s, &s->run[1]),
       "where most have not the same one the runs are compared as a whole");
    history_words_steady(s, text);
    has(text, "not the same loop in most of these runs", "and so it is told");
    history_destroy(h);
}

static void test_places(void)
{
    const char *frames[] = { "a (x.c:1)", "b (x.c:9)", "a (x.c:7)" };
    struct run_site sites[3];
    struct run run = {
        .level = "callsites", .job = "", .size = 2, .sites = 3, .site = sites
    };
    struct history *h = history_create();
    const struct history_run *r;

    for (int i = 0; i < 3; i++)
        sites[i] = (struct run_site){ .call = "MPI_Send",
                                      .depth = 1,
                                      .frames = &frames[i],
                                      .seconds = i + 1 };
    ok(history_add(h, &run, "x.json") == 0 && history_sort(h) == 0,
       "a run whose program is not known is taken, too");
    r = h->run;
    ok(r->places == 2 && strcmp(r->place[0].name, "MPI_Send in a (x.c)") == 0
           && tap_near(r->place[0].seconds, 2),
       "lines of a function are one place, with the time of a rank");
    history_destroy(h);
}

/* It goes with the time that it stands beside. */
static void test_efficiency(void)
{
    struct history_run run = {
        .efficiency = { .parallel = 0.5 },
        .loops.efficiency = { .parallel = 0.9 },
    };

    ok(tap_near(history_efficiency(&run, true)->parallel, 0.9),
       "beside an iteration stands the efficiency of these");
    ok(tap_near(history_efficiency(&run, false)->parallel, 0.5),
       "beside the whole run that of the whole run");
    run.other_loop = true;
    ok(tap_near(history_efficiency(&run, true)->parallel, 0.5),
       "and where its iterations are not compared");
    run.efficiency.parallel = 0;
    ok(tap_near(history_efficiency(&run, false)->parallel, 0.9),
       "or what is known");
}

static void test_ranks(void)
{
    struct history_run run = { .least = 1, .most = 1 };
    char text[HISTORY_RANKS];

    history_ranks(&run, text);
    ok(strcmp(text, "1 rank") == 0, "one rank is one: %s", text);
    run = (struct history_run){ .least = 2, .most = 8, .changed = true };
    history_ranks(&run, text);
    ok(strcmp(text, "2 to 8 ranks, changed while it ran") == 0,
       "a job that was changed had several numbers: %s", text);
}

int main(void)
{
    test_order();
    test_newest();
    test_twice();
    test_time();
    test_loops();
    test_places();
    test_efficiency();
    test_ranks();
    history_destroy(NULL);
    ok(true, "destroying NULL is fine");
    return tap_done();
}
