/* policies.h - what had a say in when a job was changed, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_POLICIES_H
#define MITOSIS_REPORT_TEXT_POLICIES_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print of each policy and protocol what it was, how often it was asked, what
 * it saw and answered last and what came of it.  Nothing when there was none.
 */
void policies_print(const struct run *run, struct columns *p);

#endif /* !MITOSIS_REPORT_TEXT_POLICIES_H */
