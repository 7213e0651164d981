/* html_data.h - what the page of a report draws, as JSON
 *
 * "report" has the names and meanings of doc/profile-format.md, without what
 * can be long.  That is beside it in a shorter form: "ranks" has a list for
 * each name of a rank, "grids" who sent to whom, "sizes" all messages by size,
 * "compare", if there is another run, its times and this one's, "timeline", if
 * there is a trace, what each rank did when, and "link" where lines of code
 * lead to.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_HTML_DATA_H
#define MITOSIS_REPORT_EXPORT_HTML_DATA_H

#include <stdio.h>

#include "report/export/timeline.h"
#include "report/text/compare.h"

/* Write it to 'out', with the comparison 'c' of it with another run and the
 * timeline 't' if they are not NULL; the caller asks ferror() how that went.
 * Returns -1 when there is no memory.
 */
int html_data_print(const struct run *run,
                    const struct compare *c,
                    const struct timeline *t,
                    const char *link,
                    FILE *out);

#endif /* !MITOSIS_REPORT_EXPORT_HTML_DATA_H */
