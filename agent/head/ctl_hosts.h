/* ctl_hosts.h - the hosts that a job is on, or may be on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_HOSTS_H
#define MITOSIS_AGENT_HEAD_CTL_HOSTS_H

#include "agent/core/head.h"

/* Answer 'hosts', 'hosts add HOST' or 'hosts remove HOST' of the user 'p',
 * given the words behind 'hosts'; at once, or when the ranks have moved.
 */
void ctl_hosts_answer(struct head *a, struct peer *p, const char *words);

/* The host of that name may be used from now on.  Returns NULL with the reason
 * in 'err' when nobody knows it.
 */
struct host *ctl_hosts_offer(struct head *a,
                             const char *name,
                             struct error *err);

/* How many ranks are there. */
int ctl_hosts_ranks(const struct head *a, const char *name);

/* It is to be left: no rank goes there any more, see evacuate_begin(). */
void ctl_hosts_leave(struct head *a, const char *name);

/* Leave it and begin to have its ranks go on elsewhere.  Returns 1 when that
 * was begun, 0 when there are none, -1 with the reason in 'err' and all as it
 * was.
 */
int ctl_hosts_take_away(struct head *a, const char *name, struct error *err);

/* Lets go of hosts that no rank is on any more and none is to be; one that is
 * on offer keeps its outpost, which measures it.
 */
extern const struct part ctl_hosts_part;

#endif /* !MITOSIS_AGENT_HEAD_CTL_HOSTS_H */
