/* sim_cluster_options.h - what 'mitosis sim cluster' is asked for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_CLUSTER_OPTIONS_H
#define MITOSIS_COMMAND_SIM_CLUSTER_OPTIONS_H

#include <stdbool.h>

#include "command/common/command_option.h"
#include "foresee/cluster/job_generator.h"
#include "policy/lua/option.h"

struct sim_cluster_options {
    uint64_t given;  /* a bit for each option */
    const char *log; /* or NULL: jobs are generated */
    struct job_generator generator;
    int nodes; /* or 0 */
    struct job_kind_shares kinds;
    struct workload_range range;
    double serial;
    const char *applications; /* a file, or NULL */
    const char *policy;
    char policy_options[OPTION_VALUE];
    bool in_order;
    double idle_watts;
    double loaded_watts;
    const char *compare; /* files, or NULL */
    const char *svg;
    const char *sweep; /* "OPTION=VALUE,VALUE", or NULL */
    bool json;
};

/* Read the words behind "sim cluster".  Returns -1 with what is wrong with
 * them in 'err'.
 */
int sim_cluster_options_read(struct sim_cluster_options *o,
                             char *const argv[],
                             struct error *err);

/* Whether that option was given. */
bool sim_cluster_options_has(const struct sim_cluster_options *o,
                             enum command_option_id which);

/* See that the options go together, which those of a sweep need not before its
 * value is among them.  Returns -1 with what is wrong in 'err'.
 */
int sim_cluster_options_check(const struct sim_cluster_options *o,
                              struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_CLUSTER_OPTIONS_H */
