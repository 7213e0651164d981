/* rank_limit.h - how many ranks a user may ask for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CHANGE_RANK_LIMIT_H
#define MITOSIS_AGENT_CHANGE_RANK_LIMIT_H

#include "agent/core/head.h"

enum { RANK_LIMIT_PER_CORE = 16 };

/* Whether 'change' asks for more ranks than make sense on the hosts that the
 * job is or may be on: RANK_LIMIT_PER_CORE for each of their cores, or what
 * MITOSIS_LIMITS allows if that is more.  A change that adds no ranks is fine.
 * Returns -1 with the reason in 'err', and so for one that cannot be at all.
 */
int rank_limit_check(const struct head *a,
                     const struct change *change,
                     struct error *err);

#endif /* !MITOSIS_AGENT_CHANGE_RANK_LIMIT_H */
