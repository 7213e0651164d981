/* efficiency_table.h - how well the ranks' time is used, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_EFFICIENCY_TABLE_H
#define MITOSIS_REPORT_TEXT_EFFICIENCY_TABLE_H

#include "report/model/run.h"
#include "report/text/columns.h"

enum { EFFICIENCY_TABLE_TEXT = 160 };

/* A table of the figures, of the whole run and of its iterations, each with
 * its mark; nothing where they are not known.
 */
void efficiency_table_print(const struct run *run, struct columns *p);

/* What is to be done about a factor of them, as efficiency_worst() calls it,
 * in a sentence; "" for NULL.
 */
const char *efficiency_table_advice(const char *factor);

/* What keeps the figures from telling all, in a sentence; "" for nothing. */
const char *efficiency_table_caution(const struct run *run);

/* The figures in a line: "parallel efficiency 50.0 %: load balance 62.5 %,
 * communication efficiency 80.0 %", or "parallel efficiency of the main
 * threads 50.0 %" where others did more; empty where they are not known.
 */
void efficiency_table_line(const struct run *run,
                           char text[EFFICIENCY_TABLE_TEXT]);

#endif /* !MITOSIS_REPORT_TEXT_EFFICIENCY_TABLE_H */
