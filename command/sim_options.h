/* sim_options.h - the options of 'mitosis sim'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_OPTIONS_H
#define MITOSIS_COMMAND_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "command/common/newest_report.h"
#include "command/common/sweep_values.h"
#include "policy/lua/option.h"

enum { SIM_REPORTS = 64 };

struct sim_options {
    const char *what; /* the report of the run, or NULL */
    struct newest_report reports;
    int others; /* all reports that are given */
    const char *other[SIM_REPORTS];
    const char *platform;
    double latency;   /* of links between hosts, or NAN */
    double bandwidth; /* of them, bytes a second, or 0 */
    const char *map;
    const char *script;
    const char *policy;
    const char *limits;
    const char *sizes;
    bool even_shares;
    const char *model;
    char options[OPTION_VALUE]; /* of the policy */
    uint64_t size;              /* ranks, or 0 */
    const char *smpi;           /* a folder, or NULL */
    const char *elastisim;      /* a file, or NULL */
    const char *output;         /* the report, or NULL */
    const char *html;           /* its page, or NULL */
    bool json;
    int sweeps;
    const char *sweep[SWEEP_OPTIONS]; /* "OPTION=VALUE,VALUE" */
};

/* Read the words.  Returns -1 with what is wrong with them in 'err'. */
int sim_options_read(struct sim_options *o,
                     char *const argv[],
                     struct error *err);

/* See that the options go together, which those of a sweep need not before its
 * values are among them.  Returns -1 with what is wrong in 'err'.
 */
int sim_options_check(const struct sim_options *o, struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_OPTIONS_H */
