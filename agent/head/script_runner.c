/* script_runner.c - the changes that a script asks for, one after the other
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/change/engine.h"
#include "agent/core/head.h"
#include "agent/head/script_runner.h"

enum { LOOK_MS = 20 };

/* The new ranks should stand ready when the step's sync comes. */
static const double ahead_seconds = 2.0;

void script_runner_read(struct head *a, const char *text)
{
    struct script_runner *s = &a->steps;
    struct error err;

    snprintf(s->text, sizeof(s->text), "%s", text);
    s->count = change_script_parse(s->text, s->step, SCRIPT_RUNNER_MOST, &err);
    if (s->count < 0) {
        head_say("MITOSIS_SCRIPT: %s; the script is left out", err.text);
        s->count = 0;
    }
}

const struct change_script_step *script_runner_next(const struct head *a)
{
    const struct script_runner *s = &a->steps;

    return s->next < s->count ? &s->step[s->next] : NULL;
}

uint64_t script_runner_horizon(const struct head *a, int skip)
{
    const struct script_runner *s = &a->steps;

    return s->next + skip < s->count ? s->step[s->next + skip].sync
                                     : CONTROL_NEVER;
}

/* What cannot be done is told of and left out. */
static void skip(struct head *a, const char *why)
{
    const struct change_script_step *step = script_runner_next(a);

    head_say("%s at sync %llu: %s", step->text, (unsigned long long)step->sync,
             why);
    a->steps.next++;
    generation_set_horizon(a->now, script_runner_horizon(a, 0));
    for (int r = 0; r < a->now->ranks; r++)
        if (a->now->rank[r].standing)
            generation_release(a->now, r);
}

static bool is_due(const struct head *a, const struct change_script_step *step)
{
    const struct script_runner *s = &a->steps;
    uint64_t count = generation_count(a->now);
    double now = loop_now();
    double pace =
        now > s->since ? (double)(count - s->then) / (now - s->since) : 0;

    return !a->change && !host_links_awaits(a->hub)
           && (!a->hub || generation_is_placed(a->now))
           && (double)step->sync <= (double)count + pace * ahead_seconds;
}

static void on_look(void *arg)
{
    static struct change change; /* it is large */
    struct head *a = arg;
    const struct change_script_step *step = script_runner_next(a);
    struct error err;

    if (!step)
        return;
    if (!is_due(a, step)) {
        loop_after(a->loop, LOOK_MS, on_look, a);
        return;
    }
    if (change_parse(&change, step->text, &err) < 0
        || a->engine->begin(a, &change, step->text, "script", step->sync, &err)
               < 0) {
        skip(a, err.text);
        loop_after(a->loop, 0, on_look, a);
    }
}

void script_runner_expect(struct head *a)
{
    bool more = script_runner_next(a);

    host_links_watch(a->hub, a->now, more);
    a->steps.then = generation_count(a->now);
    a->steps.since = loop_now();
    if (more)
        loop_after(a->loop, LOOK_MS, on_look, a);
}

void script_runner_stop(struct head *a)
{
    loop_cancel(a->loop, on_look, a);
    a->steps.count = 0;
}

void script_runner_changed(struct head *a)
{
    a->steps.next += a->steps.begun && script_runner_next(a);
    a->steps.begun = false;
}
