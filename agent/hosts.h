/* hosts.h - the hosts that a job is on, or may be on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_HOSTS_H
#define MITOSIS_HOSTS_H

#include "agent/agent.h"

/* Answer 'hosts', 'hosts add HOST' or 'hosts remove HOST' of the user 'p',
 * given the words behind 'hosts'; at once, or when the ranks have moved.
 */
void hosts_answer(struct agent *a, struct peer *p, const char *words);

/* A change is done: let go of hosts that no rank is on any more. */
void hosts_tidy(struct agent *a);

#endif /* !MITOSIS_HOSTS_H */
