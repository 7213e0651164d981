/* leave.h - hosts that go at a time that was said
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_LEAVE_H
#define MITOSIS_AGENT_HEAD_LEAVE_H

#include "agent/core/head.h"

/* Answer 'leave HOST --within SECONDS' of the user 'p', given the words behind
 * 'leave': when the ranks have moved, or at once if that cannot be in time.
 */
void leave_answer(struct head *a, struct peer *p, const char *words);

/* Somebody who is not asked says that a host goes in so many seconds: its
 * ranks go elsewhere as soon as they can, though there may not be time enough,
 * which is told.
 */
void leave_take_notice(struct head *a, const char *host, double seconds);

/* The same of a host that goes at no time that was said, but for the reason
 * 'why', "Slurm drains it (bad fan)": which is told.  One that is not the
 * job's is fine.
 */
void leave_take_drain(struct head *a, const char *host, const char *why);

/* There is no such reason any more: its ranks stay, unless they have moved or
 * are about to.  A host that goes for another reason, or that was never to be
 * left, is fine.
 */
void leave_take_back(struct head *a, const char *host);

/* Has the ranks of such hosts go on elsewhere as soon as no other change is
 * under way, and says when a host is empty, or too late.
 */
extern const struct part leave_part;

#endif /* !MITOSIS_AGENT_HEAD_LEAVE_H */
