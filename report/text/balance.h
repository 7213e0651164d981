/* balance.h - whether the ranks have equally much to do, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_BALANCE_H
#define MITOSIS_REPORT_TEXT_BALANCE_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print the ranks by how long they compute, and the hosts. */
void balance_print(const struct run *run, struct columns *p);

#endif /* !MITOSIS_REPORT_TEXT_BALANCE_H */
