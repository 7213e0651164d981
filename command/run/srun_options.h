/* srun_options.h - the options of Slurm's srun, as far as their length goes
 *
 * As with those of mpiexec (agent/launch/hydra_options.h), who looks for the
 * program in a command line must know how many words each option has.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_RUN_SRUN_OPTIONS_H
#define MITOSIS_COMMAND_RUN_SRUN_OPTIONS_H

#include "base/suggest_name.h"

/* How many words follow the option at argv[0], which begins with '-': none or
 * one.  Returns -1 when srun has no such option.
 */
int srun_options_words(char *const argv[]);

/* The value that 'argv' gives to the option 'name' ("export"), in the first
 * word or the second, or NULL when it is another one.
 */
const char *srun_options_value(char *const argv[], const char *name);

/* Offer all names to a search. */
void srun_options_offer(struct suggest_name *n);

#endif /* !MITOSIS_COMMAND_RUN_SRUN_OPTIONS_H */
