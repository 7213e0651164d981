/* sim_cluster.c - simulate many jobs on a cluster, and a policy that changes
 * them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/same_file.h"
#include "command/common/say.h"
#include "command/sim_cluster_play.h"
#include "command/sim_cluster_sweep.h"
#include "foresee/cluster/cluster_print.h"
#include "policy/lua/confine.h"
#include "report/json/save.h"

/* All that one simulation holds. */
struct simulation {
    const struct sim_cluster_options *o;
    struct cluster_result result;
    struct cluster_result before;
};

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
    else if (!s->o->svg || strcmp(s->o->svg, "-") != 0)
        cluster_print_text(&s->result, before(s), stdout);
    /* This process ends here, so nobody else will see that it failed. */
    return say_finish(err);
}

/* ---- the whole ---- */

static int check_files(const struct sim_cluster_options *o, struct error *err)
{
    const char *const from[] = { o->log, o->applications, o->compare,
                                 o->policy };
    const char *const to[] = { o->svg };

    return same_file_check(from, sizeof(from) / sizeof(from[0]), to,
                           sizeof(to) / sizeof(to[0]), err);
}

static int simulate(struct simulation *s, struct error *err)
{
    const struct sim_cluster_options *o = s->o;

    if (check_files(o, err) < 0
        || (o->compare && cluster_result_read(&s->before, o->compare, err) < 0)
        || sim_cluster_play(&s->result, o, false, err) < 0)
        return -1;
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
    if (sim_cluster_options_read(&options, argv, &err) < 0
        || (!options.sweep && sim_cluster_options_check(&options, &err) < 0))
        return fail(EXIT_USAGE, "%s", err.text);
    if (options.sweep)
        return sim_cluster_sweep(argv, options.sweep);
    if (confine_run(simulate_here, &options, NULL, &status, &ended, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    return status;
}
