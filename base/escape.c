/* escape.c - text of others for a terminal, or for a shell
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/escape.h"

void escape_control(char *text)
{
    unsigned char *at = (unsigned char *)text;

    for (; *at; at++)
        if (at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
            at[0] = at[1] = '?'; /* the second half of Latin-1's */
        else if ((*at < ' ' && *at != '\n' && *at != '\t') || *at == 0x7f)
            *at = '?';
}

void escape_line(char *text)
{
    while ((text = strchr(text, '\n')))
        *text = ' ';
}

/* What means nothing to a shell, wherever in a word it is. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "0123456789_-+./,:=@%";

void escape_shell(FILE *out, const char *word)
{
    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}
