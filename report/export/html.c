/* html.c - a run as a page for the browser, all in one file
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/export/html.h"
#include "report/export/html_data.h"
#include "report/export/html_parts.h"
#include "report/export/html_text.h"
#include "report/text/summary.h"
#include "report/text/verdict_lines.h"

/* ---- sentences ---- */

/* A line may end after a slash, so that long paths do not end in the middle of
 * a name.
 */
static void put_heading(const struct run *run, FILE *out)
{
    char text[SUMMARY_TEXT], *part = text, *slash;

    summary_program(run, text);
    while ((slash = strchr(part, '/'))) {
        *slash = '\0';
        html_text_put(part, out);
        fputs("/<wbr>", out);
        part = slash + 1;
    }
    html_text_put(part, out);
}

static void put_title(const struct run *run, FILE *out)
{
    char text[SUMMARY_TEXT];

    summary_program(run, text);
    html_text_put(text, out);
}

static void put_comparison(const struct compare *c, FILE *out)
{
    char text[COMPARE_TEXT];

    fputs("<h2>Compared with the other run</h2>\n", out);
    compare_answer(c, text);
    html_text_put_paragraph("compared", text, out);
    compare_terms(c, text);
    html_text_put_paragraph("compared", text, out);
}

static void put_term(const char *name, const char *text, FILE *out)
{
    if (!*text)
        return;
    fprintf(out, "<div><dt>%s</dt><dd class=\"%s\">", name, name);
    html_text_put(text, out);
    fputs("</dd></div>\n", out);
}

/* The cause, and below it the line, the advice and what it is worth. */
static void put_verdict(const struct run *run,
                        const struct run_verdict *v,
                        const char *class,
                        FILE *out)
{
    char text[VERDICT_LINES_TEXT];

    verdict_lines_cause(run, v, text);
    html_text_put_paragraph(class, text, out);
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
    html_text_put_paragraph(run->complete ? "length" : "length failed", text,
                            out);
    put_verdict(run, &run->verdict, "limit", out);
    if (run->second.cause)
        put_verdict(run, &run->second, "limit second", out);
    summary_changes(run, text);
    html_text_put_paragraph("changes", text, out);
    if (c)
        put_comparison(c, out);
}

/* ---- data ---- */

static int put_data(const struct run *run,
                    const struct compare *c,
                    const struct timeline *t,
                    const char *link,
                    FILE *out)
{
    char *json = NULL;
    size_t len;
    FILE *memory = open_memstream(&json, &len);
    int rc;

    if (!memory)
        return -1;
    rc = html_data_print(run, c, t, link, memory);
    if (fclose(memory) != 0)
        rc = -1;
    if (rc == 0)
        html_text_put_json(json, len, out);
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
               const struct timeline *t,
               const char *link,
               FILE *out)
{
    int rc;

    fputs(html_part[HTML_TITLE], out);
    put_title(run, out);
    fputs(html_part[HTML_ANSWER], out);
    put_answer(run, c, out);
    fputs(html_part[HTML_DATA], out);
    rc = put_data(run, c, t, link, out);
    fputs(html_part[HTML_PLACES], out);
    return rc;
}
