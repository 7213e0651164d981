/* cluster_sweep.c - what becomes of the jobs of a cluster with several values
 * of one option, side by side
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "foresee/cluster/cluster_print.h"
#include "foresee/cluster/cluster_sweep.h"
#include "report/model/units.h"

static bool is_same(const struct cluster_sweep_row *a,
                    const struct cluster_sweep_row *b)
{
    return memcmp(&a->figures, &b->figures, sizeof(a->figures)) == 0
           && a->jobs == b->jobs && a->nodes == b->nodes
           && a->changes == b->changes;
}

/* Whether all of several values give the same. */
static bool is_idle(const struct cluster_sweep *s)
{
    size_t i = 1;

    while (i < s->count && is_same(&s->row[0], &s->row[i]))
        i++;
    return s->count > 1 && i == s->count;
}

static void print_row(const char *value,
                      int wide,
                      const struct cluster_sweep_row *row,
                      FILE *out)
{
    const struct cluster_figures *f = &row->figures;

    fprintf(out, "%-*s %10s", wide, value, unit_time(f->makespan).text);
    fprintf(out, " %10s", unit_time(f->waiting).text);
    fprintf(out, " %10s", unit_time(f->execution).text);
    fprintf(out, " %10s", unit_time(f->completion).text);
    fprintf(out, " %6.1f %9.4g %9.4g %8zu\n", 100 * f->allocation,
            f->jobs_per_second, f->energy / CLUSTER_PRINT_KWH, row->changes);
}

void cluster_sweep_print_text(const struct cluster_sweep *s, FILE *out)
{
    size_t wide = strlen(s->option);

    for (size_t i = 0; i < s->count; i++)
        if (strlen(s->value[i]) > wide)
            wide = strlen(s->value[i]);
    fprintf(out, "%-*s %10s %10s %10s %10s %6s %9s %9s %8s\n", (int)wide,
            s->option, "makespan", "waiting", "execution", "completion",
            "alloc%", "jobs/s", "kWh", "changes");
    for (size_t i = 0; i < s->count; i++)
        print_row(s->value[i], (int)wide, &s->row[i], out);
    if (is_idle(s))
        fprintf(out,
                "Nothing here depends on %s: all its values give the same "
                "figures.\n",
                s->option);
}

void cluster_sweep_print_json(const struct cluster_sweep *s, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_text(&e, "option", s->option);
    emit_bool(&e, "idle", is_idle(s));
    emit_array(&e, "runs", true);
    for (size_t i = 0; i < s->count; i++) {
        emit_object(&e, NULL, false);
        emit_text(&e, "value", s->value[i]);
        emit_count(&e, "count", s->row[i].jobs);
        emit_integer(&e, "nodes", s->row[i].nodes);
        cluster_print_figures(&e, &s->row[i].figures);
        emit_count(&e, "changes", s->row[i].changes);
        emit_end(&e);
    }
    emit_finish(&e);
}
