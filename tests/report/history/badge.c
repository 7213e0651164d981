/* Tests of report/history/badge.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/history/badge.h"
#include "report/history/history_change.h"
#include "tests/report/history/made_up_runs.h"
#include "tests/tap.h"

/* Two runs alike, and a third one. */
static struct badge badge_of(struct made_up_run third)
{
    static const struct made_up_run usual = { "heat", NULL, 2, 1,
                                              .iteration = 1 };
    struct made_up_run made[] = { usual, usual, third };
    struct history *h;
    struct badge b;

    made[1].day = 2;
    h = made_up_runs_history(made, 3);
    history_change_find_all(h);
    badge_make(&b, h);
    history_destroy(h);
    return b;
}

static void test_texts(void)
{
    static const struct {
        struct made_up_run third;
        const char *label, *text;
        enum badge_look look;
    } rows[] = {
        { { "heat", NULL, 2, 3, .iteration = 1, .parallel = 0.93 },
          "parallel efficiency",
          "93 %",
          BADGE_FINE },
        { { "heat", NULL, 2, 3, .iteration = 1, .parallel = 0.7 },
          "parallel efficiency",
          "70 %",
          BADGE_FAIR },
        { { "heat", NULL, 2, 3, .iteration = 1, .parallel = 0.3 },
          "parallel efficiency",
          "30 %",
          BADGE_POOR },
        { { "heat", NULL, 2, 3, .iteration = 1.5, .parallel = 0.93 },
          "parallel efficiency",
          "93 %, 50 % slower",
          BADGE_POOR },
        { { "heat", NULL, 2, 3, .iteration = 0.5, .parallel = 0.93 },
          "parallel efficiency",
          "93 %, 50 % faster",
          BADGE_FINE },
        { { "heat", NULL, 2, 3, .iteration = 1 },
          "iteration",
          "1.00 s",
          BADGE_FINE },
        { { "heat", NULL, 2, 3, .iteration = 1, .failed = true },
          "mitosis",
          "run failed",
          BADGE_POOR },
        { { "cg", NULL, 2, 3, .wall = 60 }, "run", "60.0 s", BADGE_FINE },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct badge b = badge_of(rows[i].third);

        ok(strcmp(b.label, rows[i].label) == 0
               && strcmp(b.text, rows[i].text) == 0 && b.look == rows[i].look,
           "%s: %s, expected %s, look %d, expected %d", b.label, b.text,
           rows[i].text, (int)b.look, (int)rows[i].look);
    }
}

static void test_none(void)
{
    struct history *h = made_up_runs_history(NULL, 0);
    struct badge b;

    badge_make(&b, h);
    ok(strcmp(b.text, "no runs") == 0, "no runs are told as such");
    history_destroy(h);
}

static void test_picture(void)
{
    struct badge b = badge_of((struct made_up_run){
        "heat", NULL, 2, 3, .iteration = 1, .parallel = 0.3 });
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);

    badge_print(&b, out);
    fclose(out);
    has(text, "<svg xmlns=", "the picture is SVG");
    has(text, ">30 %</text>", "with what it says");
    has(text, "aria-label=\"parallel efficiency: 30 %\"",
        "which is read out, too");
    has(text, "#b03018", "in the colour of what is poor");
    free(text);
}

int main(void)
{
    test_texts();
    test_none();
    test_picture();
    return tap_done();
}
