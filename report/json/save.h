/* save.h - put a report, or what is made of one, into a file, whole or not at
 * all
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_JSON_SAVE_H
#define MITOSIS_REPORT_JSON_SAVE_H

#include <stdio.h>

#include "report/model/run.h"

enum { SAVE_PATH = 4096 };

/* Writes 'what' to 'out'.  Returns -1 with errno when it cannot; what the
 * stream itself failed at is found out by its caller.
 */
typedef int save_printer(const void *what, FILE *out);

/* Have what 'print' writes in the file 'path', over what was there, in one
 * step: a reader sees the old file or the new one.  What is not a plain file,
 * such as a pipe, is written to as it is; "-" is stdout.  Returns -1 with the
 * reason in 'err'; the old file is kept then, and nothing else left behind.
 */
int save_print(const char *path,
               save_printer *print,
               const void *what,
               struct error *err);

/* Find out whether save_print() could write there, for who is going to work
 * long for what is written.  Returns -1 with the reason in 'err'.
 */
int save_check(const char *path, struct error *err);

/* The same as save_print() of 'run' as JSON. */
int save_over(const struct run *run, const char *path, struct error *err);

/* Write 'run' as JSON to a new file in 'folder' (empty: the current one),
 * NAME.mitosis.json or, when there is one, NAME.2.mitosis.json and so on;
 * NAME is that of the job.  Its name goes into 'path'.  Fails as save_over()
 * does.
 */
int save_new(const struct run *run,
             const char *folder,
             char path[SAVE_PATH],
             struct error *err);

#endif /* !MITOSIS_REPORT_JSON_SAVE_H */
