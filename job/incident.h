/* incident.h - what befell a job and is to be in its report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_INCIDENT_H
#define MITOSIS_JOB_INCIDENT_H

/* Note in the job's folder that it happened now: 'what' is a sentence without
 * its full stop.  Where there is no room it is not noted.
 */
void incident_note(const char *folder, const char *what);

#endif /* !MITOSIS_JOB_INCIDENT_H */
