/* print_words.c - text for people, broken into lines between words
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/print_words.h"

void print_words(FILE *out, const char *text, size_t from, size_t width)
{
    size_t at = from;

    while (*text) {
        size_t len = strcspn(text, " ");

        if (len > width - from)
            len = width - from; /* a part of a word */
        if (at > from && at + 1 + len > width) {
            fprintf(out, "\n%*s", (int)from, "");
            at = from;
        }
        at += (size_t)fprintf(out, "%s%.*s", at > from ? " " : "", (int)len,
                              text);
        text += len + (text[len] == ' ');
    }
    fprintf(out, "\n");
}
