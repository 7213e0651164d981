/* sim_calibrate_read.h - the platform that a job of mitosis-probe has measured
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_CALIBRATE_READ_H
#define MITOSIS_COMMAND_SIM_CALIBRATE_READ_H

#include "command/doctor/timed_command.h"
#include "foresee/platform/platform.h"

/* Make it of what the job told.  Links that differ by less than a tenth from
 * the one in the middle are taken to be like that.  Returns what is given back
 * with platform_destroy(), or NULL with the reason in 'err'.
 */
struct platform *sim_calibrate_read(const struct timed_command *t,
                                    struct error *err);

/* What stands in the line 'word HOST NUMBER' of a host; 0: there is none. */
double sim_calibrate_figure(const struct timed_command *t,
                            const char *word,
                            const char *host);

#endif /* !MITOSIS_COMMAND_SIM_CALIBRATE_READ_H */
