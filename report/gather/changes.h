/* changes.h - what the agent noted of a job: changes, policies, incidents
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_GATHER_CHANGES_H
#define MITOSIS_REPORT_GATHER_CHANGES_H

#include "report/model/run.h"

/* Read what the agent noted in the job's folder into run->change, and find
 * when it was and what the iterations took before and after; what policies
 * saw and answered into run->policy; and what befell the job while it ran into
 * run->incident.  The run's generations must be there.
 * Returns -1 with the reason in 'err'.
 */
int changes_read(struct run *run, const char *folder, struct error *err);

#endif /* !MITOSIS_REPORT_GATHER_CHANGES_H */
