/* incidents.h - what befell a job while it ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_INCIDENTS_H
#define MITOSIS_REPORT_GATHER_INCIDENTS_H

#include "report/model/run.h"

/* Read what was noted in the job's folder into run->incident.  No file means
 * none.  Returns -1 without memory.
 */
int incidents_read(struct run *run, const char *folder);

#endif /* !MITOSIS_REPORT_GATHER_INCIDENTS_H */
