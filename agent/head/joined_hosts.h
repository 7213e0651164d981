/* joined_hosts.h - hosts that have joined a job by themselves
 *
 * An agent that was started by hand on an idle host is an outpost there; its
 * host is on offer, like one that 'mitosis ctl hosts add' has named, until it
 * leaves: with notice, and then its ranks go on elsewhere first, or without.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_JOINED_HOSTS_H
#define MITOSIS_AGENT_HEAD_JOINED_HOSTS_H

#include "agent/core/head.h"

/* Tell the user 'p' what a host needs to know to join.  Returns an exit
 * status.
 */
int joined_hosts_invite(struct head *a, struct peer *p);

/* One has joined; it is told if it cannot be used. */
void joined_hosts_join(struct head *a, const char *host);

/* It wants to leave, which it may once no rank is there. */
void joined_hosts_leave(struct head *a, const char *host);

/* It is gone.  Returns whether the job can forget it, as no rank was there. */
bool joined_hosts_lose(struct head *a, const char *host);

#endif /* !MITOSIS_AGENT_HEAD_JOINED_HOSTS_H */
