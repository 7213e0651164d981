/* badge.c - how a program does, in a small picture for its own page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/append_text.h"
#include "report/history/badge.h"
#include "report/history/history_change.h"
#include "report/model/efficiency.h"
#include "report/model/units.h"

/* In pixels.  Letters are taken for as wide as they mostly are, and the texts
 * are told to be as wide as that.
 */
enum { HEIGHT = 20, PAD = 7, LETTER_TENTHS = 65, BASE = 14 };

static const double FAIR = 0.6; /* parallel efficiency, see efficiency_good */

/* White on each of them can be read: 4.5 to 1 or more. */
static const char *const colour[] = {
    [BADGE_FINE] = "#1b7a3d",
    [BADGE_FAIR] = "#8a5a00",
    [BADGE_POOR] = "#b03018",
    [BADGE_UNKNOWN] = "#5f6b76",
};

/* ---- what it says ---- */

static void say_efficiency(struct badge *b, double parallel)
{
    b->label = "parallel efficiency";
    snprintf(b->text, sizeof(b->text), "%.0f %%", 100 * parallel);
    b->look = parallel >= efficiency_good ? BADGE_FINE
              : parallel >= FAIR          ? BADGE_FAIR
                                          : BADGE_POOR;
}

static void say_time(struct badge *b,
                     const struct history_series *s,
                     const struct history_run *run)
{
    b->label = s->iterations ? "iteration" : "run";
    snprintf(b->text, sizeof(b->text), "%s",
             run->seconds > 0 ? unit_time(run->seconds).text : "not known");
    b->look = run->seconds > 0 ? BADGE_FINE : BADGE_UNKNOWN;
}

static void say_change(struct badge *b,
                       const struct history_series *s,
                       const struct history_run *run)
{
    const struct history_change *c =
        s->changes > 0 ? &s->change[s->changes - 1] : NULL;

    if (!c || &s->run[c->at] != run)
        return;
    append_text(b->text, sizeof(b->text), ", %.0f %% %s",
                100 * fabs(history_change_share(c)),
                c->after > c->before ? "slower" : "faster");
    if (c->after > c->before)
        b->look = BADGE_POOR;
}

void badge_make(struct badge *b, const struct history *h)
{
    const struct history_series *s = NULL;
    const struct history_run *run = history_newest(h, &s);
    const struct run_efficiency *e;

    *b = (struct badge){ "mitosis", "no runs", BADGE_UNKNOWN };
    if (!run)
        return;
    if (!run->complete) {
        snprintf(b->text, sizeof(b->text), "run failed");
        b->look = BADGE_POOR;
        return;
    }
    e = history_efficiency(run, s->iterations);
    if (efficiency_known(e))
        say_efficiency(b, e->parallel);
    else
        say_time(b, s, run);
    say_change(b, s, run);
}

/* ---- how it looks ---- */

static int width_of(const char *text)
{
    return (int)strlen(text) * LETTER_TENTHS / 10;
}

static void print_text(const char *text, int x, FILE *out)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\">%s</text>\n", x,
            BASE, width_of(text), text);
}

void badge_print(const struct badge *b, FILE *out)
{
    int left = width_of(b->label) + 2 * PAD;
    int right = width_of(b->text) + 2 * PAD;

    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" role=\"img\" aria-label=\"%s: %s\">\n"
            "<title>%s: %s</title>\n"
            "<clipPath id=\"r\"><rect width=\"%d\" height=\"%d\" rx=\"3\"/>"
            "</clipPath>\n"
            "<g clip-path=\"url(#r)\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#3f4650\"/>\n"
            "<rect x=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n"
            "</g>\n"
            "<g fill=\"#fff\" font-family=\"Verdana, DejaVu Sans, "
            "sans-serif\" font-size=\"11\">\n",
            left + right, HEIGHT, b->label, b->text, b->label, b->text,
            left + right, HEIGHT, left, HEIGHT, left, right, HEIGHT,
            colour[b->look]);
    print_text(b->label, PAD, out);
    print_text(b->text, left + PAD, out);
    fputs("</g>\n</svg>\n", out);
}
