/* view_keys.h - keys that change how a job is shown, but not the job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_VIEW_KEYS_H
#define MITOSIS_COMMAND_TOP_VIEW_KEYS_H

#include "command/top/view.h"

/* Take the key if it is one of these.  Returns whether it was. */
bool view_keys_press(struct view *v, int key);

#endif /* !MITOSIS_COMMAND_TOP_VIEW_KEYS_H */
