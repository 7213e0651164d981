/* postpone.h - changes that are asked for while a host is away for a moment
 *
 * An outpost that was killed is started again within a second or two.  What is
 * asked for meanwhile waits for that, instead of being refused.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_POSTPONE_H
#define MITOSIS_AGENT_HEAD_POSTPONE_H

#include "agent/core/head.h"

/* Put off the change 'text' that 'p' has asked for and that cannot begin now.
 * Returns false when no host is awaited, or there is no memory: then it is to
 * be refused.  A user is answered, and a rank's user told, as soon as it is
 * known whether it can begin.
 */
bool postpone(struct head *a, const struct peer *p, const char *text);

/* Forget what 'p', who is gone, has asked for; or all (NULL). */
void postpone_forget(struct head *a, const struct peer *p);

#endif /* !MITOSIS_AGENT_HEAD_POSTPONE_H */
