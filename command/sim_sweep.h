/* sim_sweep.h - the same simulation with several values of options
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_SWEEP_H
#define MITOSIS_COMMAND_SIM_SWEEP_H

#include "command/sim_options.h"

/* Simulate with the words behind "sim", of which 'o' was made, once for each
 * combination of the values of its --sweep, and print a table.  Returns an
 * exit status, having said what is wrong.
 */
int sim_sweep(char *const argv[], const struct sim_options *o);

#endif /* !MITOSIS_COMMAND_SIM_SWEEP_H */
