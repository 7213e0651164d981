/* made_up_runs.c - runs of programs that nobody ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/report/history/made_up_runs.h"

enum { ITERATIONS = 100, DAY = 86400 };

static const uint64_t second = 1000000000;

/* Each has both loops. */
static struct run_loop loops[] = { { .mark = "step (heat.c:9)", .calls = 400 },
                                   { .mark = "exchange (heat.c:12)",
                                     .calls = 10 } };

static void give_iterations(struct run *run,
                            const struct made_up_run *made,
                            double seconds[ITERATIONS])
{
    for (int i = 0; i < ITERATIONS; i++)
        seconds[i] = made->iteration * (1 + 0.01 * (i % 3 - 1));
    run->iterations.found = made->iteration > 0;
    run->iterations.count = run->iterations.samples = ITERATIONS;
    run->iterations.loops = 2;
    run->iterations.loop = loops;
    run->iterations.mark = loops[made->outer ? 0 : 1].mark;
    run->iterations.calls = loops[made->outer ? 0 : 1].calls;
    run->iterations.seconds = seconds;
    run->iterations.median = made->iteration;
    run->iterations.p90 = 1.01 * made->iteration;
    run->iterations.spread = 0.02;
}

void made_up_runs_add(struct history *h, const struct made_up_run *made)
{
    const char *frame = "exchange (heat.c:12)";
    const char *program[] = { made->program, made->argument };
    struct run_host host = { .name = made->host ? made->host : "h1" };
    struct run_site site = { .call = "MPI_Recv",
                             .depth = 1,
                             .frames = &frame,
                             .seconds = made->waiting * made->ranks };
    double seconds[ITERATIONS];
    struct run *run = run_create();
    char name[32];

    snprintf(name, sizeof(name), "day-%d.json", made->day);
    run->level = "callsites";
    run->job = name;
    run->program = program;
    run->arguments = made->argument ? 2 : 1;
    run->size = made->ranks;
    run->complete = !made->failed;
    run->started_ns = (uint64_t)made->day * DAY * second;
    run->wall = made->wall > 0 ? made->wall : ITERATIONS * made->iteration;
    run->host = &host;
    run->hosts = 1;
    give_iterations(run, made, seconds);
    run->sum.wall = run->wall * made->ranks;
    run->sum.waiting = made->waiting * made->ranks;
    run->sum.compute = run->sum.wall - run->sum.waiting;
    run->efficiency.parallel = made->parallel;
    run->efficiency.load_balance = made->parallel > 0;
    run->efficiency.communication = made->parallel;
    run->site = &site;
    run->sites = made->waiting > 0;
    if (history_add(h, run, name) < 0)
        abort();
    run_destroy(run);
}

struct history *made_up_runs_history(const struct made_up_run *made,
                                     size_t count)
{
    struct history *h = history_create();

    for (size_t i = 0; i < count; i++)
        made_up_runs_add(h, &made[i]);
    if (history_sort(h) < 0)
        abort();
    return h;
}
