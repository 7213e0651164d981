/* ask_change.h - ask the job's agent for the change that was typed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_ASK_CHANGE_H
#define MITOSIS_COMMAND_TOP_ASK_CHANGE_H

#include "command/top/view.h"

/* Ask for what is in the view's prompt; its message says how that goes.  '*fd'
 * is the conversation about it, -1 when there is none; one that is open is
 * ended.
 */
void ask_change_begin(int *fd, const char *folder, struct view *v);

/* Hear what came, and tell it.  The conversation ends with the last word. */
void ask_change_hear(int *fd, struct view *v);

#endif /* !MITOSIS_COMMAND_TOP_ASK_CHANGE_H */
