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
#include "base/settings.h"

/* Begin, with the protocol and profile that the settings name.  Without a
 * protocol, or when something is wrong with it, which is said, there is no
 * council: a->council stays NULL, which all of these take.
 */
void proposals_start(struct head *a, const struct settings *settings);
void proposals_stop(struct head *a);

/* The outpost of a host says something: one of HOST_MESSAGES_PLACE,
 * HOST_MESSAGES_PROPOSE, HOST_MESSAGES_NOTE.
 */
void proposals_hear(struct head *a,
                    const char *host,
                    const struct local_message_head *head,
                    const char *payload);

/* It has joined, or cannot be reached any more. */
void proposals_meet(struct head *a, const char *host);

/* A change is over. */
void proposals_changed(struct head *a, bool done, const char *sentence);

/* What the last change has brought, in words. */
void proposals_proved(struct head *a, const char *words);

/* Tell a user what agents proposed lately.  Returns whether there is a
 * protocol.
 */
bool proposals_tell(struct head *a, struct peer *p);

#endif /* !MITOSIS_AGENT_DECIDE_PROPOSALS_H */
