/* sim_cluster_play.c - what 'mitosis sim cluster' is asked for, done
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/say.h"
#include "command/sim_cluster_play.h"
#include "foresee/cluster/cluster.h"
#include "foresee/cluster/job_log.h"

/* All that one simulation holds. */
struct simulation {
    const struct sim_cluster_options *o;
    bool quiet;
    struct applications applications;
    struct workload workload;
    struct cluster_plan plan;
};

/* ---- the jobs ---- */

static int read_applications(struct simulation *s, struct error *err)
{
    if (s->o->applications)
        return application_read_file(&s->applications, s->o->applications,
                                     err);
    s->applications.count = 1;
    application_init(&s->applications.one[0], s->o->serial);
    return 0;
}

static void tell_notes(const struct job_log_notes *notes)
{
    if (notes->wrong > 0)
        say(SAY_WARN, "%s; so %zu line%s passed over", notes->first.text,
            notes->wrong, notes->wrong == 1 ? " is" : "s are");
    if (notes->never_ran > 0)
        say(SAY_WARN, "%zu job%s of the log never ran and %s left out",
            notes->never_ran, notes->never_ran == 1 ? "" : "s",
            notes->never_ran == 1 ? "is" : "are");
}

static int read_log(struct simulation *s, struct error *err)
{
    struct job_log_notes notes;

    if (job_log_read(&s->workload, s->o->log, &s->applications, &notes, err)
        < 0)
        return -1;
    if (!s->quiet)
        tell_notes(&notes);
    if (s->plan.nodes == 0)
        s->plan.nodes = s->workload.nodes;
    if (s->plan.nodes > 0)
        return 0;
    return error_set(err,
                     "%s does not tell how many nodes the cluster has; "
                     "--nodes N does",
                     s->o->log);
}

static int draw_jobs(struct simulation *s, struct error *err)
{
    struct job_generator g = s->o->generator;

    g.nodes = s->plan.nodes;
    return job_generator_fill(&s->workload, &g, &s->applications, err);
}

static bool has(const struct workload *w, bool (*is)(enum job_kind))
{
    for (size_t i = 0; i < w->jobs; i++)
        if (is(w->job[i].kind))
            return true;
    return false;
}

/* Whether the kind of any job is not told by its application. */
static bool has_free(const struct workload *w)
{
    for (size_t i = 0; i < w->jobs; i++)
        if (w->job[i].application->kind == JOB_KINDS)
            return true;
    return false;
}

static size_t count_kinds(const struct job_kind_shares *shares)
{
    size_t count = 0;

    for (enum job_kind kind = 0; kind < JOB_KINDS; kind++)
        count += shares->percent[kind] > 0;
    return count;
}

/* Say which options have no effect on these jobs.  A sweep over their kinds
 * has others as well.
 */
static void tell_idle(const struct simulation *s)
{
    const struct sim_cluster_options *o = s->o;
    bool changes = has(&s->workload, job_kind_changes);
    bool rigid = !changes && !has(&s->workload, job_kind_chooses);
    bool range = sim_cluster_options_has(o, COMMAND_OPTION_RANGE);
    bool serial = sim_cluster_options_has(o, COMMAND_OPTION_SERIAL);

    if (o->sweep && strncmp(o->sweep, "kinds=", 6) == 0)
        return;
    if (!changes
        && (sim_cluster_options_has(o, COMMAND_OPTION_POLICY)
            || *o->policy_options))
        say(SAY_WARN, "no job may be changed as it runs, so the policy is "
                      "not asked: --kinds malleable or flexible lets it");
    if (rigid && (range || serial))
        say(SAY_WARN,
            "all jobs are rigid and have the nodes that they ask for, so "
            "%s%s%s no effect: --kinds names other kinds",
            range ? "--range" : "--serial",
            range && serial ? " and --serial" : "",
            range && serial ? " have" : " has");
    else if (range && o->applications)
        say(SAY_WARN, "--range has no effect: what nodes jobs may have is "
                      "told by --applications");
}

/* The same of kinds, and of what is drawn. */
static void tell_idle_chance(const struct simulation *s)
{
    const struct sim_cluster_options *o = s->o;
    bool dealt = has_free(&s->workload);

    if (!dealt && sim_cluster_options_has(o, COMMAND_OPTION_KINDS))
        say(SAY_WARN, "--kinds has no effect: the kinds of all jobs are told "
                      "by --applications");
    if (o->log && !(dealt && count_kinds(&o->kinds) > 1)
        && sim_cluster_options_has(o, COMMAND_OPTION_SEED))
        say(SAY_WARN, "nothing is drawn, so --seed has no effect");
}

static int collect_jobs(struct simulation *s, struct error *err)
{
    const struct sim_cluster_options *o = s->o;

    if (read_applications(s, err) < 0
        || (o->log ? read_log(s, err) : draw_jobs(s, err)) < 0
        || workload_settle(&s->workload, &o->kinds, &o->range, s->plan.nodes,
                           o->generator.seed, err)
               < 0)
        return -1;
    s->plan.workload = &s->workload;
    return 0;
}

/* ---- the whole ---- */

int sim_cluster_play(struct cluster_result *result,
                     const struct sim_cluster_options *o,
                     bool quiet,
                     struct error *err)
{
    struct simulation *s = calloc(1, sizeof(*s));
    int rc;

    if (!s)
        return error_set(err, "no memory for a simulation");
    s->o = o;
    s->quiet = quiet;
    s->plan.nodes = o->nodes;
    s->plan.in_order = o->in_order;
    s->plan.policy = o->policy;
    s->plan.policy_options = o->policy_options;
    rc = collect_jobs(s, err);
    if (rc == 0)
        rc = cluster_play(result, &s->plan, err);
    if (rc == 0 && !quiet) {
        tell_idle(s);
        tell_idle_chance(s);
    }
    workload_clear(&s->workload);
    free(s);
    if (rc < 0)
        return -1;
    result->idle_watts = o->idle_watts;
    result->loaded_watts = o->loaded_watts;
    return 0;
}
