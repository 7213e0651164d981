/* answers_file.h - what policies and protocols saw and answered, for the
 * report
 *
 * A line of JSON for each in the job's file 'policies', put in place as a
 * whole again and again.  An agent that took the place of another one leaves
 * the lines of that as they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H
#define MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H

#include "agent/core/head.h"

/* Begin: see what an agent before this one has left. */
void answers_file_start(struct head *a);

/* Something was asked or answered: it will be written soon. */
void answers_file_note(struct head *a);

/* Write it for the last time.  What decides must be there yet. */
void answers_file_stop(struct head *a);

#endif /* !MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H */
