/* compare_text.h - the comparison of two runs, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_COMPARE_TEXT_H
#define MITOSIS_REPORT_TEXT_COMPARE_TEXT_H

#include <stdio.h>

#include "report/text/compare.h"

/* Print it, lines of 80 columns at most; 'name' is that of the other one. */
void compare_text_print(const struct compare *c, const char *name, FILE *out);

#endif /* !MITOSIS_REPORT_TEXT_COMPARE_TEXT_H */
