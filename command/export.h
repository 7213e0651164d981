/* export.h - a report in the forms that other tools read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_EXPORT_H
#define MITOSIS_COMMAND_EXPORT_H

#include <stdbool.h>

#include "report/model/run.h"

/* What was asked for; all may be NULL. */
struct export
{
    const char *csv;   /* the name of a table */
    const char *place; /* hosts to place ranks on */
    const char *trace; /* the file to write to */
    bool dot;
};

/* Whether anything was. */
bool export_wanted(const struct export *x);

/* Print what was asked for of 'run', which was read from 'file', or write it
 * to its file.  Returns an exit status; failures are told.
 */
int export_run(const struct export *x,
               const struct run *run,
               const char *file);

#endif /* !MITOSIS_COMMAND_EXPORT_H */
