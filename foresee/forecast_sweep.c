/* forecast_sweep.c - what a run would do with several values of options, side
 * by side
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/emit.h"
#include "foresee/forecast_print_internal.h"
#include "foresee/forecast_sweep.h"
#include "report/model/units.h"

enum { DIGITS = 12 };

void forecast_sweep_take(struct forecast_sweep_row *row,
                         const struct forecast *f,
                         const struct forecast_print_origin *from)
{
    *row = (struct forecast_sweep_row){
        .seconds = f->seconds,
        .iteration = forecast_median(f),
        .node_seconds = f->node_seconds,
        .efficiency = f->efficiency,
        .ranks = f->job.generation[0].outcome.ranks,
        .changes = f->job.changes,
    };
    snprintf(row->how, sizeof(row->how), "%s",
             forecast_print_how_all(f, from));
}

static bool is_same(const struct forecast_sweep_row *a,
                    const struct forecast_sweep_row *b)
{
    const double x[] = { a->seconds, a->iteration, a->node_seconds };
    const double y[] = { b->seconds, b->iteration, b->node_seconds };

    if (a->refused || b->refused)
        return a->refused && b->refused
               && strcmp(a->why.text, b->why.text) == 0;
    return memcmp(x, y, sizeof(x)) == 0
           && memcmp(&a->efficiency, &b->efficiency, sizeof(a->efficiency))
                  == 0
           && a->ranks == b->ranks && a->changes == b->changes;
}

/* Whether two rows differ in no value but that of the option. */
static bool is_beside(const struct forecast_sweep *s,
                      size_t option,
                      size_t a,
                      size_t b)
{
    for (size_t k = 0; k < s->options; k++)
        if (k != option
            && strcmp(s->value[a * s->options + k],
                      s->value[b * s->options + k])
                   != 0)
            return false;
    return true;
}

bool forecast_sweep_is_idle(const struct forecast_sweep *s, size_t option)
{
    bool several = false;

    for (size_t a = 0; a < s->count; a++)
        for (size_t b = a + 1; b < s->count; b++) {
            if (!is_beside(s, option, a, b))
                continue;
            if (!is_same(&s->row[a], &s->row[b]))
                return false;
            several = true;
        }
    return several;
}

/* ---- text ---- */

static size_t wide(const struct forecast_sweep *s, size_t option)
{
    size_t most = strlen(s->option[option]);

    for (size_t i = 0; i < s->count; i++) {
        size_t length = strlen(s->value[i * s->options + option]);

        most = length > most ? length : most;
    }
    return most;
}

static void print_row(const struct forecast_sweep_row *row, FILE *out)
{
    const struct run_efficiency *e = &row->efficiency;

    if (row->refused) {
        fprintf(out, "refused: %s\n", row->why.text);
        return;
    }
    fprintf(out, "%6zu %10s", row->ranks, unit_time(row->seconds).text);
    fprintf(out, " %10s", unit_time(row->iteration).text);
    fprintf(out, " %6.1f %7.1f %5.1f %5.1f", 100 * e->parallel,
            100 * e->load_balance, 100 * e->serialisation, 100 * e->transfer);
    fprintf(out, " %10s %7zu  %s\n", unit_time(row->node_seconds).text,
            row->changes, row->how);
}

void forecast_sweep_print_text(const struct forecast_sweep *s, FILE *out)
{
    for (size_t k = 0; k < s->options; k++)
        fprintf(out, "%-*s ", (int)wide(s, k), s->option[k]);
    fprintf(out, "%6s %10s %10s %6s %7s %5s %5s %10s %7s  %s\n", "ranks",
            "time", "iteration", "eff.%", "balance", "ser.", "tran.",
            "node time", "changes", "how");
    for (size_t i = 0; i < s->count; i++) {
        for (size_t k = 0; k < s->options; k++)
            fprintf(out, "%-*s ", (int)wide(s, k),
                    s->value[i * s->options + k]);
        print_row(&s->row[i], out);
    }
    for (size_t k = 0; k < s->options; k++)
        if (forecast_sweep_is_idle(s, k))
            fprintf(out,
                    "Nothing here depends on %s: all its values give the same "
                    "figures.\n",
                    s->option[k]);
}

/* ---- JSON ---- */

static void put_figures(struct emit *e, const struct forecast_sweep_row *row)
{
    emit_count(e, "ranks", row->ranks);
    emit_number(e, "seconds", row->seconds, DIGITS);
    emit_number(e, "median_seconds", row->iteration, DIGITS);
    forecast_print_efficiency(e, &row->efficiency);
    emit_number(e, "node_seconds", row->node_seconds, DIGITS);
    emit_count(e, "changes", row->changes);
    emit_text(e, "how", row->how);
}

void forecast_sweep_print_json(const struct forecast_sweep *s, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_array(&e, "options", false);
    for (size_t k = 0; k < s->options; k++)
        emit_text(&e, NULL, s->option[k]);
    emit_end(&e);
    emit_array(&e, "idle", false);
    for (size_t k = 0; k < s->options; k++)
        if (forecast_sweep_is_idle(s, k))
            emit_text(&e, NULL, s->option[k]);
    emit_end(&e);
    emit_array(&e, "runs", true);
    for (size_t i = 0; i < s->count; i++) {
        emit_object(&e, NULL, true);
        emit_array(&e, "values", false);
        for (size_t k = 0; k < s->options; k++)
            emit_text(&e, NULL, s->value[i * s->options + k]);
        emit_end(&e);
        if (s->row[i].refused)
            emit_text(&e, "refused", s->row[i].why.text);
        else
            put_figures(&e, &s->row[i]);
        emit_end(&e);
    }
    emit_finish(&e);
}
