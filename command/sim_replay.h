/* sim_replay.h - replay a recorded run as the options of 'mitosis sim' say
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_REPLAY_H
#define MITOSIS_COMMAND_SIM_REPLAY_H

#include "command/common/recorded_run.h"
#include "command/sim_options.h"
#include "foresee/forecast.h"
#include "job/sizes.h"
#include "policy/scaling.h"

/* All that one simulation holds. */
struct sim_replay {
    const char *what; /* the report of the run that is replayed */
    struct recorded_run recorded;
    struct platform *platform;
    struct change_script script;
    struct sizes sizes;     /* for the plan */
    struct scaling scaling; /* what iterations took in the reports */
    struct simulated_job_plan plan;
    iteration_model_t *model;
    struct forecast forecast;
};

/* Simulate it.  Returns -1 with the reason in 'err'; 's' is to be given back
 * with sim_replay_clear() either way.
 */
int sim_replay(struct sim_replay *s,
               const struct sim_options *o,
               struct error *err);

/* Free what it holds. */
void sim_replay_clear(struct sim_replay *s);

#endif /* !MITOSIS_COMMAND_SIM_REPLAY_H */
