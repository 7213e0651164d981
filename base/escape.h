/* escape.h - text as a string of JSON
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_ESCAPE_H
#define MITOSIS_BASE_ESCAPE_H

#include <stdio.h>

/* Print 'text' with its quotation marks.  What is UTF-8 stays as it is; a byte
 * that is none becomes U+FFFD, so that whoever reads it gets valid JSON.
 */
void escape_print(const char *text, FILE *out);

#endif /* !MITOSIS_BASE_ESCAPE_H */
