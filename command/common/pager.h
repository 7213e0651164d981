/* pager.h - long text at a terminal: page by page, and in colour
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_PAGER_H
#define MITOSIS_COMMAND_COMMON_PAGER_H

#include <stdio.h>

/* Have 'print' print 'what' to stdout.  If that is a terminal, it is in colour
 * unless NO_COLOR is set, and goes through $PAGER, or less; not if that is
 * empty, or cat, or cannot be started.
 */
void pager_show(void (*print)(const void *what, FILE *out), const void *what);

#endif /* !MITOSIS_COMMAND_COMMON_PAGER_H */
