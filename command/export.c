/* export.c - a report in the forms that other tools read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/common/report_trace.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/export.h"
#include "foresee/record/trace_reader.h"
#include "report/export/chrome.h"
#include "report/export/csv.h"
#include "report/export/dot.h"
#include "report/export/rank_placement.h"
#include "report/json/save.h"

/* ---- traces, as Perfetto and Chrome read them ---- */

/* Traces on their way to a file. */
struct passage {
    const struct run *run;
    const char *report;
    uint64_t began; /* the first generation, by its clock */
};

/* The change that a generation came of, or NULL. */
static const char *change_to(const struct run *run, unsigned generation)
{
    for (size_t i = 0; i < run->changes; i++)
        if (run->change[i].done && run->change[i].generation == generation)
            return *run->change[i].order ? run->change[i].order
                                         : run->change[i].what;
    return NULL;
}

/* When each rank started, by clocks that agree: what was sent tells by how
 * much they are apart.  NULL when too much of that is missing; each clock is
 * believed then.
 */
static double *starts(const struct run *run, const struct bundle *b)
{
    struct error ignored;
    struct recording *r =
        trace_reader_read(b, run->iterations.manual, &ignored);
    double *start = r ? calloc(r->ranks + 1, sizeof(*start)) : NULL;

    for (size_t i = 0; start && i < r->ranks; i++)
        start[i] = r->rank[i].start;
    recording_destroy(r);
    return start;
}

static int add_bundle(chrome_t *out,
                      struct passage *p,
                      const struct bundle *b,
                      unsigned generation)
{
    double *start = starts(p->run, b);
    struct chrome_part part = {
        .bundle = b,
        .generation = generation,
        .after = report_trace_after(&p->began, b),
        .start = start,
        .change = change_to(p->run, generation),
    };
    struct error err; /* no memory, which the caller tells */
    int rc = chrome_add(out, &part, &err);

    if (rc == 0 && *chrome_damage(out))
        say(SAY_WARN, "of generation %u some is left out: %s", generation,
            chrome_damage(out));
    free(start);
    return rc;
}

/* The first one has to be there; of others it is told that they are not. */
static int add_generation(chrome_t *out, struct passage *p, size_t which)
{
    unsigned generation = report_trace_generation(p->run, which);
    struct error err;
    struct bundle *b = report_trace_open(p->report, generation, p->run, &err);
    int rc = 0;

    if (b)
        rc = add_bundle(out, p, b, generation);
    else
        say(SAY_WARN, "generation %u is left out: %s", generation, err.text);
    bundle_close(b);
    return rc;
}

static int print_traces(const void *what, FILE *out)
{
    struct passage *p = (struct passage *)what;
    chrome_t *c = chrome_begin(out);
    int rc = c ? 0 : -1;

    for (size_t i = 0; rc == 0 && i < report_trace_generations(p->run); i++)
        rc = add_generation(c, p, i);
    if (c)
        chrome_end(c);
    errno = ENOMEM; /* the only reason */
    return rc;
}

/* Whether all are other files than 'to'. */
static int check_target(const struct passage *p, const char *to)
{
    char path[JOB_PATH];
    const char *from = path;
    struct error err;

    for (size_t i = 0; i < report_trace_generations(p->run); i++) {
        if (report_trace_path(p->report, report_trace_generation(p->run, i),
                              path, &err)
            < 0)
            return fail(EXIT_FAILURE, "%s", err.text);
        if (same_file_check(&from, 1, &to, 1, &err) < 0)
            return fail(EXIT_USAGE, "%s", err.text);
    }
    return EXIT_SUCCESS;
}

/* Write what lies beside the report 'file', which is of 'run', to 'to': all
 * generations.  Those after the first that are not there are told.
 */
static int export_trace(const struct run *run,
                        const char *file,
                        const char *to)
{
    struct passage p = { .run = run, .report = file, .began = UINT64_MAX };
    struct error err;
    struct bundle *first;
    int rc = check_target(&p, to);

    if (rc != EXIT_SUCCESS)
        return rc;
    if (!(first = report_trace_open(file, report_trace_generation(run, 0), run,
                                    &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    bundle_close(first);
    rc = save_print(to, print_traces, &p, &err);
    return rc < 0 ? fail(EXIT_FAILURE, "%s", err.text) : EXIT_SUCCESS;
}

/* ---- all of them ---- */

bool export_wanted(const struct export *x)
{
    return x->csv || x->place || x->trace || x->dot;
}

static int export_place(const struct run *run, const char *hosts)
{
    struct error err;
    struct rank_placement *s = rank_placement_create(run, hosts, &err);

    if (!s)
        return fail(EXIT_FAILURE, "--place: %s", err.text);
    rank_placement_print(s, stdout);
    rank_placement_destroy(s);
    return EXIT_SUCCESS;
}

int export_run(const struct export *x, const struct run *run, const char *file)
{
    struct error err;

    if (x->csv && csv_print(run, x->csv, stdout, &err) < 0)
        return fail(EXIT_USAGE, "--csv: %s", err.text);
    if (x->dot && dot_print(run, stdout) < 0)
        return fail(EXIT_FAILURE, "no memory to draw the graph");
    if (x->place && export_place(run, x->place) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    return x->trace ? export_trace(run, file, x->trace) : EXIT_SUCCESS;
}
