/* sim_export.h - what is simulated, for other simulators
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_EXPORT_H
#define MITOSIS_COMMAND_SIM_EXPORT_H

#include "foresee/platform/mapped_run.h"

/* Write the run into 'folder', which is made if it is not there, as SimGrid's
 * SMPI replays it, and print the command that does.  Returns -1 with the
 * reason in 'err'.
 */
int sim_export_smpi(const struct mapped_run *s,
                    const char *folder,
                    struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_EXPORT_H */
