/* text.h - a run as text, in the order in which one asks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TEXT_H
#define MITOSIS_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "report/run.h"

/* Print all of 'run' to 'out', with bars and curves in UTF-8 if the reader
 * has it (see paper_utf8()).
 */
void text_print(const struct run *run, FILE *out, bool utf8);

/* Print a short table: what limits the run, where the time went, the top
 * call sites, the iterations, and that the report is in the file 'where'
 * (NULL: it does not say).
 */
void text_summary(const struct run *run,
                  const char *where,
                  FILE *out,
                  bool utf8);

#endif /* !MITOSIS_TEXT_H */
