/* Tests of report/text/summary.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/text/summary.h"
#include "tests/tap.h"

static struct run_host host = { .name = "alpha", .ranks = 2, .cores = 4 };

/* Two ranks that compute and wait for so many seconds each. */
static struct run make(struct run_rank rank[2])
{
    struct run run = { .size = 2,
                       .complete = true,
                       .wall = 10,
                       .level = "callsites",
                       .reason = "",
                       .ranks = 2,
                       .rank = rank,
                       .hosts = 1,
                       .host = &host };

    for (int i = 0; i < 2; i++) {
        rank[i].rank = i;
        run.sum.wall += rank[i].times.wall;
        run.sum.compute += rank[i].times.compute;
        run.sum.waiting += rank[i].times.waiting;
    }
    return run;
}

static void test_length(void)
{
    struct run_rank rank[2] = { { .rank = 0 } };
    struct run run = make(rank);
    char text[SUMMARY_TEXT];

    summary_length(&run, text);
    has(text, "It ran for 10.0 s with 2 ranks on the host alpha, to the end.",
        "how long it ran, and where");
    run.complete = false;
    run.reason = "rank 1 was killed in MPI_Recv";
    run.iterations.found = true;
    run.iterations.count = 1;
    run.iterations.median = 0.25;
    summary_length(&run, text);
    has(text, "did not complete: rank 1 was killed in MPI_Recv.",
        "why it did not complete");
    has(text, "Of its 1 iteration, one took 250 ms.", "and its pace");
}

/* Whether it grew or shrank. */
static void test_ranks(void)
{
    static const struct {
        int ranks[2];
        const char *said;
    } cases[] = {
        { { 2, 4 }, "with 2 to 4 ranks" },
        { { 4, 2 }, "with 2 to 4 ranks" },
        { { 4, 4 }, "with 4 ranks" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_rank rank[2] = { { .rank = 0 } };
        struct run_host host = { .name = "h1" };
        struct run_generation generation[2] = {
            { .ranks = cases[i].ranks[0] }, { .ranks = cases[i].ranks[1] }
        };
        struct run run = make(rank);
        char text[SUMMARY_TEXT];

        run.size = 4;
        run.hosts = 1;
        run.host = &host;
        run.complete = true;
        run.generation = generation;
        run.generations = 2;
        summary_length(&run, text);
        has(text, cases[i].said, "how many ranks it had is told");
    }
}

static void test_changes(void)
{
    struct run_change change[5] = { { .number = 1 } };
    struct run_rank rank[2] = { { .rank = 0 } };
    struct run run = make(rank);
    char text[SUMMARY_TEXT];

    summary_changes(&run, text);
    ok(text[0] == '\0', "without changes there is nothing to say");
    for (int i = 0; i < 5; i++)
        change[i] = (struct run_change){ .what = "resize",
                                         .why = i == 1 ? "" : "slow",
                                         .from = i + 1,
                                         .to = i + 2,
                                         .at = i,
                                         .stopped = 0.01,
                                         .before = 0.2,
                                         .after = 0.1,
                                         .outcome = "done",
                                         .done = true };
    change[1].outcome = "no host";
    change[1].done = false;
    run.change = change;
    run.changes = 2;
    summary_changes(&run, text);
    has(text, "It was changed 1 time while it ran, and 1 change was given up",
        "changes are counted");
    has(text,
        "a resize (slow) took it from 1 to 2 ranks; an iteration took "
        "200 ms before and 100 ms after it, 50 % less.",
        "and told with what they brought");
    has(text, "was given up: no host.", "or why they were given up");
    change[0].stopped = 0.01;
    change[0].phases.stop = 0.009;
    summary_changes(&run, text);
    ok(!strstr(text, "waited"), "waiting that is as usual is not told");
    change[0].phases.stop = 0.3;
    summary_changes(&run, text);
    has(text, "20.0 ms for that, after its first ranks had waited 300 ms.",
        "that at a script's sync is");
    run.changes = 5;
    summary_changes(&run, text);
    has(text,
        "From 1 rank it came to 6, from 200 ms an iteration before the "
        "first change to 100 ms after the last.",
        "of many it is told where they led");
    run.foreseen = "replayed";
    summary_changes(&run, text);
    has(text, "From 1 rank it would come to 6", "or would, as is foreseen");
    run.changes = 1;
    summary_changes(&run, text);
    has(text,
        "It would be changed 1 time, and stand still for 10.0 ms for that, "
        "after its first ranks had waited 300 ms. At 0 s a resize (slow) "
        "would take it from 1 to 2 ranks; an iteration would take 200 ms "
        "before and 100 ms after it, 50 % less.",
        "what is foreseen of one was not, it would be");
    change[0].to = 1;
    summary_changes(&run, text);
    has(text, "would leave it at 1 rank;", "nor did that leave anything");
}

static void test_program(void)
{
    const char *words[100];
    struct run run = { .arguments = 0, .program = words };
    char text[SUMMARY_TEXT];

    summary_program(&run, text);
    has(text, "unknown program", "a program may be unknown");
    for (int i = 0; i < 100; i++)
        words[i] = "a-long-argument-indeed";
    run.arguments = 100;
    summary_program(&run, text);
    ok(strlen(text) < 250 && strstr(text, " ..."), "too many words are cut");
}

int main(void)
{
    test_length();
    test_ranks();
    test_changes();
    test_program();
    return tap_done();
}
