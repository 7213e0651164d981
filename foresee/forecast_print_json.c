/* forecast_print_json.c - a forecast for other programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "base/emit.h"
#include "foresee/forecast_print_internal.h"
#include "report/json/json.h"

enum { DIGITS = 12 };

static void put_numbers(struct emit *e,
                        const char *key,
                        const double *number,
                        size_t count)
{
    emit_array(e, key, false);
    for (size_t i = 0; i < count; i++)
        emit_number(e, NULL, number[i], DIGITS);
    emit_end(e);
}

static void put_iterations(struct emit *e, const struct forecast *f)
{
    emit_object(e, "iterations", true);
    emit_count(e, "count", f->iterations);
    emit_number(e, "median_seconds", forecast_median(f), DIGITS);
    put_numbers(e, "seconds", f->iteration, f->iterations);
    put_numbers(e, "efficiency", f->share, f->iterations);
    emit_end(e);
}

static void put_recorded_iterations(struct emit *e, const struct outcome *o)
{
    emit_object(e, "iterations", true);
    emit_count(e, "count", o->iterations);
    emit_number(e, "median_seconds", outcome_median(o), DIGITS);
    emit_array(e, "seconds", false);
    for (size_t i = 0; i < o->iterations; i++)
        emit_number(e, NULL, o->moment[i + 1] - o->moment[i], DIGITS);
    emit_end(e);
    emit_end(e);
}

void forecast_print_efficiency(struct emit *e, const struct run_efficiency *is)
{
    emit_object(e, "efficiency", true);
    emit_number(e, "parallel", is->parallel, DIGITS);
    emit_number(e, "load_balance", is->load_balance, DIGITS);
    emit_number(e, "communication", is->communication, DIGITS);
    emit_number(e, "serialisation", is->serialisation, DIGITS);
    emit_number(e, "transfer", is->transfer, DIGITS);
    emit_end(e);
}

static void put_recorded(struct emit *e, const struct forecast *f)
{
    emit_object(e, "recorded", true);
    emit_number(e, "seconds", f->recorded.seconds, DIGITS);
    emit_number(e, "loop_seconds", outcome_loop(&f->recorded), DIGITS);
    put_recorded_iterations(e, &f->recorded);
    emit_end(e);
}

static void put_policy(struct emit *e, const struct simulated_job *job)
{
    emit_object(e, "policy", true);
    emit_text(e, "name", job->policy);
    emit_number(e, "every", job->every, DIGITS);
    emit_integer(e, "asked", job->asked);
    emit_end(e);
}

void forecast_print_json(const struct forecast *f,
                         const struct forecast_print_origin *from,
                         FILE *out)
{
    double off = forecast_print_error(f, from);
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_number(&e, "seconds", f->seconds, DIGITS);
    emit_number(&e, "loop_seconds", f->loop_seconds, DIGITS);
    put_iterations(&e, f);
    forecast_print_efficiency(&e, &f->efficiency);
    json_emit_changes(f->job.change, f->job.changes, &e, "changes");
    if (*f->job.policy)
        put_policy(&e, &f->job);
    emit_number(&e, "node_seconds", f->node_seconds, DIGITS);
    put_recorded(&e, f);
    if (isnan(off))
        emit_null(&e, "replay_error");
    else
        emit_number(&e, "replay_error", off, DIGITS);
    emit_text(&e, "how", forecast_print_how_all(f, from));
    emit_text(&e, "platform", from->platform ? "user's model" : "calibrated");
    if (from->platform && f->platform->spread > 0)
        emit_number(&e, "platform_spread", f->platform->spread, DIGITS);
    emit_finish(&e);
}
