/* protocol_link.h - a host agent's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_PROTOCOL_LINK_H
#define MITOSIS_AGENT_HOST_PROTOCOL_LINK_H

#include "agent/host/host_agent.h"

/* Take what the head says of it: HOST_MESSAGES_MODULE,
 * HOST_MESSAGES_MEMBERSHIP, HOST_MESSAGES_ANSWER. */
void protocol_link_hear(struct host_agent *h,
                        const struct local_message_head *head,
                        const char *payload);

/* How often the protocol was asked here, messages aside. */
uint64_t protocol_link_asked(const struct host_agent *h);

/* Whether it is not asked here any more, as it failed too often. */
bool protocol_link_off(const struct host_agent *h);

/* The head is there again: tell it where this agent is. */
void protocol_link_rejoin(struct host_agent *h);

#endif /* !MITOSIS_AGENT_HOST_PROTOCOL_LINK_H */
