/* print_words.h - text for people, broken into lines between words
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_PRINT_WORDS_H
#define MITOSIS_BASE_PRINT_WORDS_H

#include <stddef.h>
#include <stdio.h>

/* Print 'text', where the line is at column 'from' already, in lines of at
 * most 'width' columns that all begin there, and end the last one.  A word
 * that no line has room for is broken.
 */
void print_words(FILE *out, const char *text, size_t from, size_t width);

#endif /* !MITOSIS_BASE_PRINT_WORDS_H */
