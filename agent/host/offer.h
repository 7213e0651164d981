/* offer.h - an outpost that a user has started, to offer its host
 *
 * It stays in the foreground, says what becomes of the offer, and leaves with
 * notice when it is interrupted: the agent moves its ranks away first.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_OFFER_H
#define MITOSIS_AGENT_HOST_OFFER_H

#include "agent/host/host_agent.h"

/* Begin to take signals.  Returns -1 with the reason in 'err'. */
int offer_start(struct host_agent *h, struct error *err);

/* The agent is there. */
void offer_join(struct host_agent *h);

/* It cannot be reached.  Returns whether that has been so for too long, and
 * then the outpost ends.
 */
bool offer_lose(struct host_agent *h, const char *why);

/* It has something to say: a HOST_MESSAGES_TOLD. */
void offer_hear(struct host_agent *h,
                const struct local_message_head *head,
                const char *payload);

/* It has let this host go. */
void offer_end(struct host_agent *h);

#endif /* !MITOSIS_AGENT_HOST_OFFER_H */
