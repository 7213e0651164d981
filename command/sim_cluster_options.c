/* sim_cluster_options.c - what 'mitosis sim cluster' is asked for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/sim_cluster_options.h"

static const char usual_policy[] = "throughput";

bool sim_cluster_options_has(const struct sim_cluster_options *o,
                             enum command_option_id which)
{
    return o->given & UINT64_C(1) << which;
}

/* ---- values ---- */

static int read_nodes(struct sim_cluster_options *o,
                      const char *value,
                      struct error *err)
{
    uint64_t nodes = 0;

    if (command_option_whole("--nodes", value, 1, APPLICATION_NODES, &nodes,
                             err)
        < 0)
        return -1;
    o->nodes = (int)nodes;
    return 0;
}

static int read_model(struct sim_cluster_options *o,
                      const char *value,
                      struct error *err)
{
    enum job_generator_model model = 0;

    while (model < JOB_GENERATOR_MODELS
           && strcmp(job_generator_word[model], value) != 0)
        model++;
    if (model == JOB_GENERATOR_MODELS)
        return error_set(err,
                         "--generate: there is no model \"%.100s\", only %s "
                         "and %s",
                         value, job_generator_word[0], job_generator_word[1]);
    o->generator.model = model;
    return 0;
}

static int read_count(struct sim_cluster_options *o,
                      const char *value,
                      struct error *err)
{
    uint64_t count = 0;

    if (command_option_whole("--count", value, 1, WORKLOAD_JOBS, &count, err)
        < 0)
        return -1;
    o->generator.jobs = (size_t)count;
    return 0;
}

static int read_watts(struct sim_cluster_options *o,
                      const char *value,
                      struct error *err)
{
    double idle, loaded;
    int end = 0;

    if (sscanf(value, "%lf,%lf%n", &idle, &loaded, &end) != 2 || value[end]
        || !(idle >= 0 && idle <= loaded && loaded <= 1e6))
        return error_set(err,
                         "--watts: \"%.100s\" is not IDLE,LOADED with 0 <= "
                         "IDLE <= LOADED",
                         value);
    o->idle_watts = idle;
    o->loaded_watts = loaded;
    return 0;
}

/* What another module reads gets the option's name in front of its reason. */
static int named(const char *name,
                 int rc,
                 const struct error *why,
                 struct error *err)
{
    return rc < 0 ? error_set(err, "%s: %.900s", name, why->text) : 0;
}

static int set(void *request,
               enum command_option_id which,
               const char *value,
               struct error *err)
{
    struct sim_cluster_options *o = request;
    const char **texts[COMMAND_OPTION_IDS] = {
        [COMMAND_OPTION_JOBS] = &o->log,
        [COMMAND_OPTION_APPLICATIONS] = &o->applications,
        [COMMAND_OPTION_POLICY] = &o->policy,
        [COMMAND_OPTION_COMPARE] = &o->compare,
        [COMMAND_OPTION_SVG] = &o->svg,
    };
    struct error why;

    o->given |= UINT64_C(1) << which;
    if (texts[which])
        *texts[which] = value;
    o->in_order |= which == COMMAND_OPTION_IN_ORDER;
    o->json |= which == COMMAND_OPTION_JSON;
    switch (which) {
    case COMMAND_OPTION_GENERATE:
        return read_model(o, value, err);
    case COMMAND_OPTION_NODES:
        return read_nodes(o, value, err);
    case COMMAND_OPTION_KINDS:
        return named("--kinds", job_kind_shares_read(&o->kinds, value, &why),
                     &why, err);
    case COMMAND_OPTION_RANGE:
        return named("--range", workload_range_read(&o->range, value, &why),
                     &why, err);
    case COMMAND_OPTION_SERIAL:
        return command_option_number("--serial", value, 0, 1, &o->serial, err);
    case COMMAND_OPTION_COUNT:
        return read_count(o, value, err);
    case COMMAND_OPTION_ARRIVAL:
        return command_option_number("--arrival", value, 0, 1e9,
                                     &o->generator.arrival, err);
    case COMMAND_OPTION_SECONDS:
        return command_option_number("--seconds", value, 1e-3, 1e9,
                                     &o->generator.seconds, err);
    case COMMAND_OPTION_SEED:
        return command_option_whole("--seed", value, 0, UINT64_MAX,
                                    &o->generator.seed, err);
    case COMMAND_OPTION_POLICY_OPTION:
        return named("--policy-option",
                     options_add(o->policy_options, sizeof(o->policy_options),
                                 value, &why),
                     &why, err);
    case COMMAND_OPTION_WATTS:
        return read_watts(o, value, err);
    case COMMAND_OPTION_SWEEP:
        if (o->sweep)
            return error_set(err, "--sweep: one option at a time");
        o->sweep = value;
        return 0;
    default:
        return 0;
    }
}

/* ---- all of them ---- */

/* Options that go without another one, or with it. */
int sim_cluster_options_check(const struct sim_cluster_options *o,
                              struct error *err)
{
    bool drawn = sim_cluster_options_has(o, COMMAND_OPTION_GENERATE);
    static const struct {
        enum command_option_id which;
        const char *name;
    } of_drawn[] = {
        { COMMAND_OPTION_COUNT, "--count" },
        { COMMAND_OPTION_ARRIVAL, "--arrival" },
        { COMMAND_OPTION_SECONDS, "--seconds" },
    };

    if (o->sweep && (o->svg || o->compare))
        return error_set(err, "--sweep prints a table; --svg and --compare "
                              "are of one simulation");
    if (o->json && o->svg && strcmp(o->svg, "-") == 0)
        return error_set(err, "- is for one thing that is printed, and "
                              "nothing else");
    if (o->log && drawn)
        return error_set(err, "either --jobs or --generate");
    if (!o->log && !drawn)
        return error_set(err, "which jobs?  --jobs FILE names a log, "
                              "--generate MODEL draws them");
    for (size_t i = 0; i < sizeof(of_drawn) / sizeof(of_drawn[0]); i++)
        if (!drawn && sim_cluster_options_has(o, of_drawn[i].which))
            return error_set(err,
                             "%s is for jobs that are drawn, with "
                             "--generate",
                             of_drawn[i].name);
    if (drawn && o->nodes == 0)
        return error_set(err, "how many nodes has the cluster?  --nodes N");
    if (o->generator.model == JOB_GENERATOR_APPLICATIONS
        && sim_cluster_options_has(o, COMMAND_OPTION_SECONDS))
        return error_set(err, "--seconds is for Feitelson's model; how long "
                              "applications take is in their file");
    if (o->applications && sim_cluster_options_has(o, COMMAND_OPTION_SERIAL))
        return error_set(err, "--serial is for jobs without --applications, "
                              "which tell how they speed up");
    return 0;
}

/* There are no words without an option. */
static int refuse_word(void *request, const char *word, struct error *err)
{
    (void)request;
    return error_set(err, "\"%.100s\": a log of jobs is named with --jobs",
                     word);
}

int sim_cluster_options_read(struct sim_cluster_options *o,
                             char *const argv[],
                             struct error *err)
{
    *o = (struct sim_cluster_options){
        .generator = { .jobs = 100, .arrival = 30, .seconds = 600, .seed = 1 },
        .kinds = { { [JOB_RIGID] = 100 } },
        .range = { 0.25, 0.5, 1 },
        .serial = 0.01,
        .policy = usual_policy,
        .idle_watts = 100,
        .loaded_watts = 340,
    };
    return commands_read("sim cluster", argv, set, refuse_word, o, err);
}
