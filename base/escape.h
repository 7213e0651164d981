/* escape.h - text of others as a string of JSON, or for a terminal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_ESCAPE_H
#define MITOSIS_BASE_ESCAPE_H

#include <stdio.h>

/* Print 'text' with its quotation marks.  What is UTF-8 stays as it is; a byte
 * that is none becomes U+FFFD, so that whoever reads it gets valid JSON.
 */
void escape_print(const char *text, FILE *out);

/* Put "?" in place of what would steer a terminal, the control characters but
 * for tabs and the ends of lines: the text may be of a module, a program or
 * another host.
 */
void escape_control(char *text);

#endif /* !MITOSIS_BASE_ESCAPE_H */
