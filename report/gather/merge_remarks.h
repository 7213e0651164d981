/* merge_remarks.h - join what runs say could not be seen
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_MERGE_REMARKS_H
#define MITOSIS_REPORT_GATHER_MERGE_REMARKS_H

#include "report/model/run.h"

/* Add the sentences of 'from' to those of 'to'.  What both say is said once;
 * of sentences that begin with a count, and differ in nothing but numbers,
 * the numbers are added up.  Returns -1 without memory.
 */
int merge_remarks_join(struct run *to, const struct run *from);

#endif /* !MITOSIS_REPORT_GATHER_MERGE_REMARKS_H */
