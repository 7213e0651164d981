/* script_runner.c - begin the changes that a script asks for, in good time
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/change/changeover.h"
#include "agent/change/first_sync.h"
#include "agent/change/rebalance_check.h"
#include "agent/core/host_links.h"
#include "agent/head/ctl_ranks.h"
#include "agent/head/script_runner.h"
#include "job/incident.h"

enum { LOOK_MS = 20 };

/* The new ranks should stand ready when the step's sync comes. */
static const double ahead_seconds = 2.0;

struct script_runner {
    double since;  /* when it began to wait for the next step */
    uint64_t then; /* syncs reached at that time */
};

/* What cannot be done is told of and left out. */
static void skip(struct head *a, const char *why)
{
    const struct change_script_step *step = change_schedule_next(&a->script);

    agent_say("%s at sync %llu: %s", step->change->text,
              (unsigned long long)step->sync, why);
    a->script.next++;
    generation_set_horizon(a->now, change_schedule_horizon(&a->script, 0));
    for (int r = 0; r < a->now->ranks; r++)
        if (a->now->rank[r].standing)
            generation_release(a->now, r);
}

static bool is_due(struct head *a, const struct change_script_step *step)
{
    const struct script_runner *s = a->script_runner;
    struct error err;
    uint64_t count = generation_count(a->now);
    double now = loop_now();
    double pace =
        now > s->since ? (double)(count - s->then) / (now - s->since) : 0;

    return !a->change && !host_links_awaits(a->links)
           && (double)step->sync <= (double)count + pace * ahead_seconds
           && (!host_links_is_open(a->links)
               || first_sync_check(a, &err) <= 0);
}

static void on_look(void *arg)
{
    struct head *a = arg;
    const struct change_script_step *step = change_schedule_next(&a->script);
    struct error err;

    if (!step || a->now->leaving)
        return;
    if (!is_due(a, step)) {
        loop_after(a->loop, LOOK_MS, on_look, a);
        return;
    }
    if (rebalance_check_shares(a, step->change, &err) < 0
        || changeover_begin(a, step->change, "script", step->sync, &err) < 0) {
        skip(a, err.text);
        loop_after(a->loop, 0, on_look, a);
    }
}

void script_runner_expect(struct head *a)
{
    bool more = a->script_runner && change_schedule_next(&a->script);

    host_links_watch(a->links, a->now, more);
    if (!more)
        return;
    a->script_runner->then = generation_count(a->now);
    a->script_runner->since = loop_now();
    loop_after(a->loop, LOOK_MS, on_look, a);
}

/* ---- as a part ---- */

/* Where nothing can be changed, a script is not waited for. */
static void start(struct head *a, const struct settings *settings)
{
    const char *text = settings->text[SETTING_SCRIPT];
    struct error err;

    a->script_runner = calloc(1, sizeof(*a->script_runner));
    if (change_script_parse(&a->script.steps, text, &err) < 0)
        agent_say("MITOSIS_SCRIPT: %s; the script is left out", err.text);
    if (a->launcher || !change_schedule_next(&a->script))
        return;
    agent_say("%s; the job cannot be changed", a->unfit.text);
    change_script_clear(&a->script.steps);
    generation_set_horizon(a->now, CONTROL_NEVER);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_look, a);
    change_script_clear(&a->script.steps);
    free(a->script_runner);
    a->script_runner = NULL;
}

static void on_ending(struct head *a)
{
    const struct change_script_step *step = change_schedule_next(&a->script);
    int more = a->script.steps.count - a->script.next - 1;
    unsigned long long syncs = ctl_ranks_sync(a);
    char others[40] = "";
    struct error text;

    if (!step)
        return;
    if (more > 0)
        snprintf(others, sizeof(others), " and %d step%s after it", more,
                 more == 1 ? "" : "s");
    error_set(&text,
              "the script's '%llu %.200s'%s %s not reached: the program made "
              "%llu sync%s",
              (unsigned long long)step->sync, step->change->text, others,
              more > 0 ? "were" : "was", syncs, syncs == 1 ? "" : "s");
    agent_say("%s", text.text);
    incident_note(a->folder, text.text);
}

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    a->script.next += outcome->scripted && !outcome->moot
                      && change_schedule_next(&a->script);
    script_runner_expect(a);
}

const struct part script_runner_part = {
    .name = "script",
    .start = start,
    .stop = stop,
    .ending = on_ending,
    .changed = on_changed,
};
