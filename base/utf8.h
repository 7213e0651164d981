/* utf8.h - take apart text that may or may not be UTF-8
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_UTF8_H
#define MITOSIS_BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character at 'text' has, 1 to 4, or 0 when the bytes
 * there are not UTF-8.  'text' ends with a NUL, which is a character too.
 */
size_t utf8_length(const char *text);

#endif /* !MITOSIS_BASE_UTF8_H */
