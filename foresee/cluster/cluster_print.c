/* cluster_print.c - what became of the jobs of a cluster, for people and for
 * programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>

#include "foresee/cluster/cluster_print.h"
#include "report/model/units.h"

enum { DIGITS = 12 };

/* ---- for people ---- */

/* What is told, in a format of its own or else as a time. */
struct row {
    const char *what;
    const char *format;
    double value;
    double before;
};

static void print_value(const struct row *row, double value, char text[40])
{
    if (row->format)
        snprintf(text, 40, row->format, value);
    else
        snprintf(text, 40, "%s", unit_time(value).text);
}

static void print_row(const struct row *row, bool compares, FILE *out)
{
    char text[40];

    print_value(row, row->value, text);
    fprintf(out, "  %-24s %12s", row->what, text);
    print_value(row, row->before, text);
    if (compares)
        fprintf(out, " %12s", text);
    if (compares && row->before > 0)
        fprintf(out, " %+9.1f %%", 100 * (row->value / row->before - 1));
    fprintf(out, "\n");
}

static void print_kinds(const struct cluster_result *r, FILE *out)
{
    size_t count[JOB_KINDS] = { 0 };
    const char *between = " (";

    for (size_t i = 0; i < r->jobs; i++)
        count[r->job[i].kind]++;
    fprintf(out, "%zu job%s", r->jobs, unit_plural(r->jobs));
    for (enum job_kind kind = 0; kind < JOB_KINDS; kind++)
        if (count[kind] > 0) {
            fprintf(out, "%s%zu %s", between, count[kind],
                    job_kind_word[kind]);
            between = ", ";
        }
    fprintf(out, ") on %d node%s\n", r->nodes,
            unit_plural((uint64_t)r->nodes));
}

static void print_changes(const struct cluster_result *r, FILE *out)
{
    if (r->questions > 0)
        fprintf(out, "\nThe policy was asked %zu time%s.", r->questions,
                unit_plural(r->questions));
    if (r->refused > 0)
        fprintf(out, "  %zu change%s that it wanted found too few nodes.",
                r->refused, unit_plural(r->refused));
    if (r->questions > 0)
        fprintf(out, "\n");
}

static void print_rows(const struct cluster_figures *is,
                       const struct cluster_figures *was,
                       bool compares,
                       FILE *out)
{
    const struct row rows[] = {
        { "makespan", NULL, is->makespan, was->makespan },
        { "waiting (mean)", NULL, is->waiting, was->waiting },
        { "execution (mean)", NULL, is->execution, was->execution },
        { "completion (mean)", NULL, is->completion, was->completion },
        { "allocation (%)", "%.1f", 100 * is->allocation,
          100 * was->allocation },
        { "jobs a second", "%.4g", is->jobs_per_second, was->jobs_per_second },
        { "node-seconds", "%.6g", is->node_seconds, was->node_seconds },
        { "energy (kWh)", "%.4g", is->energy / CLUSTER_PRINT_KWH,
          was->energy / CLUSTER_PRINT_KWH },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        print_row(&rows[i], compares, out);
}

void cluster_print_text(const struct cluster_result *r,
                        const struct cluster_result *before,
                        FILE *out)
{
    struct cluster_figures is = cluster_result_figures(r), was = { 0 };

    if (before)
        was = cluster_result_figures(before);
    print_kinds(r, out);
    if (before) {
        fprintf(out, "before: ");
        print_kinds(before, out);
        fprintf(out, "\n  %-24s %12s %12s %11s", "", "", "before",
                "difference");
    }
    fprintf(out, "\n");
    print_rows(&is, &was, before != NULL, out);
    print_row(&(struct row){ "changes", "%.0f", (double)r->changes,
                             before ? (double)before->changes : 0 },
              before != NULL, out);
    print_changes(r, out);
}

/* ---- for programs ---- */

static void put_job(struct emit *e, const struct cluster_job *job)
{
    emit_object(e, NULL, false);
    emit_count(e, "id", job->id);
    emit_text(e, "kind", job_kind_word[job->kind]);
    emit_number(e, "submit", job->submit, DIGITS);
    emit_number(e, "start", job->start, DIGITS);
    emit_number(e, "end", job->end, DIGITS);
    emit_array(e, "sizes", false);
    for (size_t i = 0; i < job->sizes; i++) {
        emit_array(e, NULL, false);
        emit_number(e, NULL, job->size[i].when, DIGITS);
        emit_integer(e, NULL, job->size[i].nodes);
        emit_end(e);
    }
    emit_end(e);
    emit_end(e);
}

void cluster_print_figures(struct emit *e, const struct cluster_figures *f)
{
    emit_number(e, "makespan", f->makespan, DIGITS);
    emit_number(e, "waiting", f->waiting, DIGITS);
    emit_number(e, "execution", f->execution, DIGITS);
    emit_number(e, "completion", f->completion, DIGITS);
    emit_number(e, "allocation", f->allocation, DIGITS);
    emit_number(e, "jobs_per_second", f->jobs_per_second, DIGITS);
    emit_number(e, "node_seconds", f->node_seconds, DIGITS);
    emit_number(e, "energy", f->energy, DIGITS);
}

void cluster_print_json(const struct cluster_result *r, FILE *out)
{
    struct cluster_figures f = cluster_result_figures(r);
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    cluster_print_figures(&e, &f);
    emit_array(&e, "watts", false);
    emit_number(&e, NULL, r->idle_watts, DIGITS);
    emit_number(&e, NULL, r->loaded_watts, DIGITS);
    emit_end(&e);
    emit_integer(&e, "nodes", r->nodes);
    emit_count(&e, "changes", r->changes);
    emit_count(&e, "refused", r->refused);
    emit_count(&e, "questions", r->questions);
    emit_array(&e, "jobs", true);
    for (size_t i = 0; i < r->jobs; i++)
        put_job(&e, &r->job[i]);
    emit_finish(&e);
}
