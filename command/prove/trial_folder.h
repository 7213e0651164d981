/* trial_folder.h - the folder for the runs of a command that tries a program
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_PROVE_TRIAL_FOLDER_H
#define MITOSIS_COMMAND_PROVE_TRIAL_FOLDER_H

#include "base/error.h"

/* Make the folder 'wanted', unless it is there, or when that is NULL a new one
 * named after the command, which trial_folder_remove() takes away with all
 * that is in it.  Returns its path, which the caller frees, or NULL.
 */
char *trial_folder(const char *wanted, const char *command, struct error *err);
void trial_folder_remove(const char *path);

#endif /* !MITOSIS_COMMAND_PROVE_TRIAL_FOLDER_H */
