/* report_timeline.h - the timeline of a run, by the traces beside its report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_REPORT_TIMELINE_H
#define MITOSIS_COMMAND_COMMON_REPORT_TIMELINE_H

#include "report/export/timeline.h"
#include "report/model/run.h"

/* Make the timeline of the run whose report is that file, of the traces of all
 * its generations; what cannot be drawn is told in its 'missing'.  Returns
 * what is given back with timeline_destroy(), or NULL when the run has no
 * trace or there is no memory.
 */
struct timeline *report_timeline(const char *report, const struct run *run);

#endif /* !MITOSIS_COMMAND_COMMON_REPORT_TIMELINE_H */
