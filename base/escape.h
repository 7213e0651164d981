/* escape.h - text of others for a terminal, or for a shell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_ESCAPE_H
#define MITOSIS_BASE_ESCAPE_H

#include <stdio.h>

/* Put "?" in place of what would steer a terminal, the control characters but
 * for tabs and the ends of lines: the text may be of a module, a program or
 * another host.
 */
void escape_control(char *text);

/* Make one line of a text, with spaces where others ended: words of a user, in
 * which they mean the same.
 */
void escape_line(char *text);

/* Write a word so that a shell takes it for that word: as it is if it may be,
 * else in single quotes.
 */
void escape_shell(FILE *out, const char *word);

#endif /* !MITOSIS_BASE_ESCAPE_H */
