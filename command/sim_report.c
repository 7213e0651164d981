/* sim_report.c - write what 'mitosis sim' foresees as a report, or as its page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/common/report_trace.h"
#include "command/common/same_file.h"
#include "command/sim_report.h"
#include "foresee/forecast_report.h"
#include "report/export/html.h"
#include "report/json/save.h"

/* Whatever is read: reports, their traces, and what the options name. */
struct inputs {
    int count;
    const char *path[2 * SIM_REPORTS + 3];
    char trace[SIM_REPORTS][JOB_PATH];
};

static void add_input(struct inputs *in, const char *path)
{
    if (path)
        in->path[in->count++] = path;
}

static void find_inputs(const struct sim_options *o, struct inputs *in)
{
    for (int i = 0; i < o->others; i++) {
        add_input(in, o->other[i]);
        if (report_trace_path(o->other[i], 1, in->trace[i], NULL) == 0)
            add_input(in, in->trace[i]);
    }
    add_input(in, o->platform);
    add_input(in, o->model);
    add_input(in, o->policy);
}

int sim_report_check(const struct sim_options *o, struct error *err)
{
    static struct inputs in;
    const char *const to[] = { o->output, o->html };
    const int outputs = sizeof(to) / sizeof(to[0]);

    find_inputs(o, &in);
    if (same_file_check(in.path, in.count, to, outputs, err) < 0)
        return -1;
    for (int i = 0; i < outputs; i++)
        if (to[i] && save_check(to[i], err) < 0)
            return -1;
    return 0;
}

struct page {
    const struct run *run;
    const struct compare *compare;
};

static int print_page(const void *what, FILE *out)
{
    const struct page *page = what;

    return html_print(page->run, page->compare, NULL, "", out);
}

/* The page says how it differs from the run that was replayed. */
static int write_page(const struct run *run,
                      const struct run *recorded,
                      const char *path,
                      struct error *err)
{
    struct compare *compare = compare_create(recorded, run);
    struct page page = { run, compare };
    int rc = compare ? save_print(path, print_page, &page, err)
                     : error_set(err, "no memory to compare");

    compare_destroy(compare);
    return rc;
}

int sim_report_write(const struct sim_replay *s,
                     const struct sim_options *o,
                     const struct forecast_print_origin *from,
                     struct error *err)
{
    struct run *run =
        forecast_report(&s->forecast, from, s->recorded.run, err);
    int rc = run ? 0 : -1;

    if (rc == 0 && o->output)
        rc = save_over(run, o->output, err);
    if (rc == 0 && o->html)
        rc = write_page(run, s->recorded.run, o->html, err);
    run_destroy(run);
    return rc;
}
