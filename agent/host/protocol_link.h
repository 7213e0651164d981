/* protocol_link.h - an outpost's part in the job's protocol
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_PROTOCOL_LINK_H
#define MITOSIS_AGENT_HOST_PROTOCOL_LINK_H

#include "agent/host/local_ranks.h"

/* Take what the head says of it: POST_MODULE, POST_CENSUS, POST_ANSWER. */
void voice_hear(struct outpost *o,
                const struct local_message_head *head,
                const char *payload);

/* The head is there again: tell it where this agent is. */
void voice_rejoin(struct outpost *o);

#endif /* !MITOSIS_AGENT_HOST_PROTOCOL_LINK_H */
