/* cluster_print.c - what became of the jobs of a cluster, for people and for
 * programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>

#include "foresee/cluster/cluster_print.h"
#include "report/model/units.h"

enum { DIGITS = 12, JOULES = 3600000 /* of a kWh */ };

/* ---- for people ---- */

/* One figure, and the same of the other result if there is one. */
static void print_pair(const char *what,
                       const char *text,
                       const char *before_text,
                       double value,
                       double before,
                       FILE *out)
{
    fprintf(out, "  %-24s %12s", what, text);
    if (before_text && before > 0)
        fprintf(out, " %12s %+9.1f %%", before_text,
                100 * (value / before - 1));
    else if (before_text)
        fprintf(out, " %12s", before_text);
    fprintf(out, "\n");
}

static void print_time(const char *what,
                       double value,
                       const double *before,
                       FILE *out)
{
    struct unit_text other = unit_time(before ? *before : 0);

    print_pair(what, unit_time(value).text, before ? other.text : NULL, value,
               before ? *before : 0, out);
}

static void print_number(const char *what,
                         const char *format,
                         double value,
                         const double *before,
                         FILE *out)
{
    char text[40], other[40];

    snprintf(text, sizeof(text), format, value);
    snprintf(other, sizeof(other), format, before ? *before : 0);
    print_pair(what, text, before ? other : NULL, value, before ? *before : 0,
               out);
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

void cluster_print_text(const struct cluster_result *r,
                        const struct cluster_result *before,
                        FILE *out)
{
    struct cluster_figures is = cluster_result_figures(r);
    struct cluster_figures was = { 0 };
    const struct cluster_figures *b = before ? &was : NULL;
    double changes = (double)r->changes, changed = 0;
    double allocated = 100 * is.allocation, kwh = is.energy / JOULES;
    double other_allocated, other_kwh;

    if (before) {
        was = cluster_result_figures(before);
        changed = (double)before->changes;
    }
    other_allocated = 100 * was.allocation;
    other_kwh = was.energy / JOULES;
    print_kinds(r, out);
    if (before) {
        fprintf(out, "before: ");
        print_kinds(before, out);
        fprintf(out, "\n  %-24s %12s %12s %11s", "", "", "before",
                "difference");
    }
    fprintf(out, "\n");
    print_time("makespan", is.makespan, b ? &was.makespan : NULL, out);
    print_time("waiting (mean)", is.waiting, b ? &was.waiting : NULL, out);
    print_time("execution (mean)", is.execution, b ? &was.execution : NULL,
               out);
    print_time("completion (mean)", is.completion, b ? &was.completion : NULL,
               out);
    print_number("allocation (%)", "%.1f", allocated,
                 b ? &other_allocated : NULL, out);
    print_number("jobs a second", "%.4g", is.jobs_per_second,
                 b ? &was.jobs_per_second : NULL, out);
    print_number("node-seconds", "%.6g", is.node_seconds,
                 b ? &was.node_seconds : NULL, out);
    print_number("energy (kWh)", "%.4g", kwh, b ? &other_kwh : NULL, out);
    print_number("changes", "%.0f", changes, b ? &changed : NULL, out);
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
