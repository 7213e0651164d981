/* sim.c - replay a recorded run, on its own hosts or on others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/sim_export.h"
#include "command/sim_replay.h"
#include "command/sim_report.h"
#include "command/sim_sweep.h"
#include "foresee/forecast_print.h"

/* Returns -1 with the reason in 'err'. */
static int print(const struct sim_replay *s,
                 const struct sim_options *r,
                 struct error *err)
{
    struct forecast_print_origin from = {
        .run = s->what,
        .platform = r->platform,
        .map = r->map,
        .links = !isnan(r->latency) || r->bandwidth > 0,
        .size_model = s->plan.size_model,
        .model = r->model,
        .bytes = s->plan.bytes,
    };

    if (r->smpi)
        return sim_export_smpi(&s->forecast.job.generation[0].mapped, r->smpi,
                               err);
    if (r->elastisim)
        return sim_export_elastisim(s, r->elastisim, err);
    if (sim_report_write(s, r, &from, err) < 0)
        return -1;
    if (r->json)
        forecast_print_json(&s->forecast, &from, stdout);
    else if (!r->output && !r->html)
        forecast_print_text(&s->forecast, &from, stdout);
    return 0;
}

int command_sim(char *argv[])
{
    struct sim_options o;
    struct sim_replay s = { 0 };
    struct error err;
    int status = EXIT_SUCCESS;

    if (sim_options_read(&o, argv, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (!o.what)
        return commands_usage("sim");
    if (o.size == 0 && o.sweeps == 0)
        newest_report_tell(&o.reports);
    if (o.sweeps > 0)
        return sim_sweep(argv, &o);
    if (sim_report_check(&o, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (sim_replay(&s, &o, &err) < 0 || print(&s, &o, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    sim_replay_clear(&s);
    return status;
}
