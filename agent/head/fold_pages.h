/* fold_pages.h - keep the pages of a job of many generations small
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_FOLD_PAGES_H
#define MITOSIS_AGENT_HEAD_FOLD_PAGES_H

#include "agent/core/head.h"

/* One more generation is over: put the pages of such together into one part of
 * the report when there are some, in a process of its own.
 */
void fold_pages_when_due(struct head *a);

/* An agent before this one has begun that: wait for it, too. */
void fold_pages_resume(struct head *a);

/* Wait for that process, if there is one, but not for long. */
void fold_pages_await(struct head *a);

#endif /* !MITOSIS_AGENT_HEAD_FOLD_PAGES_H */
