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
    struct error why;

    o->given |= UINT64_C(1) << which;
    switch (which) {
    case COMMAND_OPTION_GENERATE:
        return read_model(o, value, err);
    case COMMAND_OPTION_KINDS:
        return named("--kinds", job_kind_shares_read(&o->kinds, value, &why),
                     &why, err);
    case COMMAND_OPTION_RANGE:
        return named("--range", workload_range_read(&o->range, value, &why),
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
    uint64_t nodes = 0, jobs = 100;
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JOBS, .text = &o->log },
        { COMMAND_OPTION_APPLICATIONS, .text = &o->applications },
        { COMMAND_OPTION_POLICY, .text = &o->policy },
        { COMMAND_OPTION_POLICY_OPTION, .pairs = o->policy_options },
        { COMMAND_OPTION_COMPARE, .text = &o->compare },
        { COMMAND_OPTION_SVG, .text = &o->svg },
        { COMMAND_OPTION_IN_ORDER, .flag = &o->in_order },
        { COMMAND_OPTION_JSON, .flag = &o->json },
        { COMMAND_OPTION_NODES, .whole = &nodes, .least = 1,
          .most = APPLICATION_NODES },
        { COMMAND_OPTION_COUNT, .whole = &jobs, .least = 1,
          .most = WORKLOAD_JOBS },
        { COMMAND_OPTION_SERIAL, .number = &o->serial, .most = 1 },
        { COMMAND_OPTION_ARRIVAL, .number = &o->generator.arrival,
          .most = 1e9 },
        { COMMAND_OPTION_SECONDS, .number = &o->generator.seconds,
          .least = 1e-3, .most = 1e9 },
        { COMMAND_OPTION_SEED, .whole = &o->generator.seed },
        { .id = COMMAND_OPTION_NONE },
    };

    *o = (struct sim_cluster_options){
        .generator = { .arrival = 30, .seconds = 600, .seed = 1 },
        .kinds = { { [JOB_RIGID] = 100 } },
        .range = { 0.25, 0.5, 1 },
        .serial = 0.01,
        .policy = usual_policy,
        .idle_watts = 100,
        .loaded_watts = 340,
    };
    if (commands_read("sim cluster", argv, places, set, refuse_word, o, err)
        < 0)
        return -1;
    o->nodes = (int)nodes;
    o->generator.jobs = (size_t)jobs;
    return 0;
}
