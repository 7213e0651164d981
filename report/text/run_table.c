/* run_table.c - several runs of a program, a row each, beside the first one
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "base/emit.h"
#include "report/model/efficiency.h"
#include "report/model/run_change.h"
#include "report/model/units.h"
#include "report/text/columns.h"
#include "report/text/run_table.h"

enum { FIGURES = 7 };

static const char *const heads[FIGURES] = {
    "ranks",   "time",          "speed-up",    "parallel",
    "balance", "communication", "computation",
};

/* What is said of one of them. */
struct row {
    struct unit_text text[FIGURES];
};

/* Whether all have the same ones, so that they are compared by these. */
static bool has_iterations(const struct run_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (!run_change_by_iterations(t->run[0], t->run[i]))
            return false;
    return true;
}

/* Why they are not compared by them though each has some, or nothing. */
static const char *why_whole(const struct run_table *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (!run_change_has_iterations(t->run[i]))
            return "";
    return has_iterations(t) ? ""
                             : " What was found to be an iteration is not the"
                               " same loop in all of them.";
}

static const struct run_efficiency *efficiency_of(const struct run *run,
                                                  bool iterations)
{
    return iterations ? &run->iterations.efficiency : &run->efficiency;
}

static struct row row_of(const struct run_table *t, size_t i)
{
    bool iterations = has_iterations(t);
    const struct run_efficiency *e = efficiency_of(t->run[i], iterations);
    struct run_change_scaling s =
        run_change_scaling(t->run[0], t->run[i], iterations);
    const struct unit_text text[FIGURES] = {
        unit_or_dash(unit_factor, s.ranks),
        unit_time(s.seconds),
        unit_or_dash(unit_factor, s.speed_up),
        unit_or_dash(unit_percent, e->parallel),
        unit_or_dash(unit_percent, e->load_balance),
        unit_or_dash(unit_percent, e->communication),
        unit_or_dash(unit_percent, s.computation),
    };
    struct row row;

    for (int k = 0; k < FIGURES; k++)
        row.text[k] = text[k];
    return row;
}

static const char legend[] =
    "Speed-up is how many times as fast as the first one. Parallel efficiency"
    " is load balance x communication efficiency. Computation is what all"
    " ranks of the first one compute together by what they compute here for"
    " the same work: below 100 % they compute more, or slower.";

void run_table_print(const struct run_table *t, FILE *out)
{
    struct columns p;

    columns_start(&p, out, columns_utf8());
    columns_title(&p, has_iterations(t) ? "The runs, an iteration of each"
                                        : "The runs");
    fprintf(out, "  %-18s %5s %8s %8s %9s %7s %9s %7s\n", "", heads[0],
            heads[1], heads[2], heads[3], heads[4], "communi-", "compu-");
    fprintf(out, "  %-18s %5s %8s %8s %9s %7s %9s %7s\n", "", "", "", "",
            "eff.", "", "cation", "tation");
    for (size_t i = 0; i < t->count; i++) {
        struct row row = row_of(t, i);

        fprintf(out, "  %s %5s %8s %8s %9s %7s %9s %7s\n",
                columns_fit(&p, basename(t->name[i]), 18, true),
                row.text[0].text, row.text[1].text, row.text[2].text,
                row.text[3].text, row.text[4].text, row.text[5].text,
                row.text[6].text);
    }
    columns_wrap(&p, 2, "%s%s", legend, why_whole(t));
    for (size_t i = 0; i < t->count; i++) {
        const char *name = columns_fit(&p, basename(t->name[i]), 60, false);

        if (!t->run[i]->complete)
            columns_wrap(&p, 2, "%s did not complete.", name);
        if (t->run[i]->foreseen)
            columns_wrap(&p, 2, "%s was foreseen by mitosis sim.", name);
    }
    columns_finish(&p);
}

/* A name that cannot end its cell. */
static void print_cell(const char *name, FILE *out)
{
    fprintf(out, "| ");
    for (; *name; name++)
        if (*name == '|' || *name == '\\' || *name == '`' || *name == '<')
            fprintf(out, "\\%c", *name);
        else
            putc((unsigned char)*name < ' ' ? '?' : *name, out);
    putc(' ', out);
}

void run_table_print_markdown(const struct run_table *t, FILE *out)
{
    fprintf(out, "%s:\n\n| run |",
            has_iterations(t) ? "An iteration of each" : "The whole runs");
    for (int k = 0; k < FIGURES; k++)
        fprintf(out, " %s |", heads[k]);
    fprintf(out, "\n|---|");
    for (int k = 0; k < FIGURES; k++)
        fprintf(out, "---:|");
    putc('\n', out);
    for (size_t i = 0; i < t->count; i++) {
        struct row row = row_of(t, i);

        print_cell(t->name[i], out);
        if (t->run[i]->foreseen)
            fprintf(out, "(foreseen) ");
        for (int k = 0; k < FIGURES; k++)
            fprintf(out, "| %s ", row.text[k].text);
        fprintf(out, "|\n");
    }
    fprintf(out, "\n%s%s\n", legend, why_whole(t));
}

static void emit_known(struct emit *e, const char *key, double x)
{
    if (x > 0)
        emit_number(e, key, x, 6);
    else
        emit_null(e, key);
}

void run_table_emit(const struct run_table *t, struct emit *e)
{
    bool iterations = has_iterations(t);

    emit_array(e, "runs", true);
    for (size_t i = 0; i < t->count; i++) {
        const struct run_efficiency *f = efficiency_of(t->run[i], iterations);
        struct run_change_scaling s =
            run_change_scaling(t->run[0], t->run[i], iterations);

        emit_object(e, NULL, false);
        emit_text(e, "file", t->name[i]);
        emit_bool(e, "complete", t->run[i]->complete);
        emit_bool(e, "foreseen", t->run[i]->foreseen != NULL);
        emit_number(e, "ranks", s.ranks, 6);
        emit_number(e, "wall_seconds", t->run[i]->wall, 12);
        emit_known(e, "iteration_seconds", t->run[i]->iterations.median);
        emit_known(e, "speed_up", s.speed_up);
        emit_object(e, "efficiency", false);
        emit_known(e, "parallel", f->parallel);
        emit_known(e, "load_balance", f->load_balance);
        emit_known(e, "communication", f->communication);
        emit_known(e, "computation_scaling", s.computation);
        emit_end(e);
        emit_end(e);
    }
    emit_end(e);
}
