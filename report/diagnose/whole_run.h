/* whole_run.h - causes: cores, files, start-up and changes of the job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_WHOLE_RUN_H
#define MITOSIS_REPORT_DIAGNOSE_WHOLE_RUN_H

#include "report/diagnose/causes.h"
#include "report/diagnose/evidence.h"

/* Add what is beyond computing and communicating. */
void whole_run_find(const struct evidence *e, struct causes *f);

#endif /* !MITOSIS_REPORT_DIAGNOSE_WHOLE_RUN_H */
