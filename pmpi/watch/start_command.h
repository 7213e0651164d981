/* start_command.h - start our command from within the program
 *
 * It is started in a way that the program does not notice: no SIGCHLD comes
 * of it, and a wait() of the program's does not see it.  Limits that the
 * program has set for itself are raised again as far as they may be.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_START_COMMAND_H
#define MITOSIS_PMPI_WATCH_START_COMMAND_H

#include <stdbool.h>

#include "base/error.h"

enum { START_COMMAND_PATH = 4096, START_COMMAND_FD = 3 };

/* Write where the command is to 'command', or return false: it is looked for
 * beside the library, as in the build folder, or in the bin beside its
 * lib, however deep that is.
 */
bool start_command_find(char command[START_COMMAND_PATH]);

/* Start 'mitosis WORDS...', words[0] being "mitosis", and wait for its end.
 * Returns its status as of waitpid(), or -1.
 */
int start_command_and_wait(const char *command, char *const words[]);

/* Find it, and start it in a session of its own, with our stdout and stderr,
 * nothing to read, and 'fd' as its descriptor START_COMMAND_FD.  It is no
 * child of ours.  Returns -1 with the reason in 'err' when it cannot be
 * started.
 */
int start_command_apart(char *const words[], int fd, struct error *err);

/* Become it, with descriptors 0 to 2 only, without timers, with those of
 * process_passed_signals() blocked and all other signals ignored.  Returns
 * when that fails.
 */
void start_command_become(const char *command, char *const words[]);

#endif /* !MITOSIS_PMPI_WATCH_START_COMMAND_H */
