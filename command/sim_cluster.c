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
#include "command/common/sweep_values.h"
#include "command/sim_cluster_play.h"
#include "foresee/cluster/cluster_print.h"
#include "foresee/cluster/cluster_sweep.h"
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

/* ---- several values of an option ---- */

static int read_words(void *o, char *const words[], struct error *err)
{
    return sim_cluster_options_read(o, words, err) < 0
               ? -1
               : sim_cluster_options_check(o, err);
}

struct one {
    const struct sim_cluster_options *o;
    bool quiet;
    struct cluster_sweep_row row;
    struct error err;
};

static int play_one_here(void *arg)
{
    struct one *one = arg;
    struct cluster_result r;

    if (sim_cluster_play(&r, one->o, one->quiet, &one->err) < 0)
        return -1;
    one->row =
        (struct cluster_sweep_row){ .figures = cluster_result_figures(&r),
                                    .jobs = r.jobs,
                                    .nodes = r.nodes,
                                    .changes = r.changes };
    cluster_result_clear(&r);
    return 0;
}

/* What is passed over is the same each time, so the first one tells it. */
static int play_one(const void *o,
                    const struct sweep *s,
                    size_t number,
                    void *row,
                    struct error *err)
{
    struct one one = { .o = o, .quiet = number > 0 };
    const struct output out[] = { { &one, sizeof(one) }, { NULL, 0 } };
    int rc = 0;
    bool ended;

    if (confine_run(play_one_here, &one, out, &rc, &ended, &one.err) < 0
        || rc < 0)
        return error_set(err, "with %s=%.100s: %s", s->option[0],
                         s->value[number], one.err.text);
    memcpy(row, &one.row, sizeof(one.row));
    return 0;
}

static int print_sweep(const struct sweep *s,
                       const void *first,
                       struct error *err)
{
    const struct sim_cluster_options *o = first;
    const struct cluster_sweep told = { s->option[0], s->count, s->value,
                                        s->row };

    (void)err;
    if (o->json)
        cluster_sweep_print_json(&told, stdout);
    else
        cluster_sweep_print_text(&told, stdout);
    return 0;
}

/* Once for each value of 'option', which is "OPTION=VALUE,VALUE". */
static int sweep(char *const argv[], const char *option)
{
    static const char *const none[] = { "json", "svg", "compare", "sweep",
                                        NULL };
    const struct sweep_kind kind = {
        none,       sizeof(struct sim_cluster_options),
        read_words, sizeof(struct cluster_sweep_row),
        play_one,   print_sweep,
    };

    return sweep_run(&kind, argv, &option, 1);
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
        return sweep(argv, options.sweep);
    if (confine_run(simulate_here, &options, NULL, &status, &ended, &err) < 0)
        return fail(EXIT_FAILURE, "%s", err.text);
    return status;
}
