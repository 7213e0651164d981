/* export.c - a report in the forms that other tools read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "command/common/say.h"
#include "command/export.h"
#include "command/export_trace.h"
#include "report/export/csv.h"
#include "report/export/dot.h"
#include "report/export/rank_placement.h"

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
