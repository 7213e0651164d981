/* html.c - a run as a page for the browser, all in one file
 *
 * Two kinds of text get into the page: sentences between tags, in which what
 * HTML would take for its own is written as entities, and JSON, in which '<'
 * is written as an escape.  So the JSON can neither end the element that it
 * stands in nor begin another one, whatever names it holds.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "report/export/html.h"
#include "report/export/html_data.h"
#include "report/export/html_parts.h"
#include "report/text/summary.h"
#include "report/text/verdict_lines.h"

enum { LONGEST_UNIT = 3 };

/* ---- sentences ---- */

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

static void put_text(const char *text, FILE *out)
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

/* A line may end after a slash, so that long paths do not end in the middle of
 * a name.
 */
static void put_heading(const struct run *run, FILE *out)
{
    char text[SUMMARY_TEXT], *part = text, *slash;

    summary_program(run, text);
    while ((slash = strchr(part, '/'))) {
        *slash = '\0';
        put_text(part, out);
        fputs("/<wbr>", out);
        part = slash + 1;
    }
    put_text(part, out);
}

static void put_title(const struct run *run, FILE *out)
{
    char text[SUMMARY_TEXT];

    summary_program(run, text);
    put_text(text, out);
}

static void put_paragraph(const char *class, const char *text, FILE *out)
{
    if (!*text)
        return;
    fprintf(out, "<p class=\"%s\">", class);
    put_text(text, out);
    fputs("</p>\n", out);
}

static void put_comparison(const struct compare *c, FILE *out)
{
    char text[COMPARE_TEXT];

    fputs("<h2>Compared with the other run</h2>\n", out);
    compare_answer(c, text);
    put_paragraph("compared", text, out);
    compare_terms(c, text);
    put_paragraph("compared", text, out);
}

static void put_term(const char *name, const char *text, FILE *out)
{
    if (!*text)
        return;
    fprintf(out, "<div><dt>%s</dt><dd class=\"%s\">", name, name);
    put_text(text, out);
    fputs("</dd></div>\n", out);
}

/* The cause, and below it the line, the advice and what it is worth. */
static void put_verdict(const struct run *run,
                        const struct run_verdict *v,
                        const char *class,
                        FILE *out)
{
    char text[VERDICT_LINES_TEXT];

    verdict_lines_cause(v, text);
    put_paragraph(class, text, out);
    if (!v->cause || (!*v->line && !*v->advice))
        return;
    fputs("<dl class=\"verdict\">\n", out);
    verdict_lines_place(v, text);
    put_term("line", text, out);
    put_term("advice", v->advice, out);
    verdict_lines_worth(run, v, text);
    put_term("worth", text, out);
    fputs("</dl>\n", out);
}

static void put_answer(const struct run *run,
                       const struct compare *c,
                       FILE *out)
{
    char text[SUMMARY_TEXT];

    fputs("<h1>", out);
    put_heading(run, out);
    fputs("</h1>\n", out);
    summary_length(run, text);
    put_paragraph(run->complete ? "length" : "length failed", text, out);
    put_verdict(run, &run->verdict, "limit", out);
    if (run->second.cause)
        put_verdict(run, &run->second, "limit second", out);
    summary_changes(run, text);
    put_paragraph("changes", text, out);
    if (c)
        put_comparison(c, out);
}

/* ---- data ---- */

/* JSON has '<' in its strings only. */
static void put_json(const char *json, size_t len, FILE *out)
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

static int put_data(const struct run *run,
                    const struct compare *c,
                    const char *link,
                    FILE *out)
{
    char *json = NULL;
    size_t len;
    FILE *memory = open_memstream(&json, &len);
    int rc;

    if (!memory)
        return -1;
    rc = html_data_print(run, c, link, memory);
    if (fclose(memory) != 0)
        rc = -1;
    if (rc == 0)
        put_json(json, len, out);
    free(json);
    return rc;
}

/* An address of a kind that a browser hands on, and does not run itself. */
int html_check_link(const char *link, struct error *err)
{
    size_t scheme = strspn(link, "abcdefghijklmnopqrstuvwxyz0123456789+.-");

    if (!*link)
        return 0;
    if (scheme == 0 || link[scheme] != ':' || !strstr(link, "%f")
        || strncmp(link, "javascript:", 11) == 0
        || strncmp(link, "data:", 5) == 0)
        return error_set(err,
                         "\"%.500s\" is no address for lines of code, such "
                         "as file://%%f or vscode://file%%f:%%l",
                         link);
    return 0;
}

int html_print(const struct run *run,
               const struct compare *c,
               const char *link,
               FILE *out)
{
    int rc;

    fputs(html_part[HTML_TITLE], out);
    put_title(run, out);
    fputs(html_part[HTML_ANSWER], out);
    put_answer(run, c, out);
    fputs(html_part[HTML_DATA], out);
    rc = put_data(run, c, link, out);
    fputs(html_part[HTML_PLACES], out);
    return rc;
}
