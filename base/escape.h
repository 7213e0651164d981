/* escape.h - text of others for a terminal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_ESCAPE_H
#define MITOSIS_BASE_ESCAPE_H

/* Put "?" in place of what would steer a terminal, the control characters but
 * for tabs and the ends of lines: the text may be of a module, a program or
 * another host.
 */
void escape_control(char *text);

#endif /* !MITOSIS_BASE_ESCAPE_H */
