/* history_text.h - the history of programs as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_TEXT_H
#define MITOSIS_REPORT_HISTORY_HISTORY_TEXT_H

#include <stdio.h>

#include "report/history/history.h"

/* Print it, lines of 80 columns at most. */
void history_text_print(const struct history *h, FILE *out);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_TEXT_H */
