/* append_text.h - texts of a bounded length that are put together in pieces
 *
 *     char text[80] = "";
 *     append_text(text, sizeof(text), "%d ranks", ranks);
 *     append_text(text, sizeof(text), " on %d hosts", hosts);
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_APPEND_TEXT_H
#define MITOSIS_BASE_APPEND_TEXT_H

#include <stddef.h>

/* Print behind what is in 'text' already, which has room for 'size' bytes with
 * the NUL at its end.  What does not fit is cut off.
 */
void append_text(char *text, size_t size, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif /* !MITOSIS_BASE_APPEND_TEXT_H */
