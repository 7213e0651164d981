/* sim.c - replay a recorded run, on its own hosts or on others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parse_value.h"
#include "command/common/commands.h"
#include "command/common/newest_report.h"
#include "command/common/recorded_run.h"
#include "command/common/say.h"
#include "foresee/forecast_print.h"
#include "foresee/platform/calibrate.h"
#include "foresee/platform/platform_file.h"
#include "job/sizes.h"
#include "policy/lua/option.h"
#include "report/json/read.h"

enum { REPORTS = 64 };

/* Reports beside the one that is replayed. */
struct others {
    int count;
    const char *path[REPORTS];
};

struct request {
    const char *what; /* the report of the run */
    struct newest_report reports;
    struct others others;
    const char *platform;
    const char *map;
    const char *script;
    const char *policy;
    const char *limits;
    const char *sizes;
    const char *model;
    char options[OPTION_VALUE]; /* of the policy */
    uint64_t size;              /* ranks, or 0 */
    bool json;
};

/* All that one simulation holds. */
struct simulation {
    struct recorded_run recorded;
    struct platform *platform;
    struct change_script script;
    struct sizes sizes; /* for the plan */
    struct simulated_job_plan plan;
    iteration_model_t *model;
    struct forecast forecast;
};

/* ---- what is asked for ---- */

static int set_size(struct request *r, const char *value, struct error *err)
{
    if (parse_value_number(value, &r->size) && r->size > 0
        && r->size <= CHANGE_MOST)
        return 0;
    return error_set(err, "--size: \"%s\" is no number of ranks", value);
}

static int set(struct request *r,
               enum command_option_id which,
               const char *value,
               struct error *err)
{
    switch (which) {
    case COMMAND_OPTION_PLATFORM:
        r->platform = value;
        return 0;
    case COMMAND_OPTION_MAP:
        r->map = value;
        return 0;
    case COMMAND_OPTION_JSON:
        r->json = true;
        return 0;
    case COMMAND_OPTION_SCRIPT:
        r->script = value;
        return 0;
    case COMMAND_OPTION_POLICY:
        r->policy = value;
        return 0;
    case COMMAND_OPTION_POLICY_OPTION:
        return options_add(r->options, sizeof(r->options), value, err);
    case COMMAND_OPTION_LIMITS:
        r->limits = value;
        return 0;
    case COMMAND_OPTION_SIZES:
        r->sizes = value;
        return 0;
    case COMMAND_OPTION_MODEL:
        r->model = value;
        return 0;
    case COMMAND_OPTION_SIZE:
        return set_size(r, value, err);
    default:
        return 0;
    }
}

static int take_word(struct request *r, const char *word, struct error *err)
{
    if (r->what
        && (!newest_report_is_report(r->what)
            || !newest_report_is_report(word)))
        return newest_report_refuse(r->what, word, err);
    if (r->others.count == REPORTS)
        return error_set(err, "more than %d reports", REPORTS);
    r->others.path[r->others.count++] = word;
    newest_report_offer(&r->reports, word);
    r->what = r->reports.path;
    return 0;
}

/* Options that are of no use without another one. */
static int check(const struct request *r, struct error *err)
{
    if (!r->policy && (r->limits || r->sizes || *r->options))
        return error_set(err, "%s is for a policy: name one with --policy",
                         r->limits  ? "--limits"
                         : r->sizes ? "--sizes"
                                    : "--policy-option");
    return 0;
}

static int parse(struct request *r, char *const argv[], struct error *err)
{
    enum command_option_id which;
    const char *value;
    int count;

    for (; *argv; argv += count) {
        count = 1;
        if (**argv != '-') {
            if (take_word(r, *argv, err) < 0)
                return -1;
        } else if ((count = commands_take("sim", argv, &which, &value, err))
                       < 0
                   || set(r, which, value, err) < 0)
            return -1;
    }
    return check(r, err);
}

/* ---- which run ---- */

/* Of reports of several sizes take the one of that size or, as it tells more
 * of who talks to whom, the largest.
 */
static int choose(struct request *r, struct error *err)
{
    uint64_t largest = 0;

    for (int i = 0; r->size > 0 && i < r->others.count; i++) {
        struct run *run = json_read(r->others.path[i], err);
        uint64_t size;

        if (!run)
            return -1;
        size =
            (uint64_t)run->size == r->size ? UINT64_MAX : (uint64_t)run->size;
        if (recorded_run_is_replayed(run, r->others.path[i])
            && size > largest) {
            r->what = r->others.path[i];
            largest = size;
        }
        run_destroy(run);
    }
    return 0;
}

/* ---- reading the run ---- */

/* Cores that are not known are those that the run had. */
static void set_cores(const struct run *run, struct platform *p)
{
    for (size_t i = 0; i < run->hosts; i++) {
        size_t host = platform_find(p, run->host[i].name);

        if (host < p->hosts && p->host[host].cores == 0)
            p->host[host].cores = run->host[i].cores;
    }
}

static int read_platform(struct simulation *s,
                         const struct request *r,
                         struct error *err)
{
    s->platform = r->platform ? platform_file_read(r->platform, err)
                              : calibrate(s->recorded.recording, err);
    if (s->platform)
        set_cores(s->recorded.run, s->platform);
    return s->platform ? 0 : -1;
}

/* ---- what the others tell ---- */

/* Changes that were done teach what the next one takes, and moves. */
static void learn(struct simulated_job_plan *plan, const struct run *run)
{
    for (size_t i = 0; i < run->changes; i++) {
        const struct run_change *c = &run->change[i];

        if (!c->done)
            continue;
        plan->bytes = (double)c->bytes;
        price_learn(&plan->price, plan->bytes, c->ready, c->stopped);
    }
}

static int learn_size(size_model_t *size_model,
                      const char *report,
                      struct error *err)
{
    struct recorded_run other;
    struct error why;
    int rc;

    if (recorded_run_open(&other, report, err) < 0)
        return -1;
    rc = size_model_learn(size_model, other.recording, &why);
    if (rc < 0)
        error_set(err, "%s: %s", report, why.text);
    recorded_run_close(&other);
    return rc;
}

static bool has_same_arguments(const struct run *a, const struct run *b)
{
    bool same = a->arguments == b->arguments;

    for (size_t i = 1; same && i < a->arguments; i++)
        same = strcmp(a->program[i], b->program[i]) == 0;
    return same;
}

/* Learn from another run of the same program. */
static int learn_from(struct simulation *s,
                      const struct request *r,
                      const char *report,
                      struct error *err)
{
    const struct run *replayed = s->recorded.run;
    struct run *run = json_read(report, err);
    int rc =
        run ? recorded_run_compare(replayed, r->what, run, report, err) : -1;

    if (rc == 0 && !has_same_arguments(replayed, run))
        say(SAY_WARN,
            "%s and %s are of runs with different arguments: what one tells "
            "of the other may be wrong",
            r->what, report);
    if (rc == 0)
        learn(&s->plan, run);
    if (rc == 0 && s->plan.policy)
        simulated_policy_learn(s->plan.policy, run);
    if (rc == 0 && recorded_run_is_replayed(run, report))
        rc = learn_size(s->plan.size_model, report, err);
    run_destroy(run);
    return rc;
}

static int learn_from_others(struct simulation *s,
                             const struct request *r,
                             struct error *err)
{
    s->plan.size_model =
        size_model_create(s->recorded.recording, s->platform, err);
    if (!s->plan.size_model)
        return -1;
    learn(&s->plan, s->recorded.run);
    for (int i = 0; i < r->others.count; i++)
        if (strcmp(r->others.path[i], r->what) != 0
            && learn_from(s, r, r->others.path[i], err) < 0)
            return -1;
    return 0;
}

/* ---- the whole ---- */

/* What is said of changes. */
static int plan_changes(struct simulation *s,
                        const struct request *r,
                        struct error *err)
{
    struct error why;

    price_init(&s->plan.price);
    s->plan.bytes = JOB_UNKNOWN;
    s->plan.size = r->size;
    if (r->policy
        && !(s->plan.policy =
                 simulated_policy_create(r->policy, r->options, err)))
        return -1;
    if ((r->size > 0 || r->script || r->policy || r->model)
        && learn_from_others(s, r, err) < 0)
        return -1;
    if (r->model && !(s->model = iteration_model_load(r->model, &why)))
        return error_set(err, "--model: %s", why.text);
    if (r->model)
        size_model_use(s->plan.size_model, s->model);
    if (r->script && change_script_parse(&s->script, r->script, &why) < 0)
        return error_set(err, "--script: %s", why.text);
    s->plan.script = &s->script;
    if (r->limits && policy_limits_read(&s->plan.limits, r->limits, &why) < 0)
        return error_set(err, "--limits: %s", why.text);
    if (r->sizes && sizes_read_list(&s->sizes, r->sizes, &why) < 0)
        return error_set(err, "--sizes: %.900s", why.text);
    s->plan.sizes = sizes_is_choosy(&s->sizes) ? &s->sizes : NULL;
    return 0;
}

static int simulate(struct simulation *s,
                    const struct request *r,
                    struct error *err)
{
    struct error why;

    if (recorded_run_open(&s->recorded, r->what, err) < 0
        || read_platform(s, r, err) < 0 || plan_changes(s, r, err) < 0)
        return -1;
    s->plan.recording = s->recorded.recording;
    s->plan.platform = s->platform;
    s->plan.map = r->map;
    if (forecast_create(&s->forecast, &s->plan, &why) == 0)
        return 0;
    return error_set(err, "%s: %s",
                     r->script     ? "--script"
                     : r->model    ? "--model"
                     : r->size > 0 ? "--size"
                     : r->policy   ? "--policy"
                     : r->map      ? "--map"
                     : r->platform ? r->platform
                                   : r->what,
                     why.text);
}

static void print(const struct simulation *s, const struct request *r)
{
    struct forecast_print_origin from = {
        .run = r->what,
        .platform = r->platform,
        .map = r->map,
        .size_model = s->plan.size_model,
        .model = r->model,
        .bytes = s->plan.bytes,
    };

    if (r->json)
        forecast_print_json(&s->forecast, &from, stdout);
    else
        forecast_print_text(&s->forecast, &from, stdout);
}

static void clear(struct simulation *s)
{
    forecast_destroy(&s->forecast);
    simulated_policy_destroy(s->plan.policy);
    size_model_destroy(s->plan.size_model);
    iteration_model_destroy(s->model);
    change_script_clear(&s->script);
    platform_destroy(s->platform);
    recorded_run_close(&s->recorded);
}

int command_sim(char *argv[])
{
    struct request r = { 0 };
    struct simulation s = { 0 };
    struct error err;
    int status = EXIT_SUCCESS;

    if (parse(&r, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (!r.what)
        return commands_usage("sim");
    if (choose(&r, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r.size == 0)
        newest_report_tell(&r.reports);
    if (simulate(&s, &r, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    else
        print(&s, &r);
    clear(&s);
    return status;
}
