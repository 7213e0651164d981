/* utf8.c - take apart text that may or may not be UTF-8
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/utf8.h"

/* By first byte: how long, and which second bytes rule out overlong forms,
 * surrogates and what is beyond Unicode.
 */
static const struct {
    unsigned char first, last;
    unsigned char length;
    unsigned char low, high;
} forms[] = {
    { 0x00, 0x7f, 1, 0, 0 },       { 0xc2, 0xdf, 2, 0x80, 0xbf },
    { 0xe0, 0xe0, 3, 0xa0, 0xbf }, { 0xe1, 0xec, 3, 0x80, 0xbf },
    { 0xed, 0xed, 3, 0x80, 0x9f }, { 0xee, 0xef, 3, 0x80, 0xbf },
    { 0xf0, 0xf0, 4, 0x90, 0xbf }, { 0xf1, 0xf3, 4, 0x80, 0xbf },
    { 0xf4, 0xf4, 4, 0x80, 0x8f },
};

size_t utf8_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (at[0] < forms[i].first || at[0] > forms[i].last)
            continue;
        if (forms[i].length > 1
            && (at[1] < forms[i].low || at[1] > forms[i].high))
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if (at[k] < 0x80 || at[k] > 0xbf)
                return 0;
        return forms[i].length;
    }
    return 0;
}
