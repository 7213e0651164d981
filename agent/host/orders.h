/* orders.h - what an outpost does for the agent; for host_agent.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_ORDERS_H
#define MITOSIS_AGENT_HOST_ORDERS_H

struct outpost;
struct local_message_head;

/* Do what a message of the agent asks for that is not for one rank alone. */
void obey(struct outpost *o,
          const struct local_message_head *head,
          const char *payload);

#endif /* !MITOSIS_AGENT_HOST_ORDERS_H */
