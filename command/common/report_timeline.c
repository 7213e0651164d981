/* report_timeline.c - the timeline of a run, by the traces beside its report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "command/common/report_timeline.h"
#include "command/common/report_trace.h"
#include "foresee/record/recorded_timeline.h"
#include "foresee/record/site_lines.h"
#include "foresee/record/trace_reader.h"

/* Traces of generations that are to be drawn. */
struct drawing {
    struct timeline *timeline;
    const struct run *run;
    size_t parts;
    uint64_t start; /* of the first one's clock */
};

static int add_recording(struct drawing *d,
                         const struct bundle *b,
                         unsigned generation,
                         struct error *err)
{
    struct recording *r = trace_reader_read(b, d->run->iterations.manual, err);
    double after;
    int rc;

    if (!r)
        return -1;
    after = report_trace_after(&d->start, b);
    site_lines_find(r, d->run);
    rc = recorded_timeline_add(d->timeline, r, generation, after, d->parts,
                               err);
    recording_destroy(r);
    return rc;
}

static int add_generation(struct drawing *d,
                          const char *report,
                          unsigned generation,
                          struct error *err)
{
    struct bundle *b = report_trace_open(report, generation, d->run, err);
    int rc = b ? add_recording(d, b, generation, err) : -1;

    bundle_close(b);
    return rc;
}

/* The first reason that some of it is missing is told. */
static void add_all(struct drawing *d, const char *report)
{
    struct timeline *t = d->timeline;
    size_t generations = report_trace_generations(d->run);
    struct error err;

    d->parts = generations < TIMELINE_PARTS ? generations : TIMELINE_PARTS;
    for (size_t i = 0; i < generations; i++) {
        unsigned generation = report_trace_generation(d->run, i);

        if (add_generation(d, report, generation, &err) == 0 || t->missing)
            continue;
        t->missing =
            generations > 1
                ? arena_print(t->arena, "generation %u is not drawn: %s",
                              generation, err.text)
                : arena_print(t->arena, "it is not drawn: %s", err.text);
    }
}

struct timeline *report_timeline(const char *report, const struct run *run)
{
    struct drawing d = { .run = run, .start = UINT64_MAX };
    bool traced = report_trace_exists(report)
                  || (run->level && strcmp(run->level, "trace") == 0);

    if (!traced || !(d.timeline = timeline_create()))
        return NULL;
    add_all(&d, report);
    return d.timeline;
}
