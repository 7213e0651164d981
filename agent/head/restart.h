/* restart.h - take the place of a head that was killed
 *
 * Who is the job, the record says; what is under way has been given up by all
 * who took part in it when they lost the head, or was past the commit.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_RESTART_H
#define MITOSIS_AGENT_HEAD_RESTART_H

#include "agent/head/saved_state.h"

/* Find the generation that is the job, and read what the one before has left.
 * Returns -1 with the reason in 'err'.
 */
int heir_find(struct agent *a, struct heritage *h, struct error *err);

/* Begin to wait for the job's end. */
void heir_watch(struct agent *a);

/* Wait for the outposts on other hosts to call, but not for long. */
void heir_gather(struct agent *a, const struct heritage *h);

/* Carry on: say what has become of the change that was under way, see to
 * generations that are ending, let ranks go on.
 */
void heir_settle(struct agent *a, const struct heritage *h);

#endif /* !MITOSIS_AGENT_HEAD_RESTART_H */
