/* verdict_lines.c - what limits a run, as text: cause, line, advice, worth
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <stdio.h>

#include "report/model/units.h"
#include "report/text/verdict_lines.h"

enum { LABEL = 4, LABELLED = 12 }; /* columns */

void verdict_lines_cause(const struct run *run,
                         const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT])
{
    if (v->cause && *v->cause)
        snprintf(text, VERDICT_LINES_TEXT, "%s%c%.200s. %s",
                 v == &run->second ? "Then: " : "",
                 toupper((unsigned char)v->cause[0]), v->cause + 1,
                 v->because);
    else
        snprintf(text, VERDICT_LINES_TEXT,
                 "Calls were counted, not timed, so what limits the run is"
                 " not known.");
}

void verdict_lines_place(const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT])
{
    text[0] = '\0';
    if (*v->line)
        snprintf(text, VERDICT_LINES_TEXT, "%s%s%s", v->call,
                 *v->call ? " at " : "", v->line);
}

void verdict_lines_worth(const struct run *run,
                         const struct run_verdict *v,
                         char text[VERDICT_LINES_TEXT])
{
    text[0] = '\0';
    if (v->worth > 0)
        snprintf(text, VERDICT_LINES_TEXT, "up to %s of %s",
                 unit_time(v->worth).text, unit_time(run->wall).text);
}

static void print_label(const char *label, const char *text, struct columns *p)
{
    if (*text)
        columns_label(p, LABEL, label, LABELLED, text);
}

static void print_verdict(const struct run *run,
                          const struct run_verdict *v,
                          struct columns *p)
{
    char text[VERDICT_LINES_TEXT];

    verdict_lines_cause(run, v, text);
    columns_stress(p, v->cause != NULL);
    columns_wrap(p, 2, "%s", text);
    columns_stress(p, false);
    if (!v->cause)
        return;
    verdict_lines_place(v, text);
    if (*text)
        fprintf(p->out, "%*s%-*s%s\n", LABEL, "", LABELLED - LABEL, "line",
                columns_place(p, text, LABELLED));
    print_label("advice", v->advice, p);
    verdict_lines_worth(run, v, text);
    print_label("worth", text, p);
}

void verdict_lines_print(const struct run *run, struct columns *p)
{
    print_verdict(run, &run->verdict, p);
    if (run->second.cause)
        print_verdict(run, &run->second, p);
}
