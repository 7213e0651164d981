/* view_ranks.h - the ranks of a running job, in lines for a terminal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_VIEW_RANKS_H
#define MITOSIS_COMMAND_TOP_VIEW_RANKS_H

#include "command/top/sheet.h"

/* Draw the ranks in at most 'lines' lines. */
void view_ranks_draw(struct sheet *s, int lines);

#endif /* !MITOSIS_COMMAND_TOP_VIEW_RANKS_H */
