/* ctl.h - what 'mitosis ctl' can ask of an agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_CTL_H
#define MITOSIS_AGENT_HEAD_CTL_H

#include "agent/core/head.h"

/* Answer the command of the user 'p', now or when what was asked is done. */
void answer(struct head *a, struct peer *p, const struct local_message *wire);

/* Begin a change given as text.  Returns -1 with the reason in 'err'. */
int ctl_change(struct head *a,
               const char *text,
               const char *why,
               struct error *err);

/* Begin a change that a user wants, who hears how it ends, or why not. */
void ctl_user(struct head *a, struct peer *p, const char *text);

/* Why it is, for the report. */
#define ASKED_BY_PROGRAM "asked for by the program"

#endif /* !MITOSIS_AGENT_HEAD_CTL_H */
