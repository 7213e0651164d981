/* report_trace.c - the trace that lies beside a report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/common/report_trace.h"
#include "foresee/record/trace_reader.h"
#include "foresee/replay/ideal_time.h"
#include "report/model/efficiency.h"

int report_trace_path(const char *report,
                      unsigned generation,
                      char path[JOB_PATH],
                      struct error *err)
{
    static const char ending[] = ".json";
    size_t len = strlen(report), end = sizeof(ending) - 1;
    char number[16] = "";

    if (len > end && strcmp(report + len - end, ending) == 0)
        len -= end;
    if (generation > 1)
        snprintf(number, sizeof(number), ".%u", generation);
    if (len + strlen(number) + sizeof(".trace") > JOB_PATH)
        return error_set(err, "%s: %s", report, strerror(ENAMETOOLONG));
    sprintf(path, "%.*s%s.trace", (int)len, report, number);
    return 0;
}

size_t report_trace_generations(const struct run *run)
{
    return run->generations > 1 ? run->generations : 1;
}

unsigned report_trace_generation(const struct run *run, size_t which)
{
    return run->generations > 1 ? run->generation[which].generation : 1;
}

double report_trace_after(uint64_t *began, const struct bundle *b)
{
    uint64_t start = bundle_start(b);

    if (*began == UINT64_MAX)
        *began = start;
    return start != UINT64_MAX && start > *began
               ? (double)(start - *began) * 1e-9
               : 0;
}

bool report_trace_exists(const char *report)
{
    char path[JOB_PATH];

    return report_trace_path(report, 1, path, NULL) == 0
           && access(path, F_OK) == 0;
}

/* Names of jobs are given by chance, so they tell runs apart. */
static int check_run(const struct bundle *b,
                     const char *path,
                     const char *report,
                     const struct run *run,
                     struct error *err)
{
    if (!*b->job || !*run->job || strcmp(b->job, run->job) == 0)
        return 0;
    return error_set(err,
                     "%s is the trace of the run %.100s, and %s the report of "
                     "%.100s",
                     path, b->job, report, run->job);
}

struct bundle *report_trace_open(const char *report,
                                 unsigned generation,
                                 const struct run *run,
                                 struct error *err)
{
    char path[JOB_PATH];
    struct error why;
    struct bundle *b;

    if (run->foreseen)
        return error_null(
            err,
            "%s was foreseen by mitosis sim, and has no trace: look at "
            "the run that it is of",
            report);
    if (report_trace_path(report, generation, path, err) < 0)
        return NULL;
    if (!(b = bundle_open(path, &why)))
        return error_null(
            err, "%.800s%s", why.text,
            access(path, F_OK) == 0 || generation > 1
                ? ""
                : "; runs with MITOSIS_PROFILE=trace leave a trace "
                  "beside the report");
    if (check_run(b, path, report, run, err) == 0)
        return b;
    bundle_close(b);
    return NULL;
}

static bool is_longer(const struct bundle *b, uint64_t most)
{
    uint64_t events = 0;

    for (size_t i = 0; i < b->ranks; i++)
        events += b->rank[i].events;
    return most != REPORT_TRACE_ANY && events > most;
}

static bool split(struct run *run, const struct bundle *b, struct error *err)
{
    struct recording *r = trace_reader_read(b, run->iterations.manual, err);
    struct ideal_time ideal = { 0 };
    int rc = r ? ideal_time(&ideal, r, err) : -1;

    recording_destroy(r);
    if (rc < 0)
        return false;
    efficiency_split(&run->efficiency, ideal.run);
    efficiency_split(&run->iterations.efficiency, ideal.loop);
    err->text[0] = '\0';
    return true;
}

bool report_trace_split(struct run *run,
                        const char *report,
                        uint64_t most,
                        struct error *err)
{
    struct bundle *b;
    bool done = false;

    err->text[0] = '\0';
    if (run->generations > 1 || !efficiency_known(&run->efficiency)
        || run->efficiency.transfer > 0 || !report_trace_exists(report)
        || !(b = report_trace_open(report, 1, run, err)))
        return false;
    if (!is_longer(b, most))
        done = split(run, b, err);
    bundle_close(b);
    return done;
}
