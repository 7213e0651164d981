/* word.c - compare names as people write them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/word.h"

char word_letter(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

bool word_is(const char *a, size_t len, const char *b)
{
    for (size_t i = 0; i < len; i++)
        if (word_letter(a[i]) != word_letter(b[i]))
            return false;
    return b[len] == '\0';
}
