/* read.h - read a report back
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_READ_H
#define MITOSIS_REPORT_JSON_READ_H

#include "report/model/run.h"

/* Read the report in the file 'path'.  Returns the run, to be given back with
 * run_destroy(), or NULL with what is wrong with the file in 'err': that it
 * cannot be read, is cut off, is no report, comes from a newer version, or
 * which value in it is not what it should be.
 */
struct run *json_read(const char *path, struct error *err);

/* Read the lines of the file 'path', each a change of the job, into
 * run->change.  No file means no changes; a line that is none is told in
 * run->unseen, but for a last one that is cut off.  Returns -1 with the reason
 * in 'err'.
 */
int json_read_changes(const char *path, struct run *run, struct error *err);

/* The same of what its policies saw and answered, into run->policy. */
int json_read_policies(const char *path, struct run *run, struct error *err);

#endif /* !MITOSIS_REPORT_JSON_READ_H */
