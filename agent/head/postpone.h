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
#include "job/change.h"

/* Ask for 'change' once more: it can begin now, or not at all.  It is for
 * 'user', or the program in its rank 'rank' if that is NULL.
 */
typedef void postpone_again_t(struct head *a,
                              struct peer *user,
                              int rank,
                              struct change *change);

/* Put off 'change', which 'user', or the program in its rank 'rank' if that is
 * NULL, has asked for and which cannot begin now: call 'again' as soon as it
 * is known whether it can.  Returns false when no host is awaited, the job has
 * ended, or there is no memory: then it is to be refused.
 */
bool postpone(struct head *a,
              struct peer *user,
              int rank,
              struct change *change,
              postpone_again_t *again);

/* Forgets what a user has asked for who is gone, and all when the head ends.
 */
extern const struct part postpone_part;

#endif /* !MITOSIS_AGENT_HEAD_POSTPONE_H */
