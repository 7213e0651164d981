/* sim_replay.c - replay a recorded run as the options of 'mitosis sim' say
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command/common/say.h"
#include "command/sim_replay.h"
#include "foresee/platform/calibrate.h"
#include "foresee/platform/platform_file.h"
#include "report/json/read.h"

enum { LONG = 1000000 /* steps, about half a second */ };

/* ---- which run ---- */

/* Of reports of several sizes take the one of that size or, as it tells more
 * of who talks to whom, the largest.
 */
static int choose(struct sim_replay *s,
                  const struct sim_options *r,
                  struct error *err)
{
    uint64_t largest = 0;

    s->what = r->what;
    for (int i = 0; r->size > 0 && i < r->others; i++) {
        struct run *run = json_read(r->other[i], err);
        uint64_t size;

        if (!run)
            return -1;
        size =
            (uint64_t)run->size == r->size ? UINT64_MAX : (uint64_t)run->size;
        if (recorded_run_is_replayed(run, r->other[i]) && size > largest) {
            s->what = r->other[i];
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

/* What is said of all links between hosts; one that is not known costs none of
 * the other figure.
 */
static void set_links(struct platform *p, const struct sim_options *r)
{
    for (size_t a = 0; a < p->hosts; a++)
        for (size_t b = a + 1; b < p->hosts; b++) {
            const struct platform_link *l = platform_link(p, a, b);

            if (!isnan(r->latency) || r->bandwidth > 0)
                platform_connect(
                    p, a, b, isnan(r->latency) ? l->latency : r->latency,
                    r->bandwidth > 0 ? 1 / r->bandwidth : l->per_byte);
        }
    for (size_t i = 0; r->bandwidth > 0 && i < p->hosts; i++)
        if (p->host[i].per_byte > 0)
            p->host[i].per_byte = 1 / r->bandwidth;
}

static bool leaves_cores(const struct recording *r)
{
    size_t i = 0;

    while (i < r->ranks && !recording_is_shared(r, i))
        i++;
    return r->yields && i < r->ranks;
}

/* Ranks that left their cores while they waited came late to what they waited
 * for, and will on other hosts.
 */
static int read_platform_file(struct sim_replay *s,
                              const char *file,
                              struct error *err)
{
    struct platform *of_run = NULL;
    int rc = 0;

    if (!(s->platform = platform_file_read(file, err)))
        return -1;
    if (leaves_cores(s->recorded.recording)) {
        of_run = calibrate(s->recorded.recording, err);
        rc = of_run ? platform_take_delays(s->platform, of_run) : -1;
    }
    platform_destroy(of_run);
    return rc;
}

static int read_platform(struct sim_replay *s,
                         const struct sim_options *r,
                         struct error *err)
{
    if (r->platform && read_platform_file(s, r->platform, err) < 0)
        return -1;
    if (!r->platform && !(s->platform = calibrate(s->recorded.recording, err)))
        return -1;
    set_cores(s->recorded.run, s->platform);
    set_links(s->platform, r);
    return 0;
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
    for (size_t i = 1; i < run->generations; i++) {
        const struct run_generation *g = &run->generation[i];

        if (g->start_up_cpu > 0 && g->ranks > 0)
            plan->start_up = g->start_up_cpu / g->ranks;
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

static int learn_from(struct sim_replay *s,
                      const struct run *run,
                      const char *report,
                      struct error *err)
{
    if (run->foreseen)
        return error_set(err,
                         "%s was foreseen by mitosis sim, and tells nothing "
                         "of other sizes",
                         report);
    if (!has_same_arguments(s->recorded.run, run))
        say(SAY_WARN,
            "%s and %s are of runs with different arguments: what one tells "
            "of the other may be wrong",
            s->what, report);
    learn(&s->plan, run);
    scaling_learn(&s->scaling, run, run->generations);
    if (s->plan.policy)
        simulated_policy_learn(s->plan.policy, run);
    return recorded_run_is_replayed(run, report)
               ? learn_size(s->plan.size_model, report, err)
               : 0;
}

/* See that another report is of the same program, and learn from it. */
static int take_other(struct sim_replay *s,
                      const char *report,
                      bool learns,
                      struct error *err)
{
    struct run *run = json_read(report, err);
    int rc =
        run ? recorded_run_compare(s->recorded.run, s->what, run, report, err)
            : -1;

    if (rc == 0 && learns)
        rc = learn_from(s, run, report, err);
    run_destroy(run);
    return rc;
}

static int take_others(struct sim_replay *s,
                       const struct sim_options *r,
                       struct error *err)
{
    bool learns =
        r->size > 0 || r->script || r->policy || r->model || r->elastisim;

    if (learns) {
        s->plan.size_model =
            size_model_create(s->recorded.recording, s->platform, err);
        if (!s->plan.size_model)
            return -1;
        learn(&s->plan, s->recorded.run);
        scaling_learn(&s->scaling, s->recorded.run,
                      s->recorded.run->generations);
    }
    for (int i = 0; i < r->others; i++)
        if (strcmp(r->other[i], s->what) != 0
            && take_other(s, r->other[i], learns, err) < 0)
            return -1;
    return 0;
}

/* ---- the whole ---- */

/* What is said of changes. */
static int plan_changes(struct sim_replay *s,
                        const struct sim_options *r,
                        struct error *err)
{
    struct error why;

    price_init(&s->plan.price);
    s->plan.bytes = JOB_UNKNOWN;
    s->plan.size = r->size;
    if (r->policy
        && !(s->plan.policy =
                 simulated_policy_create(r->policy, r->options, &why)))
        return error_set(err, "--policy: %.900s", why.text);
    if (take_others(s, r, err) < 0)
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
    s->plan.even_shares = r->even_shares;
    return 0;
}

/* Say in the terminal's line what takes long; it is removed at the end. */
static bool tell_work(const struct sim_replay *s, const struct sim_options *r)
{
    const struct recording *recording = s->recorded.recording;
    double ranks = r->size > 0 ? (double)r->size : (double)recording->ranks;
    double steps = 0;

    for (size_t i = 0; i < recording->ranks; i++)
        steps += (double)recording->rank[i].steps;
    steps *= ranks / (double)recording->ranks;
    if (steps < LONG || r->sweeps > 0 || !isatty(STDERR_FILENO))
        return false;
    fprintf(stderr, "\rreplaying %.0f ranks, %.1f million steps...", ranks,
            steps / 1e6);
    fflush(stderr);
    return true;
}

/* Which option, or file, asked for what could not be done. */
static const char *find_wrong(const struct sim_replay *s,
                              const struct sim_options *r,
                              enum simulated_job_part part)
{
    if (part == SIMULATED_JOB_SIZE && r->size > 0
        && !(r->model && size_model_user_fails(s->plan.size_model)))
        return "--size";
    if (part == SIMULATED_JOB_SIZE && r->model)
        return "--model";
    if (part == SIMULATED_JOB_PLACES && (r->map || r->platform))
        return r->map ? "--map" : r->platform;
    return r->script     ? "--script"
           : r->model    ? "--model"
           : r->size > 0 ? "--size"
           : r->policy   ? "--policy"
           : r->map      ? "--map"
           : r->platform ? r->platform
                         : s->what;
}

static int play(struct sim_replay *s,
                const struct sim_options *r,
                struct error *err)
{
    enum simulated_job_part part = SIMULATED_JOB_PLAY;
    bool told = tell_work(s, r);
    struct error why;
    int rc;

    s->plan.part = &part;
    rc = forecast_create(&s->forecast, &s->plan, &why);
    s->plan.part = NULL;
    if (told)
        fprintf(stderr, "\r\033[K");
    return rc == 0
               ? 0
               : error_set(err, "%s: %s", find_wrong(s, r, part), why.text);
}

int sim_replay(struct sim_replay *s,
               const struct sim_options *r,
               struct error *err)
{
    if (choose(s, r, err) < 0
        || recorded_run_open(&s->recorded, s->what, err) < 0
        || read_platform(s, r, err) < 0 || plan_changes(s, r, err) < 0)
        return -1;
    s->plan.recording = s->recorded.recording;
    s->plan.platform = s->platform;
    s->plan.map = r->map;
    return play(s, r, err);
}

void sim_replay_clear(struct sim_replay *s)
{
    forecast_destroy(&s->forecast);
    simulated_policy_destroy(s->plan.policy);
    size_model_destroy(s->plan.size_model);
    iteration_model_destroy(s->model);
    change_script_clear(&s->script);
    platform_destroy(s->platform);
    recorded_run_close(&s->recorded);
    *s = (struct sim_replay){ 0 };
}
