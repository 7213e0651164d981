/* quoted_command.h - a folder and the words of a command as one text
 *
 * For a variable: words are parted by spaces, and what is no plain letter in
 * one is "%" and two hexadecimal digits.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_QUOTED_COMMAND_H
#define MITOSIS_AGENT_LAUNCH_QUOTED_COMMAND_H

#include <stddef.h>

/* Make the text.  Returns what the caller frees, or NULL without memory. */
char *quoted_command_join(const char *folder, char *const words[]);

/* Take it apart again.  Returns the words, with a NULL behind them, all in one
 * piece that the caller frees, or NULL when it is none, there is no word or
 * the folder is too long.
 */
char **quoted_command_split(const char *text, char *folder, size_t size);

#endif /* !MITOSIS_AGENT_LAUNCH_QUOTED_COMMAND_H */
