/* late_ranks.h - causes: ranks come late, although all have equally much to do
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_LATE_RANKS_H
#define MITOSIS_REPORT_DIAGNOSE_LATE_RANKS_H

#include "report/diagnose/causes.h"
#include "report/diagnose/evidence.h"

/* Add whom the ranks wait for, if that is not for more work. */
void late_ranks_find(const struct evidence *e, struct causes *f);

#endif /* !MITOSIS_REPORT_DIAGNOSE_LATE_RANKS_H */
