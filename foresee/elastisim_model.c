/* elastisim_model.c - a program as an application model for ElastiSim
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "base/emit.h"
#include "foresee/elastisim_model.h"

enum { FORMULA = 200 };

static const double operations = 1e9; /* a second */

/* What each node does in an iteration, as a formula of their number. */
static void put_formula(struct emit *e, const struct scaling_fit *s)
{
    char text[FORMULA], power[48] = "", logs[48] = "";

    if (fabs(s->power) > 0)
        snprintf(power, sizeof(power), " * num_nodes^(%g)", s->power);
    if (s->logs > 0)
        snprintf(logs, sizeof(logs), " * log2(num_nodes)^%d", s->logs);
    snprintf(text, sizeof(text), "%.9g + %.9g%s%s", s->constant * operations,
             s->factor * operations, power, logs);
    emit_text(e, "flops", text);
}

static void begin_task(struct emit *e, const char *name)
{
    emit_object(e, NULL, true);
    emit_text(e, "type", "cpu");
    emit_text(e, "name", name);
}

/* All nodes do the same. */
static void end_task(struct emit *e)
{
    emit_text(e, "computation_pattern", "uniform");
    emit_end(e);
}

/* A list of one task that takes so long, or no list.  It is work, as delays
 * are whole seconds.
 */
static void put_seconds(struct emit *e,
                        const char *key,
                        const char *name,
                        double seconds)
{
    if (!(seconds > 0))
        return;
    emit_array(e, key, true);
    begin_task(e, name);
    emit_count(e, "flops", (uint64_t)llround(seconds * operations));
    end_task(e);
    emit_end(e);
}

static void put_iterations(struct emit *e, const struct elastisim_model *m)
{
    emit_object(e, NULL, true);
    emit_count(e, "iterations", m->iterations);
    emit_array(e, "tasks", true);
    begin_task(e, "iteration");
    put_formula(e, &m->iteration);
    end_task(e);
    emit_end(e);
    emit_end(e);
}

static void put_end(struct emit *e, double seconds)
{
    if (!(seconds > 0))
        return;
    emit_object(e, NULL, true);
    emit_count(e, "iterations", 1);
    emit_bool(e, "scheduling_point", false);
    put_seconds(e, "tasks", "end", seconds);
    emit_end(e);
}

void elastisim_model_print(const struct elastisim_model *m, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    put_seconds(&e, "on_init", "start", m->start_up);
    put_seconds(&e, "on_reconfiguration", "change", m->stopped);
    emit_array(&e, "phases", true);
    put_iterations(&e, m);
    put_end(&e, m->wind_down);
    emit_end(&e);
    emit_finish(&e);
}
