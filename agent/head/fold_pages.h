/* fold_pages.h - keep the pages of a job of many generations small
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_FOLD_PAGES_H
#define MITOSIS_AGENT_HEAD_FOLD_PAGES_H

#include "agent/core/head.h"

/* Puts the pages of generations that are over together into one part of the
 * report when there are some, in a process of its own; and waits for that
 * process when the head ends, but not for long.
 */
extern const struct part fold_pages_part;

/* An agent before this one has begun that: wait for it, too. */
void fold_pages_resume(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_FOLD_PAGES_H */
