/* csv.h - parts of a report as tables for spreadsheets and scripts
 *
 * Comma-separated as RFC 4180 says, with a line of names first; units are
 * those of the report, numbers have a point in every locale.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_CSV_H
#define MITOSIS_REPORT_EXPORT_CSV_H

#include <stdio.h>

#include "report/model/run.h"

/* Print the table 'name' of 'run' to 'out'; the caller asks ferror() how that
 * went.  Returns -1 with the tables that there are in 'err' if it is none.
 */
int csv_print(const struct run *run,
              const char *name,
              FILE *out,
              struct error *err);

#endif /* !MITOSIS_REPORT_EXPORT_CSV_H */
