/* Tests of report/model/efficiency.c, and that reports have what it says
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/json/read.h"
#include "report/json/save.h"
#include "report/model/efficiency.h"
#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static bool are(const struct run_efficiency *e,
                double parallel,
                double load_balance,
                double communication)
{
    return fabs(e->parallel - parallel) < 1e-6
           && fabs(e->load_balance - load_balance) < 1e-6
           && fabs(e->communication - communication) < 1e-6;
}

/* ---- by hand ---- */

/* What four ranks computed in 10 seconds, and what that makes. */
static void test_arithmetic(void)
{
    static const struct {
        double compute[4];
        double parallel, load_balance, communication;
        const char *what;
    } cases[] = {
        { { 10, 10, 10, 10 }, 1, 1, 1, "all compute all the time" },
        { { 8, 4, 4, 4 }, 0.5, 0.625, 0.8, "one has twice as much to do" },
        { { 4, 4, 4, 4 }, 0.4, 1, 0.4, "all communicate for six seconds" },
        { { 10, 0, 0, 0 }, 0.25, 0.25, 1, "one does all" },
        { { 12, 12, 12, 12 }, 1, 1, 1, "clocks err" },
        { { 0, 0, 0, 0 }, 0, 0, 0, "nobody computes" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_rank rank[4] = { { .rank = 0 } };
        struct run run = {
            .level = "times", .wall = 10, .ranks = 4, .rank = rank
        };

        for (int r = 0; r < 4; r++) {
            rank[r].times.compute = cases[i].compute[r];
            run.sum.wall += 10;
        }
        efficiency_fill(&run);
        ok(are(&run.efficiency, cases[i].parallel, cases[i].load_balance,
               cases[i].communication),
           "the figures when %s: %g, %g, %g", cases[i].what,
           run.efficiency.parallel, run.efficiency.load_balance,
           run.efficiency.communication);
    }
}

static void test_iterations(void)
{
    struct run_pace pace[3] = { { 0, 100, 0.3 },
                                { 1, 101, 0.6 },
                                { 2, 7, 5 } };
    struct run_rank rank[3] = { { .times = { .compute = 1 } } };
    struct run run = { .level = "times",
                       .wall = 100,
                       .ranks = 3,
                       .rank = rank,
                       .sum = { .wall = 300 },
                       .iterations = { .found = true,
                                       .count = 100,
                                       .mean = 0.75,
                                       .paces = 3,
                                       .pace = pace } };

    efficiency_fill(&run);
    ok(are(&run.iterations.efficiency, 0.6, 0.75, 0.8),
       "in iterations those ranks count that share them");
    run.iterations.found = false;
    run.iterations.efficiency.parallel = 0;
    efficiency_fill(&run);
    ok(!efficiency_known(&run.iterations.efficiency),
       "without iterations there are no figures of them");
    run.level = "counts";
    run.efficiency.parallel = 0;
    efficiency_fill(&run);
    ok(!efficiency_known(&run.efficiency), "nor any where nothing was timed");
}

/* ---- of pages ---- */

/* A rank that computes for so long of its 10 seconds, 0.1 of them in
 * MPI_Init.
 */
static struct page *make(const char *folder, int rank, double compute)
{
    struct page *p = pages_make(folder, rank, 4);

    p->mpi_ticks = pages_ticks(9.9 - compute);
    pages_call(p, PAGES_ALLREDUCE, 100, 9.9 - compute, 1e-5, 8);
    pages_loop(p, 100, 1, 0.08, 0);
    return p;
}

/* The run after it was written and read. */
static struct run *again(const struct run *run, const char *folder)
{
    struct run *back;
    struct error err;
    char path[4200];

    snprintf(path, sizeof(path), "%s/again.json", folder);
    if (save_over(run, path, &err) < 0 || !(back = json_read(path, &err))) {
        printf("# %s\n", err.text);
        exit(1);
    }
    unlink(path);
    return back;
}

static void test_report(void)
{
    const char *folder = pages_folder();
    struct run *run, *back;
    char *text;

    for (int rank = 0; rank < 4; rank++)
        page_close(make(folder, rank, rank == 2 ? 8 : 4));
    run = pages_run(folder);
    ok(are(&run->efficiency, 0.5, 0.625, 0.8), "pages have the figures");
    ok(are(&run->iterations.efficiency, 0.9, 1, 0.9),
       "and so have their iterations");
    text = pages_json(run);
    has(text,
        " \"efficiency\": {\"parallel\":0.5,\"load_balance\":0.625,"
        "\"communication\":0.8,\"serialisation\":0,\"transfer\":0},\n",
        "the JSON has them");
    text = pages_text(run, text_print);
    has(text, "= load balance                62.5 % low   100.0 %\n",
        "the text marks those that are low, and only those");
    text = pages_text(run, text_summary);
    has(text, "parallel efficiency 50.0 %: load balance 62.5 %,",
        "the short table has them");
    run->sum.on_core = run->sum.compute / 4;
    run->sum.asleep = run->sum.compute - run->sum.on_core;
    run->rank[0].other_threads = run->sum.compute / 2;
    text = pages_text(run, text_summary);
    has(text, "of the main threads 50.0 %: load balance 62.5 %,",
        "and says whose they are where other threads did more");
    text = pages_text(run, text_print);
    has(text, "These figures are of the main threads", "and so does the text");
    run->rank[0].other_threads = run->sum.compute / 8;
    text = pages_text(run, text_summary);
    ok(!strstr(text, "main threads"), "but not where they did less");
    back = again(run, folder);
    ok(are(&back->efficiency, 0.5, 0.625, 0.8)
           && are(&back->iterations.efficiency, 0.9, 1, 0.9),
       "they are read back");
    run_destroy(back);
    run->efficiency = run->iterations.efficiency =
        (struct run_efficiency){ 0 };
    back = again(run, folder);
    ok(are(&back->efficiency, 0.5, 0.625, 0.8)
           && are(&back->iterations.efficiency, 0.9, 1, 0.9),
       "of a report without them they are worked out");
    run_destroy(back);
    run_destroy(run);
    pages_remove(folder);
}

/* Two ranks for 4 seconds, of which rank 0 computes 3 and rank 1 half as
 * long; then four for 6 seconds, which all compute 5.4.
 */
static void test_moved(void)
{
    const double useful = 3 + 1.5 + 4 * 5.4, longest = 2 * 3 + 4 * 5.4;
    const char *folder = pages_folder();
    struct run *run, *back;

    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_generation(folder, 1, rank, 2, 0, 4);

        p->mpi_ticks = pages_ticks(rank == 0 ? 0.9 : 2.4);
        page_close(p);
    }
    for (int rank = 0; rank < 4; rank++)
        page_close(pages_generation(folder, 2, rank, 4, 4, 10));
    run = pages_run(folder);
    ok(are(&run->efficiency, useful / 32, useful / longest, longest / 32),
       "of a job that moved each generation counts for what it had: %g, %g",
       run->efficiency.parallel, run->efficiency.load_balance);
    back = again(run, folder);
    ok(are(&back->efficiency, useful / 32, useful / longest, longest / 32),
       "which is read back");
    run_destroy(back);
    run->efficiency.parallel = 0;
    back = again(run, folder);
    ok(!efficiency_known(&back->efficiency),
       "and not made up where an older report does not have it");
    run_destroy(back);
    run_destroy(run);
    pages_remove(folder);
}

static void test_split(void)
{
    static const struct {
        double ideal, serialisation, transfer;
        const char *worst;
    } cases[] = {
        { 0.8, 0.5, 0.8, "serialisation" },
        { 0.5, 0.8, 0.5, "transfer" },
        { 0.3, 1, 0.4, "transfer" },
        { 1.2, 0.4, 1, "serialisation" },
        { 0, 0, 0, NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_efficiency e = { .parallel = 0.36,
                                    .load_balance = 0.9,
                                    .communication = 0.4 };
        const char *worst;

        efficiency_split(&e, cases[i].ideal);
        worst = efficiency_worst(&e);
        ok(fabs(e.serialisation - cases[i].serialisation) < 1e-9
               && fabs(e.transfer - cases[i].transfer) < 1e-9,
           "ideal %g: serialisation %g, transfer %g", cases[i].ideal,
           e.serialisation, e.transfer);
        ok(worst == cases[i].worst
               || (worst && cases[i].worst
                   && strcmp(worst, cases[i].worst) == 0),
           "ideal %g: to work on is %s", cases[i].ideal,
           worst ? worst : "nothing that is known");
    }
    ok(!efficiency_worst(
           &(struct run_efficiency){ 0.81, 0.9, 0.9, 0.95, 0.947 }),
       "where all is fine there is nothing to work on");
}

int main(void)
{
    setenv("LC_ALL", "C", 1);
    test_arithmetic();
    test_iterations();
    test_report();
    test_moved();
    test_split();
    return tap_done();
}
