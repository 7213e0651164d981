/* html_text.h - texts and data on their way into a page
 *
 * Two kinds of text get into a page: sentences between tags, in which what
 * HTML would take for its own is written as entities, and JSON, in which '<'
 * is written as an escape.  So the JSON can neither end the element that it
 * stands in nor begin another one, whatever names it holds.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_EXPORT_HTML_TEXT_H
#define MITOSIS_REPORT_EXPORT_HTML_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Write a sentence, whose numbers stay on a line with their units. */
void html_text_put(const char *text, FILE *out);

/* The same as a paragraph; nothing for an empty one. */
void html_text_put_paragraph(const char *class, const char *text, FILE *out);

/* Write the 'len' bytes of JSON. */
void html_text_put_json(const char *json, size_t len, FILE *out);

#endif /* !MITOSIS_REPORT_EXPORT_HTML_TEXT_H */
