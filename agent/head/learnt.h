/* learnt.h - what was learnt of a job, as lines of text
 *
 * Moments are CLOCK_MONOTONIC, so they mean the same to another process of
 * this host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_LEARNT_H
#define MITOSIS_AGENT_HEAD_LEARNT_H

#include <stdio.h>

#include "agent/core/head.h"

/* Write it. */
void learnt_put(const struct head *a, FILE *out);

/* Take one such line, after decide_start().  One that is none is left out. */
void learnt_take(struct head *a, const char *line);

#endif /* !MITOSIS_AGENT_HEAD_LEARNT_H */
