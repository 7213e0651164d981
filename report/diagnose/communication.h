/* communication.h - causes: what is communicated takes long by itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_COMMUNICATION_H
#define MITOSIS_REPORT_DIAGNOSE_COMMUNICATION_H

#include "report/diagnose/causes.h"
#include "report/diagnose/evidence.h"

/* Add what takes long to communicate, if anything does. */
void communication_find(const struct evidence *e, struct causes *f);

#endif /* !MITOSIS_REPORT_DIAGNOSE_COMMUNICATION_H */
