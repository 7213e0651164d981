/* proposals.h - the job's protocol, as the head of its agents knows it
 *
 * The head gives all agents the protocol and its profile, tells them who
 * there is and where the ranks are, and carries out what they propose, one
 * change at a time, in the order in which it hears of it.  A proposal says
 * what its agent knew: one that was made before it had heard of the last
 * change is refused, and so is one that comes while a change is under way.
 * So of several that collide one is carried out, and the others are told why.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_PROPOSALS_H
#define MITOSIS_AGENT_DECIDE_PROPOSALS_H

#include "agent/core/head.h"

/* Begins with the protocol and profile that the settings name.  Without a
 * protocol, or when something is wrong with it, which is said, a->proposals
 * stays NULL, which all of these take.
 */
extern const struct part proposals_part;

/* Tell a user what agents proposed lately.  Returns whether there is a
 * protocol.
 */
bool proposals_tell(struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSALS_H */
