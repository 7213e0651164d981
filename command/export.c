/* export.c - a report in the forms that other tools read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/report_trace.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/export.h"
#include "report/export/chrome.h"
#include "report/export/csv.h"
#include "report/export/dot.h"
#include "report/export/rank_placement.h"
#include "report/json/save.h"

bool export_wanted(const struct export *x)
{
    return x->csv || x->place || x->trace || x->dot;
}

/* A trace on its way to a file. */
struct passage {
    const struct bundle *bundle;
    struct error err;
};

static int print_trace(const void *what, FILE *out)
{
    struct passage *p = (struct passage *)what;

    errno = ENOMEM; /* the only reason */
    return chrome_print(p->bundle, out, &p->err);
}

static int export_trace(const struct run *run,
                        const char *file,
                        const char *to)
{
    char path[JOB_PATH];
    const char *from = path;
    struct passage p = { .err.text = "" };
    struct error err;
    struct bundle *b;
    int rc;

    if (report_trace_path(file, 1, path, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (same_file_check(&from, 1, &to, 1, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (!(b = report_trace_open(file, 1, run, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    p.bundle = b;
    rc = save_print(to, print_trace, &p, &err);
    bundle_close(b);
    return rc < 0 ? fail(EXIT_FAILURE, "%s", err.text) : EXIT_SUCCESS;
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
