/* escape.c - text of others as a string of JSON, or for a terminal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stddef.h>

#include "base/escape.h"

/* How many bytes the letter at 'at' has; 0 when that is no UTF-8: cut off, in
 * more bytes than it takes, half of a pair, or beyond the last one.
 */
static size_t letter(const unsigned char *at)
{
    static const unsigned long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t bytes = *at < 0x80             ? 1
                   : (*at & 0xe0) == 0xc0 ? 2
                   : (*at & 0xf0) == 0xe0 ? 3
                   : (*at & 0xf8) == 0xf0 ? 4
                                          : 0;
    unsigned long code = bytes > 1 ? *at & (0x7fU >> bytes) : *at;

    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    if (bytes == 0 || code < least[bytes] || code > 0x10ffff
        || (code >= 0xd800 && code < 0xe000))
        return 0;
    return bytes;
}

void escape_print(const char *text, FILE *out)
{
    const unsigned char *at = (const unsigned char *)text;

    putc('"', out);
    while (*at) {
        size_t bytes = letter(at);

        if (*at == '"' || *at == '\\')
            fprintf(out, "\\%c", *at);
        else if (*at < ' ' || *at == 0x7f)
            fprintf(out, "\\u%04x", *at);
        else if (bytes == 0)
            fputs("\\ufffd", out);
        else
            fwrite(at, 1, bytes, out);
        at += bytes > 0 ? bytes : 1;
    }
    putc('"', out);
}

void escape_control(char *text)
{
    unsigned char *at = (unsigned char *)text;

    for (; *at; at++)
        if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?'; /* the second half of Latin-1's */
        else if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
            *at = '?';
}
