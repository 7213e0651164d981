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

#include "base/emit.h"
#include "report/model/run.h"

/* Write 'run' to 'out'.  The caller asks ferror() how it went. */
void json_print(const struct run *run, FILE *out);

/* Write 'run' as a value within other JSON; 'key' is as for emit_object(). */
void json_emit(const struct run *run, struct emit *e, const char *key);

/* Write a moment of CLOCK_REALTIME, "2026-03-01T12:00:00.000Z". */
void json_emit_moment(struct emit *e, const char *key, uint64_t ns);

/* Write changes as those of a run: an array of that name. */
void json_emit_changes(const struct run_change *change,
                       size_t count,
                       struct emit *e,
                       const char *key);

#endif /* !MITOSIS_REPORT_JSON_JSON_H */
