/* run_table.h - several runs of a program, a row each, beside the first one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_RUN_TABLE_H
#define MITOSIS_REPORT_TEXT_RUN_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "report/model/run.h"

struct emit;

/* Runs, and what they are called. */
struct run_table {
    size_t count; /* at least 1 */
    struct run *const *run;
    const char *const *name;
};

/* Print it, lines of 80 columns at most. */
void run_table_print(const struct run_table *t, FILE *out);

/* The same for a page of Markdown. */
void run_table_print_markdown(const struct run_table *t, FILE *out);

/* The same for other programs: an array of objects. */
void run_table_emit(const struct run_table *t, struct emit *e);

#endif /* !MITOSIS_REPORT_TEXT_RUN_TABLE_H */
