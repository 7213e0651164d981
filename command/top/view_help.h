/* view_help.h - what keys and columns of 'mitosis top' are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_VIEW_HELP_H
#define MITOSIS_COMMAND_TOP_VIEW_HELP_H

#include "command/top/sheet.h"

/* Draw as much of it as fits. */
void view_help_draw(struct sheet *s);

#endif /* !MITOSIS_COMMAND_TOP_VIEW_HELP_H */
