/* html_text.c - texts and data on their way into a page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "report/export/html_text.h"

enum { LONGEST_UNIT = 3 };

static const char *entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* A space between a number and its unit, which is a short word, at which no
 * line shall end.
 */
static bool is_tied(const char *text, const char *start)
{
    return *text == ' ' && text > start && isdigit((unsigned char)text[-1])
           && (text[1] == '%' || strcspn(text + 1, " .,;)") <= LONGEST_UNIT);
}

/* The u of "12 us", which is written as it should be where it can. */
static bool is_micro(const char *text, const char *start)
{
    return *text == 'u' && text > start && is_tied(text - 1, start)
           && text[1] == 's' && strcspn(text, " .,;)") == 2;
}

void html_text_put(const char *text, FILE *out)
{
    const char *start = text;

    while (*text) {
        size_t len = utf8_length(text);

        if (is_tied(text, start))
            fputs("&nbsp;", out);
        else if (is_micro(text, start))
            fputs("\xc2\xb5", out);
        else if (entity(*text))
            fputs(entity(*text), out);
        else if (len == 0 || (unsigned char)*text < ' ' || *text == 0x7f)
            fputs("\xef\xbf\xbd", out); /* U+FFFD */
        else
            fwrite(text, 1, len, out);
        text += len ? len : 1;
    }
}

void html_text_put_paragraph(const char *class, const char *text, FILE *out)
{
    if (!*text)
        return;
    fprintf(out, "<p class=\"%s\">", class);
    html_text_put(text, out);
    fputs("</p>\n", out);
}

/* JSON has '<' in its strings only. */
void html_text_put_json(const char *json, size_t len, FILE *out)
{
    const char *end = json + len;

    while (json < end) {
        const char *stop = memchr(json, '<', (size_t)(end - json));

        fwrite(json, 1, (size_t)((stop ? stop : end) - json), out);
        if (!stop)
            return;
        fputs("\\u003c", out);
        json = stop + 1;
    }
}
