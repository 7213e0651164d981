/* site_lines.h - in which lines of the program the sites of a recording are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_RECORD_SITE_LINES_H
#define MITOSIS_FORESEE_RECORD_SITE_LINES_H

#include "foresee/record/recording.h"
#include "report/model/run.h"

/* Have the sites name their lines, as the report of the same run tells them;
 * the texts stay the report's.  Where several lines may be meant none is
 * named.
 */
void site_lines_find(struct recording *r, const struct run *run);

#endif /* !MITOSIS_FORESEE_RECORD_SITE_LINES_H */
