/* first_sync.h - whether all ranks have come to their first mito_sync()
 *
 * There a rank says whether it takes part, and writes down what it has.  A
 * change waits for ranks that are late; one that never comes cannot be told
 * from them, so the wait has a bound, once for each generation.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_FIRST_SYNC_H
#define MITOSIS_AGENT_CHANGE_FIRST_SYNC_H

#include "agent/core/head.h"

/* Returns 0 if all ranks of the job have come there and take part, and 1 while
 * a change that is wanted is to wait for some of them: when it has done so for
 * a moment the user is told for which.  Returns -1 with the reason in 'err'
 * when a rank takes no part, or did not come for too long.
 */
int first_sync_check(struct head *a, struct error *err);

#endif /* !MITOSIS_AGENT_CHANGE_FIRST_SYNC_H */
