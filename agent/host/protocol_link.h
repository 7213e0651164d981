/* protocol_link.h - an outpost's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_PROTOCOL_LINK_H
#define MITOSIS_AGENT_HOST_PROTOCOL_LINK_H

#include "agent/host/local_ranks.h"

/* Take what the head says of it: HOST_MESSAGES_MODULE, HOST_MESSAGES_CENSUS,
 * HOST_MESSAGES_ANSWER. */
void protocol_link_hear(struct outpost *o,
                        const struct local_message_head *head,
                        const char *payload);

/* The head is there again: tell it where this agent is. */
void protocol_link_rejoin(struct outpost *o);

#endif /* !MITOSIS_AGENT_HOST_PROTOCOL_LINK_H */
