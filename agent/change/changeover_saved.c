/* changeover_saved.c - the change under way, as a part of the head
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/core/saved_state.h"
#include "job/incident.h"

static const char lost_head[] = "the agent was lost";

/* ---- what happens ---- */

static void on_heard(struct head *a, const struct local_message *wire)
{
    if (wire->head.type != LOCAL_MESSAGE_REQUEST)
        changeover_hear(a, wire);
}

static void on_next_ended(struct head *a)
{
    changeover_lose(a, NULL);
}

static void on_ending(struct head *a)
{
    a->now->leaving = true;
    changeover_cancel(a, true, "the program is ending");
}

/* Until it is back, nothing of its ranks can be changed. */
static void on_host_lost(struct head *a, const char *host, const char *why)
{
    struct error reason;

    error_set(&reason, "host %s cannot be reached: %s", host, why);
    changeover_cancel(a, false, reason.text);
}

/* The agents of other hosts have got further with what is under way. */
static void on_host_said(struct head *a,
                         const char *host,
                         const struct local_message_head *head,
                         const char *payload)
{
    (void)host;
    (void)payload;
    if (a->change && head->type == HOST_MESSAGES_WATCH)
        changeover_consider(a);
}

/* ---- for the head after this one ---- */

static void save(const struct head *a, FILE *out)
{
    const struct changeover *s = a->change;

    if (!s)
        return;
    fprintf(out, "change %u %d %d %.3f\n", s->next->number, s->new_ranks,
            s->at > 0, s->asked_wall);
    saved_state_put_text(out, "text", s->change->text);
    saved_state_put_text(out, "why", s->why);
}

/* NULL without memory. */
static struct changeover_left *need(struct head *a)
{
    if (!a->change_left)
        a->change_left = calloc(1, sizeof(*a->change_left));
    return a->change_left;
}

static void take_change(struct head *a, const char *rest)
{
    struct changeover_left *left = need(a);
    int scripted = 0;

    if (!left)
        return;
    if (sscanf(rest, "%u %d %d %lf", &left->generation, &left->ranks,
               &scripted, &left->asked)
        != 4)
        left->generation = 0;
    left->scripted = scripted;
}

static void take_text(struct head *a, const char *rest)
{
    struct changeover_left *left = need(a);

    if (left) {
        change_destroy(left->change);
        left->change = change_parse(rest, NULL);
    }
}

static void take_why(struct head *a, const char *rest)
{
    struct changeover_left *left = need(a);

    if (left)
        snprintf(left->why, sizeof(left->why), "%s", rest);
}

static const struct saved_line lines[] = {
    { "change", take_change },
    { "text", take_text },
    { "why", take_why },
    { 0 },
};

static void stop(struct head *a)
{
    if (a->change_left)
        change_destroy(a->change_left->change);
    free(a->change_left);
    a->change_left = NULL;
}

/* ---- after the head before this one ---- */

/* The report has all changes. */
static void record(struct head *a,
                   const struct changeover_left *left,
                   const struct change_forecast *forecast,
                   bool done)
{
    struct generation next = { .number = left->generation,
                               .ranks = left->ranks };
    struct changeover s = {
        .agent = a,
        .change = left->change,
        .next = &next,
        .old_ranks = a->saved->ranks,
        .new_ranks = left->ranks,
        .asked_wall = left->asked,
        .forecast = *forecast,
    };

    if (done)
        s.stop = atomic_load(&a->record->successor_sync);
    strcpy(s.why, left->why);
    changeover_record(&s, done ? NULL : lost_head);
}

void changeover_settle(struct head *a, const struct change_forecast *forecast)
{
    const struct changeover_left *left = a->change_left;
    bool done = left && a->now->number == left->generation;

    changeover_put_back(a, a->now->ranks);
    incident_note(a->folder, "the agent was lost and another one took its "
                             "place");
    if (!left || left->generation == 0 || !left->change) {
        agent_say("%s and is there again", lost_head);
        return;
    }
    if (!changeover_is_recorded(a->folder, left->generation))
        record(a, left, forecast, done);
    a->changes++;
    a->given_up += !done;
    a->script.next += left->scripted;
    agent_say("%s and is there again; %s was %s", lost_head,
              left->change->text, done ? "done" : "given up");
    stop(a);
}

const struct part changeover_part = {
    .name = "changeover",
    .stop = stop,
    .ending = on_ending,
    .heard = on_heard,
    .lost = changeover_lose,
    .next_ended = on_next_ended,
    .host_lost = on_host_lost,
    .host_said = on_host_said,
    .save = save,
    .lines = lines,
};
