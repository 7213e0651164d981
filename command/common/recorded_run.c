/* recorded_run.c - a run by its report and the trace beside it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/recorded_run.h"
#include "command/common/report_trace.h"
#include "foresee/record/busy_cores.h"
#include "foresee/record/site_lines.h"
#include "foresee/record/trace_reader.h"
#include "report/json/read.h"

/* Of the time that it computed without a core. */
static double share_asleep(const struct run_times *t)
{
    double without = t->asleep + t->no_core;

    return without > 0 ? t->asleep / without : 0;
}

static int set_yields(struct recording *r, const struct run *run)
{
    double *asleep = calloc(r->ranks, sizeof(*asleep));

    if (!asleep)
        return -1;
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].rank >= 0 && (size_t)run->rank[i].rank < r->ranks)
            asleep[run->rank[i].rank] = share_asleep(&run->rank[i].times);
    recording_set_yields(r, asleep);
    free(asleep);
    return 0;
}

/* What the report knows of the run, and the trace does not. */
static int add_report(struct recording *r, const struct run *run)
{
    for (size_t i = 0; i < run->hosts; i++)
        recording_set_cores(r, run->host[i].name, run->host[i].cores);
    site_lines_find(r, run);
    if (!run->yields)
        return 0;
    if (set_yields(r, run) < 0)
        return -1;
    return busy_cores_taken(r, &r->taken);
}

static int read_trace(struct recorded_run *r,
                      const char *report,
                      struct error *err)
{
    struct error why;

    if (!(r->bundle = report_trace_open(report, 1, r->run, err)))
        return -1;
    r->recording =
        trace_reader_read(r->bundle, r->run->iterations.manual, &why);
    if (!r->recording)
        return error_set(err, "%s: %.800s", report, why.text);
    if (add_report(r->recording, r->run) < 0)
        return error_set(err, "%s: no memory for its ranks' cores", report);
    return 0;
}

int recorded_run_open(struct recorded_run *r,
                      const char *report,
                      struct error *err)
{
    *r = (struct recorded_run){ .run = json_read(report, err) };
    if (!r->run)
        return -1;
    if (r->run->generations > 1 && !r->run->foreseen)
        error_set(err,
                  "%s: the job was changed while it ran, which is not "
                  "replayed yet",
                  report);
    else if (read_trace(r, report, err) == 0)
        return 0;
    recorded_run_close(r);
    return -1;
}

double recorded_run_no_core(const struct recorded_run *r)
{
    const struct run_times *t = &r->run->sum;

    for (size_t i = 0; i < r->recording->ranks; i++)
        if (r->recording->rank[i].cores == 0
            || recording_is_shared(r->recording, i))
            return 0;
    return t->compute > 0 ? t->no_core / t->compute : 0;
}

void recorded_run_close(struct recorded_run *r)
{
    recording_destroy(r->recording);
    bundle_close(r->bundle);
    run_destroy(r->run);
    *r = (struct recorded_run){ 0 };
}

bool recorded_run_is_replayed(const struct run *run, const char *report)
{
    return run->generations <= 1 && !run->foreseen
           && report_trace_exists(report);
}

int recorded_run_compare(const struct run *run,
                         const char *a,
                         const struct run *other,
                         const char *b,
                         struct error *err)
{
    if (strcmp(run_program(run), run_program(other)) == 0)
        return 0;
    return error_set(err,
                     "%s is a run of %.200s and %s one of %.200s: only runs "
                     "of the same program tell of each other",
                     a, run_program(run), b, run_program(other));
}
