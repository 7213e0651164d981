/* give_up.c - end a succession, so that the job goes on as it was
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/core/retire.h"

void changeover_destroy(struct changeover *s)
{
    phase_leave(s);
    changeover_leave(s);
    stop_leave(s);
    commit_leave(s);
    for (int r = 0; s->old && r < s->old_ranks; r++)
        free(s->old[r].sums);
    for (int r = 0; s->new &&r < s->new_ranks; r++)
        free(s->new[r].sums);
    free(s->old);
    free(s->new);
    free(s->order);
    placement_free(&s->place);
    change_destroy(s->change);
    s->agent->change = NULL;
    s->agent->next = NULL;
    free(s);
}

void changeover_put_back(const struct head *a, int ranks)
{
    struct error err;

    if (input_files_write(&a->files, ranks, &err) < 0)
        agent_say("%s", err.text);
}

static void end_next(struct head *a, struct generation *next)
{
    next->unwanted = true;
    generation_tell_all(next, LOCAL_MESSAGE_END, 0, NULL);
    generation_end(next);
    retire(a, next);
}

uint64_t changeover_horizon(const struct changeover *s)
{
    const struct head *a = s->agent;

    return change_schedule_horizon(&a->script, s->at > 0);
}

/* The old ranks go on as if nothing had been. */
static void release(struct changeover *s)
{
    struct generation *now = s->agent->now;

    now->own_pace = false;
    generation_set_horizon(now, changeover_horizon(s));
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].standing)
            generation_release(now, r);
}

/* The program ends before the sync that a script has asked for, who tells of
 * that; or a policy had asked, and nobody waits for an answer.
 */
static bool is_moot(const struct changeover *s)
{
    const struct generation *now = s->agent->now;

    return now->leaving && (s->decided || s->at > generation_count(now));
}

void changeover_give_up(struct changeover *s)
{
    struct head *a = s->agent;
    struct generation *next = s->next;
    struct error sentence;
    struct change_outcome outcome = { .sentence = sentence.text,
                                      .scripted = s->at > 0,
                                      .moot = is_moot(s) };

    s->ended = loop_now();
    changeover_record(s, s->reason.text);
    error_set(&sentence, "%.200s was given up: %.700s", s->change->text,
              s->reason.text);
    host_links_forget_claim(a->links);
    release(s);
    if (s->new_ranks != s->old_ranks)
        changeover_put_back(a, s->old_ranks);
    s->next = NULL;
    changeover_destroy(s);
    end_next(a, next);
    head_changed(a, &outcome);
}

/* Who goes on sends again what others have collected from it.  So nobody does
 * before all have written down what came: the rest would be lost.
 */
void changeover_fail(struct changeover *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    if (!s->failing)
        vsnprintf(s->reason.text, sizeof(s->reason.text), fmt, ap);
    va_end(ap);
    s->failing = true;
    if (s->phase != PHASE_MAIL || phase_old_answered(s))
        changeover_give_up(s);
}
