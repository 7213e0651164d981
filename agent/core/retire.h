/* retire.h - generations that end while the job goes on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_RETIRE_H
#define MITOSIS_AGENT_CORE_RETIRE_H

#include "agent/core/head.h"

/* 'g' is not the job any more, or will not be, and ends.  What it leaves is
 * removed once it has; 'g' is not the caller's any more.
 */
void retire(struct head *a, struct generation *g);

/* See whether the job has the host's cores to itself again. */
void retire_look(struct head *a);

/* Give those that are ending the time that they need, and no more. */
void retire_await(struct head *a);

extern const struct part retire_part;

#endif /* !MITOSIS_AGENT_CORE_RETIRE_H */
