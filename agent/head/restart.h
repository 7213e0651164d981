/* restart.h - take the place of a head that was killed
 *
 * Who is the job, the record says; what is under way has been given up by all
 * who took part in it when they lost the head, or was past the commit.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_RESTART_H
#define MITOSIS_AGENT_HEAD_RESTART_H

#include "agent/core/head.h"

/* Find the generation that is the job, and read what the one before has left.
 * Returns -1 with the reason in 'err'.
 */
int restart_find(struct head *a, struct error *err);

/* Begin to wait for the job's end. */
void restart_watch(struct head *a);

/* Waits for the agents of other hosts to call, but not for long, when there
 * was a head before this one.
 */
extern const struct part restart_part;

/* Carry on: say what has become of the change that was under way, see to
 * generations that are ending, let ranks go on.
 */
void restart_settle(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_RESTART_H */
