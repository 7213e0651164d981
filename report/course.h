/* course.h - how a run developed over time, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COURSE_H
#define MITOSIS_COURSE_H

#include "report/paper.h"
#include "report/run.h"

/* Print the iterations, or why there are none, and the loops. */
void course_print(const struct run *run, struct paper *p);

/* Print a line on the changes, if there were any. */
void course_summary(const struct run *run, struct paper *p);

#endif /* !MITOSIS_COURSE_H */
