/* history_text.c - the history of programs as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/history/history_change.h"
#include "report/history/history_scaling.h"
#include "report/history/history_text.h"
#include "report/history/history_words.h"
#include "report/model/efficiency.h"
#include "report/model/units.h"
#include "report/text/columns.h"

enum {
    ROWS = 20,  /* runs of a series, the last ones */
    PLACES = 8, /* with a model */
    NAME = 22,
    PLACE = 47,
    HEADING = 512,
};

/* ---- a series ---- */

static bool changes_at(const struct history_series *s, size_t i)
{
    for (size_t k = 0; k < s->changes; k++)
        if (s->change[k].at == i)
            return true;
    return false;
}

/* With a mark where a change is. */
static void print_run(struct columns *p,
                      const struct history_series *s,
                      size_t i)
{
    const struct history_run *run = &s->run[i];
    const struct run_efficiency *e = history_efficiency(run, s->iterations);
    double spread =
        run->iteration > 0 ? (run->slow - run->fast) / run->iteration : 0;
    char when[HISTORY_MOMENT];

    history_words_moment(run->started_ns, when);
    fprintf(p->out, "%c %s %-16s %8s %7s %6s %6s %6s\n",
            changes_at(s, i) ? '>' : ' ',
            columns_fit(p, basename(run->name), NAME, true), when,
            run->complete ? unit_or_dash(unit_time, run->seconds).text
                          : "failed",
            unit_or_dash(unit_percent, spread).text,
            unit_or_dash(unit_percent, e->parallel).text,
            unit_or_dash(unit_percent, e->load_balance).text,
            unit_or_dash(unit_percent, e->communication).text);
}

static void print_runs(struct columns *p, const struct history_series *s)
{
    size_t first = s->count > ROWS ? s->count - ROWS : 0;

    fprintf(p->out, "  %-*s %-16s %8s %7s %6s %6s %6s\n", NAME, "report",
            "started (UTC)", s->iterations ? "iterat." : "run", "spread",
            "paral.", "balan.", "commu.");
    if (first > 0)
        columns_wrap(p, 2, "(%zu earlier ones are left out here.)", first);
    for (size_t i = first; i < s->count; i++)
        print_run(p, s, i);
}

static void print_series(struct columns *p, const struct history_series *s)
{
    char text[HISTORY_WORDS], ranks[HISTORY_RANKS];

    history_ranks(s->run, ranks);
    fprintf(p->out, "\n");
    columns_wrap(
        p, 2, "%s%s%s%s, %zu run%s:", ranks, *s->run->arguments ? ", \"" : "",
        columns_fit(p, s->run->arguments, 50, false),
        *s->run->arguments ? "\"" : "", s->count, unit_plural(s->count));
    print_runs(p, s);
    for (size_t i = 0; i < s->changes; i++) {
        history_words_change(s, &s->change[i], text);
        columns_wrap(p, 2, "%s", text);
    }
    history_words_steady(s, text);
    if (*text)
        columns_wrap(p, 2, "%s", text);
}

/* ---- sizes ---- */

static void print_step(struct columns *p,
                       const struct history_scaling *s,
                       size_t i)
{
    const struct run_efficiency *e =
        history_efficiency(s->run[i], s->iterations);
    struct history_step step = history_scaling_step(s, i);

    fprintf(p->out, "  %5d %8s %8s %8s %9s %7s %9s %7s\n", s->run[i]->most,
            unit_or_dash(unit_time, step.seconds).text,
            unit_or_dash(unit_factor, step.speed_up).text,
            unit_or_dash(unit_percent, step.of_ideal).text,
            unit_or_dash(unit_percent, e->parallel).text,
            unit_or_dash(unit_percent, e->load_balance).text,
            unit_or_dash(unit_percent, e->communication).text,
            unit_or_dash(unit_percent, step.computation).text);
}

static void print_model(struct columns *p, const struct history_model *m)
{
    char model[SCALING_FIT_TEXT];

    scaling_fit_tell(&m->fit, model);
    fprintf(p->out, "  %s %8s %8s %10s\n",
            columns_fit(p, m->name, PLACE, true),
            unit_or_dash(unit_time, m->at_most).text,
            unit_or_dash(unit_time, m->beyond).text,
            unit_or_dash(unit_percent, m->fit.error).text);
    fprintf(p->out, "      = %s\n", model);
}

static void print_models(struct columns *p, const struct history_scaling *s)
{
    size_t shown = s->models < PLACES + 1 ? s->models : PLACES + 1;
    int most = s->run[s->sizes - 1]->most;

    fprintf(p->out, "\n");
    columns_wrap(p, 2,
                 "By a model of %zu sizes, seconds of a rank on average in "
                 "the whole run, n its ranks:",
                 s->sizes);
    fprintf(p->out, "  %-*s %8d %8d %10s\n", PLACE, "n", most, 2 * most,
            "misses by");
    for (size_t i = 0; i < shown; i++)
        print_model(p, &s->model[i]);
    if (shown < s->models)
        columns_wrap(p, 2, "(%zu more places are left out here.)",
                     s->models - shown);
}

static void print_scaling(struct columns *p, const struct history_scaling *s)
{
    char text[HISTORY_WORDS];

    if (!s || s->sizes < 2)
        return;
    fprintf(p->out, "\n");
    columns_wrap(p, 2, "Over numbers of ranks, %s of the newest run of each:",
                 s->iterations ? "an iteration" : "the whole");
    fprintf(p->out, "  %5s %8s %8s %8s %9s %7s %9s %7s\n", "ranks", "time",
            "speed-up", "of ideal", "parallel", "balance", "communic.",
            "comput.");
    for (size_t i = 0; i < s->sizes; i++)
        print_step(p, s, i);
    history_words_scaling(s, text);
    if (*text)
        columns_wrap(p, 2, "%s", text);
    if (s->models > 0)
        print_models(p, s);
    else
        columns_wrap(p, 2,
                     "A model of each line of code takes timed runs with %d "
                     "numbers of ranks or more.",
                     HISTORY_SCALING_FITTED);
}

/* ---- all ---- */

static void print_program(struct columns *p,
                          const struct history_program *program)
{
    char heading[HEADING];

    snprintf(heading, sizeof(heading), "%s, %zu run%s",
             *program->name ? columns_fit(p, program->name, 50, false)
                            : "A program without a name",
             program->runs, unit_plural(program->runs));
    columns_title(p, heading);
    for (size_t i = 0; i < program->count; i++) {
        for (size_t k = 0; k < program->problem[i].count; k++)
            print_series(p, &program->problem[i].series[k]);
        print_scaling(p, program->problem[i].scaling);
    }
}

static const char legend[] =
    "Spread is what lies between the fastest and the slowest tenth of the "
    "iterations, by their median. Parallel efficiency is load balance x "
    "communication efficiency. '>' marks where a change begins; 'mitosis "
    "compare' tells more of two reports.";

void history_text_print(const struct history *h, FILE *out)
{
    struct columns p;

    columns_start(&p, out, columns_utf8());
    if (h->count > 1)
        columns_wrap(&p, 0,
                     "These are runs of %zu programs, each of which has a "
                     "history of its own.",
                     h->count);
    if (h->twice > 0)
        columns_wrap(&p, 0,
                     "%zu report%s of a run that is there already %s "
                     "left out.",
                     h->twice, unit_plural(h->twice),
                     h->twice == 1 ? "was" : "were");
    for (size_t i = 0; i < h->count; i++)
        print_program(&p, &h->program[i]);
    fprintf(out, "\n");
    columns_wrap(&p, 2, "%s", legend);
    columns_finish(&p);
}
