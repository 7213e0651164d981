/* html_parts.h - the pages, but for what differs from one to the next
 *
 * tools/gen-page.lua makes the text of it from the files in
 * report/export/page/.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_HTML_PARTS_H
#define MITOSIS_REPORT_EXPORT_HTML_PARTS_H

/* What is put between the parts. */
enum html_place { HTML_TITLE, HTML_ANSWER, HTML_DATA, HTML_PLACES };

/* The part before each place, and the one after the last, of the page of a
 * report and of that of a history.
 */
extern const char *const html_part[HTML_PLACES + 1];
extern const char *const html_history_part[HTML_PLACES + 1];

#endif /* !MITOSIS_REPORT_EXPORT_HTML_PARTS_H */
