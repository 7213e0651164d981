/* sim_cluster_sweep.h - the same simulation with several values of an option
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_SIM_CLUSTER_SWEEP_H
#define MITOSIS_COMMAND_SIM_CLUSTER_SWEEP_H

/* Simulate with the words behind "sim cluster", once for each value of
 * 'sweep', which is "OPTION=VALUE,VALUE", and print a table.  Returns an exit
 * status, having said what is wrong.
 */
int sim_cluster_sweep(char *const argv[], const char *sweep);

#endif /* !MITOSIS_COMMAND_SIM_CLUSTER_SWEEP_H */
