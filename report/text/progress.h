/* progress.h - how a run developed over time, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_PROGRESS_H
#define MITOSIS_REPORT_TEXT_PROGRESS_H

#include "report/model/run.h"
#include "report/text/columns.h"

/* Print the iterations, or why there are none, and the loops. */
void progress_print(const struct run *run, struct columns *p);

enum { PROGRESS_TEXT = 96 };

/* How long an iteration takes: "131 us (median)", with the mean where that is
 * quite another.
 */
void progress_iteration(const struct run_iterations *it,
                        char text[PROGRESS_TEXT]);

/* How many changes there were: "17 changes, 2 given up". */
void progress_count(const struct run_change *change,
                    size_t count,
                    char text[PROGRESS_TEXT]);

/* Print a line on the changes, if there were any. */
void progress_summary(const struct run *run, struct columns *p);

/* Whether iterations get slower or faster by more than they differ anyway. */
bool progress_has_trend(const struct run_iterations *it);

#endif /* !MITOSIS_REPORT_TEXT_PROGRESS_H */
