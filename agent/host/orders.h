/* orders.h - what a host's agent does for the head
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_ORDERS_H
#define MITOSIS_AGENT_HOST_ORDERS_H

#include <stdbool.h>

struct host_agent;
struct local_message_head;

/* The head says something: 'heard' of the line to it; 'arg' is the host's
 * agent.
 */
void orders_hear(void *arg,
                 const struct local_message_head *head,
                 const char *payload);

/* Nobody needs an outpost here any more: remove the job's folder, once; of one
 * that began to work only what nobody else uses.
 */
void orders_leave_folder(struct host_agent *h, bool began);

#endif /* !MITOSIS_AGENT_HOST_ORDERS_H */
