/* four_ranks.c - a run of four ranks, put together from figures
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "report/diagnose/diagnose.h"
#include "report/model/efficiency.h"
#include "tests/report/diagnose/four_ranks.h"
#include "tests/tap.h"

struct four_ranks four_ranks;

void four_ranks_begin(double r0, double r1, double r2, double r3)
{
    const double computes[RANKS] = { r0, r1, r2, r3 };
    struct run *run = run_create();

    run_destroy(four_ranks.run);
    memset(&four_ranks, 0, sizeof(four_ranks));
    four_ranks.run = run;
    run->wall = WALL;
    run->level = "callsites";
    run->complete = true;
    run->size = RANKS;
    run->ranks = RANKS;
    run->rank = four_ranks.rank;
    run->host = four_ranks.host;
    run->hosts = 1;
    run->call = four_ranks.call;
    run->site = four_ranks.site;
    four_ranks.host[0] =
        (struct run_host){ .name = "h0", .ranks = RANKS, .cores = RANKS };
    four_ranks.host[1] = (struct run_host){ .name = "h1", .cores = RANKS };
    for (int i = 0; i < RANKS; i++) {
        four_ranks.rank[i].rank = i;
        four_ranks.rank[i].host = "h0";
        four_ranks.rank[i].state = RUN_FINISHED;
        four_ranks.rank[i].times =
            (struct run_times){ .wall = WALL,
                                .compute = computes[i],
                                .mpi = WALL - computes[i],
                                .waiting = WALL - computes[i] };
    }
}

void four_ranks_transfer(double seconds)
{
    for (int i = 0; i < RANKS; i++) {
        four_ranks.rank[i].times.transfer = seconds;
        four_ranks.rank[i].times.waiting -= seconds;
    }
}

void four_ranks_call(const char *name,
                     const char *kind,
                     double count,
                     double seconds,
                     double waiting,
                     double bytes)
{
    size_t n = four_ranks.run->calls++;

    four_ranks.call[n] = (struct run_call){ .name = name,
                                            .kind = kind,
                                            .count = (uint64_t)count,
                                            .seconds = seconds,
                                            .waiting = waiting,
                                            .bytes = (uint64_t)bytes };
    four_ranks.frame[n] = name + 4;
    four_ranks.site[n] = (struct run_site){ .call = name,
                                            .depth = 1,
                                            .frames = &four_ranks.frame[n],
                                            .count = (uint64_t)count,
                                            .seconds = seconds,
                                            .waiting = waiting };
    four_ranks.run->sites = four_ranks.run->calls;
}

void four_ranks_iterate(uint64_t count, double seconds)
{
    struct run_iterations *it = &four_ranks.run->iterations;

    *it = (struct run_iterations){ .found = true,
                                   .agreed = true,
                                   .reason = "",
                                   .mark = "",
                                   .count = count,
                                   .mean = seconds,
                                   .median = seconds,
                                   .paces = RANKS,
                                   .pace = four_ranks.pace };
    for (int i = 0; i < RANKS; i++)
        four_ranks.pace[i] = (struct run_pace){
            i, count, seconds * four_ranks.rank[i].times.compute / WALL
        };
    it->start_up = (WALL - (double)count * seconds) / 2;
    it->wind_down = it->start_up;
}

void four_ranks_finish(void)
{
    struct run_times *sum = &four_ranks.run->sum;

    for (int i = 0; i < RANKS; i++)
        run_times_add(sum, &four_ranks.rank[i].times);
    efficiency_fill(four_ranks.run);
    ok(diagnose(four_ranks.run) == 0, "the run has a verdict");
}

void four_ranks_cause(const char *expected, const char *line, const char *of)
{
    const struct run_verdict *v;

    four_ranks_finish();
    v = &four_ranks.run->verdict;
    if (!ok(v->cause && strcmp(v->cause, expected) == 0
                && strcmp(v->line, line) == 0,
            "%s: %s in line %s", of, expected, *line ? line : "none"))
        printf("# came: %s in %s (%s), worth %g\n", v->cause, v->line,
               v->because, v->worth);
}

void four_ranks_nothing(const char *of)
{
    four_ranks_cause(diagnose_nothing, "", of);
}
