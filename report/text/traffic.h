/* traffic.h - who talks to whom, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_TRAFFIC_H
#define MITOSIS_REPORT_TEXT_TRAFFIC_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print the messages between ranks, their sizes, one-sided traffic, the
 * communicators and the collective calls.
 */
void traffic_print(const struct run *run, struct columns *p);

#endif /* !MITOSIS_REPORT_TEXT_TRAFFIC_H */
