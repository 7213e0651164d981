/* Tests of foresee/forecast_report.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "foresee/forecast_report.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

static const double late = 0.5;

/* Two ranks, the second of which starts late: 2 s after the first one did both
 * begin their four iterations of a second.
 */
static struct recording *started_late(void)
{
    struct made_up_run m;
    struct recording *r;

    made_up_begin(&m, 2, true);
    for (int i = 0; i < 2; i++)
        made_up_compute(&m, i, 2);
    for (int k = 0; k <= 4; k++) {
        for (int i = 0; i < 2; i++) {
            made_up_mark(&m, i);
            made_up_collective(&m, i, "MPI_Barrier", TRACE_NONE, 0);
            made_up_compute(&m, i, 1);
        }
    }
    r = made_up_end(&m);
    r->rank[1].start = r->rank[1].step[0].at = late;
    r->rank[1].step[0].seconds -= late;
    return r;
}

/* As of a run that was measured. */
static void test_iterations(void)
{
    struct recording *r = started_late();
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct run recorded = { .mpi = "",
                            .yields = true,
                            .iterations = { .mark = "" } };
    struct forecast_print_origin from = { .run = "run.json" };
    struct error err = { .text = "" };
    struct forecast f = { 0 };
    struct run *run;

    if (made_up_forecast(&f, r, p, NULL, &err) < 0)
        exit(99);
    run = forecast_report(&f, &from, &recorded, &err);
    if (!run)
        exit(99);
    ok(tap_near(f.job.generation[0].outcome.moment[0], 2),
       "the first iteration begins 2 s after the first rank did");
    ok(tap_near(run->iterations.start_up, 2 - late / 2),
       "ranks start up for %g s in the mean, and so says the report (%g)",
       2 - late / 2, run->iterations.start_up);
    ok(run->iterations.count == f.iterations
           && tap_near(run->iterations.median, 1),
       "it has the iterations");
    ok(tap_near(run->wall, f.seconds), "and takes as long");
    ok(run->yields, "ranks leave their cores to others as in the run");
    run_destroy(run);
    forecast_destroy(&f);
    platform_destroy(p);
    recording_destroy(r);
}

/* Ranks that stand before a change until its new ones are ready. */
static void test_waited(void)
{
    struct recording *r = started_late();
    struct platform *p = made_up_platform(2, 0, 1e12);
    struct run recorded = { .mpi = "", .iterations = { .mark = "" } };
    struct forecast_print_origin from = { .run = "run.json" };
    struct error err = { .text = "" };
    struct change_script script;
    struct simulated_job_plan plan = {
        .recording = r, .platform = p, .script = &script, .bytes = JOB_UNKNOWN
    };
    struct forecast f = { 0 };
    struct run *run;

    price_init(&plan.price);
    price_learn(&plan.price, JOB_UNKNOWN, 10, 0.5);
    if (change_script_parse(&script, "3 migrate 1 h0", &err) < 0
        || forecast_create(&f, &plan, &err) < 0
        || !(run = forecast_report(&f, &from, &recorded, &err)))
        exit(99);
    ok(f.job.generations == 2 && f.job.generation[1].waited > 5,
       "ranks wait %g s for those of a change", f.job.generation[1].waited);
    ok(tap_near(run->sum.wall, 2 * f.loop_seconds),
       "which the report has in their time: %g s of %g s", run->sum.wall,
       2 * f.loop_seconds);
    run_destroy(run);
    forecast_destroy(&f);
    change_script_clear(&script);
    platform_destroy(p);
    recording_destroy(r);
}

int main(void)
{
    test_waited();
    test_iterations();
    return tap_done();
}
