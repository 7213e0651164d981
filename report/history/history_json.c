/* history_json.c - the history of programs for other programs
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/emit.h"
#include "report/history/history_change.h"
#include "report/history/history_json.h"
#include "report/history/history_scaling.h"
#include "report/history/history_words.h"
#include "report/json/json.h"
#include "report/model/efficiency.h"

enum { DIGITS = 9 };

static void put(struct emit *e, const char *key, double x)
{
    emit_number(e, key, x, DIGITS);
}

static void put_known(struct emit *e, const char *key, double x)
{
    if (x > 0)
        put(e, key, x);
    else
        emit_null(e, key);
}

static void put_efficiency(struct emit *e, const struct run_efficiency *f)
{
    if (!efficiency_known(f)) {
        emit_null(e, "efficiency");
        return;
    }
    emit_object(e, "efficiency", false);
    put(e, "parallel", f->parallel);
    put(e, "load_balance", f->load_balance);
    put(e, "communication", f->communication);
    emit_end(e);
}

/* ---- a series ---- */

static void put_run(struct emit *e,
                    const struct history_series *s,
                    const struct history_run *run)
{
    emit_object(e, NULL, false);
    emit_text(e, "file", run->name);
    emit_text(e, "job", run->job);
    json_emit_moment(e, "started", run->started_ns);
    emit_bool(e, "complete", run->complete);
    put(e, "wall_seconds", run->wall);
    put_known(e, "seconds", history_counts(s, run) ? run->seconds : 0);
    if (run->iteration > 0) {
        put(e, "fast_seconds", run->fast);
        put(e, "slow_seconds", run->slow);
        put(e, "noise_seconds", run->noise);
    }
    put_efficiency(e, history_efficiency(run, s->iterations));
    if (*run->cause)
        emit_text(e, "cause", run->cause);
    emit_end(e);
}

static void put_cause(struct emit *e,
                      const char *key,
                      const struct history_cause *cause)
{
    emit_object(e, key, false);
    emit_text(e, "name", cause->name);
    put(e, "before_seconds", cause->before);
    put(e, "after_seconds", cause->after);
    emit_end(e);
}

static void put_change(struct emit *e,
                       const struct history_series *s,
                       const struct history_change *c)
{
    struct history_cause cause;
    char text[HISTORY_WORDS];

    emit_object(e, NULL, false);
    emit_count(e, "run", c->at);
    emit_text(e, "file", s->run[c->at].name);
    emit_count(e, "runs", c->runs);
    put(e, "before_seconds", c->before);
    put(e, "after_seconds", c->after);
    put(e, "noise_seconds", c->noise);
    put(e, "percent", 100 * history_change_share(c));
    emit_text(e, "verdict", c->after > c->before ? "slower" : "faster");
    if (history_change_part(s, c, &cause))
        put_cause(e, "part", &cause);
    if (history_change_place(s, c, &cause))
        put_cause(e, "place", &cause);
    history_words_change(s, c, text);
    emit_text(e, "words", text);
    emit_end(e);
}

static void put_series(struct emit *e, const struct history_series *s)
{
    char ranks[HISTORY_RANKS], text[HISTORY_WORDS];

    emit_object(e, NULL, true);
    history_ranks(s->run, ranks);
    emit_text(e, "name", ranks);
    emit_integer(e, "ranks", s->run->most);
    emit_bool(e, "changed", s->run->changed);
    emit_text(e, "arguments", s->run->arguments);
    emit_text(e, "of", s->iterations ? "iteration" : "run");
    put_known(e, "noise_seconds", s->noise);
    emit_array(e, "runs", true);
    for (size_t i = 0; i < s->count; i++)
        put_run(e, s, &s->run[i]);
    emit_end(e);
    emit_array(e, "changes", true);
    for (size_t i = 0; i < s->changes; i++)
        put_change(e, s, &s->change[i]);
    emit_end(e);
    history_words_steady(s, text);
    emit_text(e, "words", text);
    emit_end(e);
}

/* ---- sizes ---- */

static void put_size(struct emit *e, const struct history_scaling *s, size_t i)
{
    struct history_step step = history_scaling_step(s, i);

    emit_object(e, NULL, false);
    emit_integer(e, "ranks", s->run[i]->most);
    emit_text(e, "file", s->run[i]->name);
    put(e, "seconds", step.seconds);
    put_known(e, "speed_up", step.speed_up);
    put_known(e, "of_ideal", step.of_ideal);
    put_known(e, "computation_scaling", step.computation);
    put_efficiency(e, history_efficiency(s->run[i], s->iterations));
    emit_end(e);
}

static void put_model(struct emit *e,
                      const struct history_scaling *s,
                      const struct history_model *m)
{
    char text[SCALING_FIT_TEXT];

    emit_object(e, NULL, false);
    emit_text(e, "name", m->name);
    emit_array(e, "seconds", false);
    for (size_t i = 0; i < s->sizes; i++)
        put(e, NULL, m->seconds[i]);
    emit_end(e);
    scaling_fit_tell(&m->fit, text);
    emit_text(e, "model", text);
    put(e, "constant", m->fit.constant);
    put(e, "factor", m->fit.factor);
    put(e, "power", m->fit.power);
    emit_integer(e, "logs", m->fit.logs);
    put(e, "error", m->fit.error);
    put(e, "at_most_seconds", m->at_most);
    put(e, "beyond_seconds", m->beyond);
    emit_end(e);
}

static void put_scaling(struct emit *e, const struct history_scaling *s)
{
    char text[HISTORY_WORDS];

    if (!s || s->sizes < 2)
        return;
    emit_object(e, NULL, true);
    emit_text(e, "arguments", s->run[0]->arguments);
    emit_text(e, "of", s->iterations ? "iteration" : "run");
    emit_array(e, "sizes", true);
    for (size_t i = 0; i < s->sizes; i++)
        put_size(e, s, i);
    emit_end(e);
    emit_array(e, "models", true);
    for (size_t i = 0; i < s->models; i++)
        put_model(e, s, &s->model[i]);
    emit_end(e);
    history_words_scaling(s, text);
    emit_text(e, "words", text);
    emit_end(e);
}

/* ---- all ---- */

static void put_program(struct emit *e, const struct history_program *p)
{
    emit_object(e, NULL, true);
    emit_text(e, "program", p->name);
    emit_array(e, "series", true);
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->problem[i].count; k++)
            put_series(e, &p->problem[i].series[k]);
    emit_end(e);
    emit_array(e, "scaling", true);
    for (size_t i = 0; i < p->count; i++)
        put_scaling(e, p->problem[i].scaling);
    emit_end(e);
    emit_end(e);
}

void history_json_print(const struct history *h, FILE *out)
{
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_count(&e, "runs", h->runs);
    emit_count(&e, "twice", h->twice);
    emit_array(&e, "programs", true);
    for (size_t i = 0; i < h->count; i++)
        put_program(&e, &h->program[i]);
    emit_finish(&e);
}
