/* sim_cluster_play.h - what 'mitosis sim cluster' is asked for, done
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_CLUSTER_PLAY_H
#define MITOSIS_COMMAND_SIM_CLUSTER_PLAY_H

#include "command/sim_cluster_options.h"
#include "foresee/cluster/cluster_result.h"

/* Collect the jobs and play them.  What was passed over is told, but if
 * 'quiet'.  Returns 0 with 'result' to be given back by
 * cluster_result_clear(); or -1 with the reason in 'err'.
 */
int sim_cluster_play(struct cluster_result *result,
                     const struct sim_cluster_options *o,
                     bool quiet,
                     struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_CLUSTER_PLAY_H */
