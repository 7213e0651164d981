/* history_page.c - the history of programs as a page for the browser
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "report/export/html_parts.h"
#include "report/export/html_text.h"
#include "report/history/history_change.h"
#include "report/history/history_json.h"
#include "report/history/history_page.h"
#include "report/history/history_words.h"
#include "report/model/units.h"

enum { TITLE = 400 };

static void title_of(const struct history *h, char text[TITLE])
{
    if (h->count == 1)
        snprintf(text, TITLE, "History of %.300s",
                 *h->program->name ? h->program->name : "a program");
    else
        snprintf(text, TITLE, "History of %zu programs", h->count);
}

/* From which day to which, of all runs. */
static void put_span(const struct history *h, FILE *out)
{
    uint64_t first = UINT64_MAX, last = 0;
    char from[HISTORY_MOMENT], to[HISTORY_MOMENT], text[TITLE];

    for (size_t i = 0; i < h->runs; i++) {
        uint64_t ns = h->run[i].started_ns;

        first = ns < first ? ns : first;
        last = ns > last ? ns : last;
    }
    history_words_moment(first, from);
    history_words_moment(last, to);
    snprintf(text, sizeof(text), "%zu run%s, %s%s%s (UTC).%s", h->runs,
             unit_plural(h->runs), from, h->runs > 1 ? " to " : "",
             h->runs > 1 ? to : "",
             h->twice > 0 ? " Reports of a run that is there already were "
                            "left out."
                          : "");
    html_text_put_paragraph("length", text, out);
}

/* What is known of the series that was run last. */
static void put_newest(const struct history *h, FILE *out)
{
    char ranks[HISTORY_RANKS], words[HISTORY_WORDS];
    char text[HISTORY_WORDS + HISTORY_RANKS + 200];
    const struct history_series *s = NULL;
    const struct history_run *run = history_newest(h, &s);

    if (!run)
        return;
    if (s->changes > 0)
        history_words_change(s, &s->change[s->changes - 1], words);
    else
        history_words_steady(s, words);
    history_ranks(run, ranks);
    snprintf(text, sizeof(text), "%.100s, %s: %s", run->program, ranks, words);
    html_text_put_paragraph("limit", text, out);
}

static int put_data(const struct history *h, FILE *out)
{
    char *json = NULL;
    size_t len;
    FILE *memory = open_memstream(&json, &len);
    int rc = 0;

    if (!memory)
        return -1;
    history_json_print(h, memory);
    if (fclose(memory) != 0)
        rc = -1;
    if (rc == 0)
        html_text_put_json(json, len, out);
    free(json);
    return rc;
}

int history_page_print(const struct history *h, FILE *out)
{
    char title[TITLE];
    int rc;

    title_of(h, title);
    fputs(html_history_part[HTML_TITLE], out);
    html_text_put(title, out);
    fputs(html_history_part[HTML_ANSWER], out);
    fputs("<h1>", out);
    html_text_put(title, out);
    fputs("</h1>\n", out);
    put_span(h, out);
    put_newest(h, out);
    fputs(html_history_part[HTML_DATA], out);
    rc = put_data(h, out);
    fputs(html_history_part[HTML_PLACES], out);
    return rc;
}
