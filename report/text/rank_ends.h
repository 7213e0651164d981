/* rank_ends.h - how ranks ended, and where those are that have not
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_RANK_ENDS_H
#define MITOSIS_REPORT_TEXT_RANK_ENDS_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print where each rank was that did not finish, those together that were in
 * the same place; 'most' lines at most.
 */
void rank_ends_print(const struct run *run, struct columns *p, size_t most);

#endif /* !MITOSIS_REPORT_TEXT_RANK_ENDS_H */
