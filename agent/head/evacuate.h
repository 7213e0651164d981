/* evacuate.h - have the ranks of hosts that are to be left go on elsewhere
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_EVACUATE_H
#define MITOSIS_AGENT_HEAD_EVACUATE_H

#include "agent/core/head.h"

/* Begin one change that moves all ranks of the hosts that are said
 * to be left, to where there are the fewest for each core.  Returns 1 when it
 * has begun, 0 when there are no such ranks, -1 with the reason in 'err'.
 */
int evacuate_begin(struct head *a, struct error *err);

/* The same, but unless a time is set the job's policy is asked first what to
 * do, once for each host: a resize may leave the host in the same change. 0 is
 * returned, too, when it is to be tried again soon.
 */
int evacuate_soon(struct head *a, struct error *err);

#endif /* !MITOSIS_AGENT_HEAD_EVACUATE_H */
