/* requests.h - hosts that a job has asked the batch system for
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_REQUESTS_H
#define MITOSIS_AGENT_HEAD_REQUESTS_H

#include "agent/core/head.h"

/* Answer 'request', 'request N [--within SECONDS]' or 'request cancel ID' of
 * the user 'p', given the words behind 'request'.
 */
void requests_answer(struct head *a, struct peer *p, const char *words);

/* The job has ended and nothing of it is on another host any more: cancel what
 * is asked for, and give back all that was granted.
 */
void requests_end(struct head *a);

/* Hears what the batch system says, if the settings name one; has hosts that
 * are granted on offer, and gives them back.
 */
extern const struct part requests_part;

#endif /* !MITOSIS_AGENT_HEAD_REQUESTS_H */
