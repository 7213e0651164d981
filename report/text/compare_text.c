/* compare_text.c - the comparison of two runs, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/model/units.h"
#include "report/text/columns.h"
#include "report/text/compare_text.h"

enum { ROWS = 12 };

static const struct {
    const char *title;
    const char *head;
} lists[COMPARE_LISTS] = {
    [COMPARE_PARTS] = { "Where did the time of a rank go", "on average" },
    [COMPARE_CALLS] = { "Which calls", "call, in a rank on average" },
    [COMPARE_SITES] = { "Which places", "place, in a rank on average" },
    [COMPARE_RANKS] = { "Which ranks compute differently", "rank" },
};

static void print_row(const struct compare_row *row, struct columns *p)
{
    double more = row->after - row->before;
    char share[24] = "new", by[40];

    if (row->before > 0)
        snprintf(share, sizeof(share), "%+.0f %%", 100 * more / row->before);
    snprintf(by, sizeof(by), "%c%s", more < 0 ? '-' : '+',
             unit_time(fabs(more)).text);
    fprintf(p->out, "  %s %9s %9s %10s %9s\n",
            columns_fit(p, row->name, 36, true), unit_time(row->before).text,
            unit_time(row->after).text, by, share);
}

static void print_list(const struct compare *c,
                       enum compare_list list,
                       struct columns *p)
{
    const struct compare_rows *rows = &c->list[list];
    size_t shown = rows->count < ROWS ? rows->count : ROWS;

    if (rows->count == 0)
        return;
    columns_title(p, lists[list].title);
    fprintf(p->out, "  %-36s %9s %9s %10s\n", lists[list].head, "before",
            "after", "difference");
    for (size_t i = 0; i < shown; i++)
        print_row(&rows->of[i], p);
    if (rows->count > shown)
        fprintf(p->out, "  and %zu others that differ less\n",
                rows->count - shown);
}

void compare_text_print(const struct compare *c, const char *name, FILE *out)
{
    bool timed = run_timed(c->before) && run_timed(c->after);
    char text[COMPARE_TEXT];
    struct columns p;

    columns_start(&p, out, columns_utf8());
    columns_wrap(&p, 0, "Compared with %s", columns_fit(&p, name, 200, false));
    compare_answer(c, text);
    columns_wrap(&p, 2, "%s", text);
    compare_terms(c, text);
    if (text[0]) {
        columns_title(&p, "In what else they differ");
        columns_wrap(&p, 2, "%s", text);
    }
    for (int list = 0; list < COMPARE_LISTS && timed; list++)
        print_list(c, list, &p);
    if (!timed)
        columns_wrap(&p, 2, "The calls of one of them were not timed.");
    columns_finish(&p);
}
