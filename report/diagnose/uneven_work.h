/* uneven_work.h - causes: some ranks have more to do than others
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_UNEVEN_WORK_H
#define MITOSIS_REPORT_DIAGNOSE_UNEVEN_WORK_H

#include "report/diagnose/causes.h"
#include "report/diagnose/evidence.h"

/* Add how unevenly the ranks compute, if they do. */
void uneven_work_find(const struct evidence *e, struct causes *f);

#endif /* !MITOSIS_REPORT_DIAGNOSE_UNEVEN_WORK_H */
