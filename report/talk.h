/* talk.h - who talks to whom, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TALK_H
#define MITOSIS_REPORT_TALK_H

#include "report/paper.h"
#include "report/run.h"

/* Print the messages between ranks, their sizes, one-sided traffic, the
 * communicators and the collective calls.
 */
void talk_print(const struct run *run, struct paper *p);

#endif /* !MITOSIS_REPORT_TALK_H */
