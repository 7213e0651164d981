/* html.h - a run as a page for the browser, all in one file
 *
 * The page fetches nothing and runs only its own script: texts of the run get
 * into it as texts, and its policy forbids the browser anything else.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_HTML_H
#define MITOSIS_REPORT_EXPORT_HTML_H

#include <stdio.h>

#include "report/export/timeline.h"
#include "report/text/compare.h"

/* Whether lines of code can lead to the address 'link', in which %f is a file
 * and %l the line; empty for nowhere.  Returns -1 with the reason in 'err'.
 */
int html_check_link(const char *link, struct error *err);

/* Write the page of 'run' to 'out', with the comparison 'c' of it with another
 * run and the timeline 't' if they are not NULL, and lines of code that lead
 * to 'link'; the caller asks ferror() how that went.  Returns -1 with errno
 * when there is no memory.
 */
int html_print(const struct run *run,
               const struct compare *c,
               const struct timeline *t,
               const char *link,
               FILE *out);

#endif /* !MITOSIS_REPORT_EXPORT_HTML_H */
