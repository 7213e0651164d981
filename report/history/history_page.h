/* history_page.h - the history of programs as a page for the browser
 *
 * As report/export/html.h says: all in one file, which fetches nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_PAGE_H
#define MITOSIS_REPORT_HISTORY_HISTORY_PAGE_H

#include <stdio.h>

#include "report/history/history.h"

/* Write the page to 'out'; the caller asks ferror() how that went.  Returns -1
 * with errno when there is no memory.
 */
int history_page_print(const struct history *h, FILE *out);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_PAGE_H */
