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

/* Has hosts that join on offer; one that cannot be used is told so.  One that
 * wants to leave may once no rank is there.
 */
extern const struct part joined_hosts_part;

#endif /* !MITOSIS_AGENT_HEAD_JOINED_HOSTS_H */
