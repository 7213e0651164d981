/* json.h - a run as the report's JSON
 *
 * doc/profile-format.md explains the names.  save.h puts it into a file,
 * read.h reads it back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_JSON_H
#define MITOSIS_REPORT_JSON_JSON_H

#include <stdio.h>

#include "report/model/run.h"

/* Write 'run' to 'out'.  The caller asks ferror() how it went. */
void json_print(const struct run *run, FILE *out);

#endif /* !MITOSIS_REPORT_JSON_JSON_H */
