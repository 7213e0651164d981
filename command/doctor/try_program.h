/* try_program.h - what commands that try a program have in common: a folder
 * for its runs, and an end by a signal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_TRY_PROGRAM_H
#define MITOSIS_COMMAND_DOCTOR_TRY_PROGRAM_H

#include <stdbool.h>

#include "base/error.h"

/* Make the folder 'wanted', unless it is there, or when that is NULL a new one
 * named after the command, which trial_folder_remove() takes away with all
 * that is in it.  Returns its path, which the caller frees, or NULL.
 */
char *trial_folder(const char *wanted, const char *command, struct error *err);
void trial_folder_remove(const char *path);

/* From now on a signal that would end us ends the run that is under way.  What
 * was ignored when we came (nohup) stays so.
 */
void interrupt_catch(void);

/* Whether one has come, with 'err' saying so. */
bool interrupt_came(struct error *err);

/* Once all is cleared away: end by the one that has come, if any. */
void interrupt_end(void);

#endif /* !MITOSIS_COMMAND_DOCTOR_TRY_PROGRAM_H */
