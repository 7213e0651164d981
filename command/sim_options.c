/* sim_options.c - the options of 'mitosis sim'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/parse_value.h"
#include "command/common/commands.h"
#include "command/sim_options.h"
#include "job/change.h"

static int set_size(struct sim_options *r,
                    const char *value,
                    struct error *err)
{
    if (parse_value_number(value, &r->size) && r->size > 0
        && r->size <= CHANGE_MOST)
        return 0;
    return error_set(err, "--size: \"%s\" is no number of ranks", value);
}

static int add_sweep(struct sim_options *r,
                     const char *value,
                     struct error *err)
{
    if (r->sweeps == SWEEP_OPTIONS)
        return error_set(err, "--sweep: %d options at a time", SWEEP_OPTIONS);
    r->sweep[r->sweeps++] = value;
    return 0;
}

static int set(void *request,
               enum command_option_id which,
               const char *value,
               struct error *err)
{
    struct sim_options *r = request;

    switch (which) {
    case COMMAND_OPTION_SWEEP:
        return add_sweep(r, value, err);
    case COMMAND_OPTION_SHARES:
        return command_option_shares(value, &r->even_shares, err);
    case COMMAND_OPTION_SIZE:
        return set_size(r, value, err);
    default:
        return 0;
    }
}

static int take_word(void *request, const char *word, struct error *err)
{
    struct sim_options *r = request;

    if (r->what
        && (!newest_report_is_report(r->what)
            || !newest_report_is_report(word)))
        return newest_report_refuse(r->what, word, err);
    if (r->others == SIM_REPORTS)
        return error_set(err, "more than %d reports", SIM_REPORTS);
    r->other[r->others++] = word;
    newest_report_offer(&r->reports, word);
    r->what = r->reports.path;
    return 0;
}

/* Whether the file that is asked for is standard output. */
static bool is_printed(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

/* Options that are of no use without another one, or with it. */
int sim_options_check(const struct sim_options *r, struct error *err)
{
    if (!r->policy && (r->limits || r->sizes || r->even_shares || *r->options))
        return error_set(err, "%s is for a policy: name one with --policy",
                         r->limits        ? "--limits"
                         : r->sizes       ? "--sizes"
                         : r->even_shares ? "--shares"
                                          : "--policy-option");
    if ((r->smpi || r->elastisim)
        && (r->script || r->policy || r->json || r->output || r->html
            || r->sweeps > 0))
        return error_set(err,
                         "%s writes a run without changes: it goes with none "
                         "of --script, --policy, --json, --output, --html and "
                         "--sweep",
                         r->smpi ? "--smpi" : "--elastisim");
    if (r->elastisim
        && (r->smpi || r->platform || r->map || r->model || !isnan(r->latency)
            || r->bandwidth > 0))
        return error_set(err, "--elastisim goes by the iterations in the "
                              "reports: it goes with none of --smpi, "
                              "--platform, --map, --model, --latency and "
                              "--bandwidth");
    if (r->json + is_printed(r->output) + is_printed(r->html) > 1)
        return error_set(err, "- is for one thing that is printed, and "
                              "nothing else");
    if (r->sweeps > 0 && (r->output || r->html))
        return error_set(err, "%s is of one run: it does not go with --sweep",
                         r->output ? "--output" : "--html");
    return 0;
}

int sim_options_read(struct sim_options *r,
                     char *const argv[],
                     struct error *err)
{
    const struct command_option_place places[] = {
        { COMMAND_OPTION_PLATFORM, .text = &r->platform },
        { COMMAND_OPTION_MAP, .text = &r->map },
        { COMMAND_OPTION_OUTPUT, .text = &r->output },
        { COMMAND_OPTION_HTML, .text = &r->html },
        { COMMAND_OPTION_SCRIPT, .text = &r->script },
        { COMMAND_OPTION_POLICY, .text = &r->policy },
        { COMMAND_OPTION_POLICY_OPTION, .pairs = r->options },
        { COMMAND_OPTION_LIMITS, .text = &r->limits },
        { COMMAND_OPTION_SIZES, .text = &r->sizes },
        { COMMAND_OPTION_MODEL, .text = &r->model },
        { COMMAND_OPTION_SMPI, .text = &r->smpi },
        { COMMAND_OPTION_ELASTISIM, .text = &r->elastisim },
        { COMMAND_OPTION_JSON, .flag = &r->json },
        { COMMAND_OPTION_LATENCY, .number = &r->latency, .most = 1e6 },
        { COMMAND_OPTION_BANDWIDTH, .number = &r->bandwidth, .least = 1,
          .most = 1e30 },
        { .id = COMMAND_OPTION_NONE },
    };

    *r = (struct sim_options){ .latency = NAN };
    return commands_read("sim", argv, places, set, take_word, r, err);
}
