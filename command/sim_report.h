/* sim_report.h - write what 'mitosis sim' foresees as a report, or as its page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_REPORT_H
#define MITOSIS_COMMAND_SIM_REPORT_H

#include "command/sim_replay.h"
#include "foresee/forecast_print.h"

/* See that no report that is read would be written over, and that the files
 * can be written.  Returns -1 with the reason in 'err'.
 */
int sim_report_check(const struct sim_options *o, struct error *err);

/* Write those that were asked for.  Returns -1 with the reason in 'err'. */
int sim_report_write(const struct sim_replay *s,
                     const struct sim_options *o,
                     const struct forecast_print_origin *from,
                     struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_REPORT_H */
