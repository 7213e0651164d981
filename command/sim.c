/* sim.c - replay a recorded run, on its own hosts or on others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "command/common/commands.h"
#include "command/common/report_trace.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/common/sweep_values.h"
#include "command/sim_export.h"
#include "command/sim_replay.h"
#include "foresee/forecast_print.h"
#include "foresee/forecast_report.h"
#include "foresee/forecast_sweep.h"
#include "report/export/html.h"
#include "report/json/save.h"

/* ---- as a report, or as its page ---- */

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

/* See that no report that is read would be written over, and that the files
 * can be written.
 */
static int check_files(const struct sim_options *o, struct error *err)
{
    static struct inputs in;
    const char *const to[] = { o->output, o->html, o->elastisim };
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

static int write_files(const struct sim_replay *s,
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

/* ---- the whole ---- */

/* Whether what is said of links between hosts is about any that are used.  A
 * policy looks at all of them.
 */
static bool has_links(const struct sim_replay *s)
{
    const struct simulated_job *job = &s->forecast.job;

    return s->platform->hosts > 1
           && (job->changes > 0 || *job->policy
               || mapped_run_hosts_used(&job->generation[0].mapped) > 1);
}

static bool take_links(const struct sim_replay *s, const struct sim_options *o)
{
    bool latency = !isnan(o->latency), bandwidth = o->bandwidth > 0;

    if ((!latency && !bandwidth) || has_links(s))
        return latency || bandwidth;
    say(SAY_WARN, "all ranks are on one host, so %s%s%s no effect",
        latency ? "--latency" : "--bandwidth",
        latency && bandwidth ? " and --bandwidth" : "",
        latency && bandwidth ? " have" : " has");
    return false;
}

/* Returns -1 with the reason in 'err'. */
static int print(const struct sim_replay *s,
                 const struct sim_options *r,
                 struct error *err)
{
    struct forecast_print_origin from = {
        .run = s->what,
        .platform = r->platform,
        .map = r->map,
        .links = take_links(s, r),
        .size_model = s->plan.size_model,
        .model = r->model,
        .bytes = s->plan.bytes,
        .no_core = recorded_run_no_core(&s->recorded),
    };

    if (r->smpi)
        return sim_export_smpi(&s->forecast.job.generation[0].mapped, r->smpi,
                               err);
    if (r->elastisim)
        return sim_export_elastisim(s, r->elastisim, err);
    if (write_files(s, r, &from, err) < 0)
        return -1;
    if (r->json)
        forecast_print_json(&s->forecast, &from, stdout);
    else if (!r->output && !r->html)
        forecast_print_text(&s->forecast, &from, stdout);
    return 0;
}

/* ---- several values of options ---- */

static int read_words(void *o, char *const words[], struct error *err)
{
    return sim_options_read(o, words, err) < 0 ? -1
                                               : sim_options_check(o, err);
}

/* What cannot be simulated, as a number of ranks that the run does not tell
 * of, is a line that says so.
 */
static int play_one(const void *o,
                    const struct sweep *s,
                    size_t number,
                    void *result,
                    struct error *err)
{
    struct forecast_sweep_row *row = result;
    struct sim_replay p = { 0 };

    (void)s;
    (void)number;
    (void)err; /* it is told in the row */
    row->refused = sim_replay(&p, o, &row->why) < 0;
    if (!row->refused)
        forecast_sweep_take(row, &p.forecast,
                            &(struct forecast_print_origin){
                                .size_model = p.plan.size_model });
    sim_replay_clear(&p);
    return 0;
}

/* Where nothing could be simulated there is no table. */
static int print_sweep(const struct sweep *s,
                       const void *first,
                       struct error *err)
{
    const struct sim_options *o = first;
    const struct forecast_sweep_row *row = s->row;
    const struct forecast_sweep told = { s->options, s->option, s->count,
                                         s->value, row };
    size_t i = 0;

    while (i < s->count && row[i].refused)
        i++;
    if (i == s->count)
        return error_set(err, "with %s=%.100s: %s", s->option[0], s->value[0],
                         row[0].why.text);
    if (o->json)
        forecast_sweep_print_json(&told, stdout);
    else
        forecast_sweep_print_text(&told, stdout);
    return 0;
}

/* Once for each combination of the values of --sweep. */
static int sweep(char *const argv[], const struct sim_options *o)
{
    static const char *const none[] = { "json", "sweep", NULL };
    const struct sweep_kind kind = {
        none,     sizeof(*o),  read_words, sizeof(struct forecast_sweep_row),
        play_one, print_sweep,
    };

    return sweep_run(&kind, argv, o->sweep, (size_t)o->sweeps);
}

int command_sim(char *argv[])
{
    struct sim_options o;
    struct sim_replay s = { 0 };
    struct error err;
    int status = EXIT_SUCCESS;

    if (sim_options_read(&o, argv, &err) < 0
        || (o.sweeps == 0 && sim_options_check(&o, &err) < 0))
        return fail(EXIT_USAGE, "%s", err.text);
    if (!o.what)
        return commands_usage("sim");
    if (o.size == 0 && o.sweeps == 0)
        newest_report_tell(&o.reports);
    if (o.sweeps > 0)
        return sweep(argv, &o);
    if (check_files(&o, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (sim_replay(&s, &o, &err) < 0 || print(&s, &o, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    sim_replay_clear(&s);
    return status;
}
