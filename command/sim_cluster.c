/* sim_cluster.c - simulate many jobs on a cluster, and a policy that changes
 * them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "command/common/commands.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/sim_cluster_options.h"
#include "foresee/cluster/cluster.h"
#include "foresee/cluster/cluster_print.h"
#include "foresee/cluster/job_log.h"
#include "policy/lua/confine.h"
#include "report/json/save.h"

/* All that one simulation holds. */
struct simulation {
    const struct sim_cluster_options *o;
    struct applications applications;
    struct workload workload;
    struct cluster_plan plan;
    struct cluster_result result;
    struct cluster_result before;
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

static bool has_changing(const struct workload *w)
{
    for (size_t i = 0; i < w->jobs; i++)
        if (job_kind_changes(w->job[i].kind))
            return true;
    return false;
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
    if (has_changing(&s->workload)) {
        s->plan.policy = o->policy;
        s->plan.policy_options = o->policy_options;
    } else if (o->policy_named || *o->policy_options) {
        say(SAY_WARN, "no job may be changed as it runs, so the policy is "
                      "not asked: --kinds malleable or flexible lets it");
    }
    return 0;
}

/* ---- what is told ---- */

static const struct cluster_result *before(const struct simulation *s)
{
    return s->o->compare ? &s->before : NULL;
}

static int print_svg(const void *what, FILE *out)
{
    const struct simulation *s = what;

    cluster_print_svg(&s->result, before(s), out);
    return 0;
}

static int print(const struct simulation *s, struct error *err)
{
    if (s->o->svg && save_print(s->o->svg, print_svg, s, err) < 0)
        return -1;
    if (s->o->json)
        cluster_print_json(&s->result, stdout);
    else
        cluster_print_text(&s->result, before(s), stdout);
    /* This process ends here, so nobody else will see that it failed. */
    if (fflush(stdout) != 0 || ferror(stdout))
        return error_set(err, "cannot write to stdout");
    return 0;
}

/* ---- the whole ---- */

static int check_files(const struct sim_cluster_options *o, struct error *err)
{
    const char *const from[] = { o->log, o->applications, o->compare };
    const char *const to[] = { o->svg };

    return same_file_check(from, sizeof(from) / sizeof(from[0]), to,
                           sizeof(to) / sizeof(to[0]), err);
}

static int simulate(struct simulation *s, struct error *err)
{
    const struct sim_cluster_options *o = s->o;

    s->plan.nodes = o->nodes;
    s->plan.in_order = o->in_order;
    if (check_files(o, err) < 0
        || (o->compare && cluster_result_read(&s->before, o->compare, err) < 0)
        || collect_jobs(s, err) < 0
        || cluster_play(&s->result, &s->plan, err) < 0)
        return -1;
    s->result.idle_watts = o->idle_watts;
    s->result.loaded_watts = o->loaded_watts;
    return print(s, err);
}

/* Everything is done in one process, as the policy is asked very often. */
static int simulate_here(void *arg)
{
    struct simulation s = { .o = arg };
    struct error err;
    int status = EXIT_SUCCESS;

    if (simulate(&s, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    cluster_result_clear(&s.result);
    cluster_result_clear(&s.before);
    workload_clear(&s.workload);
    return status;
}

int command_sim_cluster(char *argv[])
{
    struct sim_cluster_options options;
    struct error err;
    bool ended;
    int status;

    if (!argv[0])
        return commands_usage("sim cluster");
    if (sim_cluster_options_read(&options, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (confine_run(simulate_here, &options, NULL, &status, &ended, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    return status;
}
