/* word.h - compare names as people write them
 *
 * Cases are the same, and so are '-' and '_'.  The locale is not asked: in a
 * program that is watched it is not ours.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_BASE_WORD_H
#define MITOSIS_BASE_WORD_H

#include <stdbool.h>
#include <stddef.h>

/* The letter that 'c' counts as: in lower case, '_' for '-'. */
char word_letter(char c);

/* Whether the 'len' letters at 'a', none of them a NUL, are the word 'b'. */
bool word_is(const char *a, size_t len, const char *b);

#endif /* !MITOSIS_BASE_WORD_H */
