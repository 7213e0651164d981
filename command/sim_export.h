/* sim_export.h - write what is simulated for SimGrid or ElastiSim
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_EXPORT_H
#define MITOSIS_COMMAND_SIM_EXPORT_H

#include "command/sim_replay.h"

/* Write the run into 'folder', which is made if it is not there, as SimGrid's
 * SMPI replays it, and print the command that does.  Returns -1 with the
 * reason in 'err'.
 */
int sim_export_smpi(const struct mapped_run *s,
                    const char *folder,
                    struct error *err);

/* Write an application model of the program, as its reports tell, into 'file'.
 * Returns as sim_export_smpi() does.
 */
int sim_export_elastisim(const struct sim_replay *s,
                         const char *file,
                         struct error *err);

#endif /* !MITOSIS_COMMAND_SIM_EXPORT_H */
