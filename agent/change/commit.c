/* commit.c - from the stop to the commit
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/core/retire.h"
#include "base/append_text.h"
#include "migrate/transfer/manifest_file.h"
#include "report/model/units.h"

enum { FLUSH_STEP_MS = 1, FLUSH_MS = 2000 };

void commit_move(struct changeover *s)
{
    if (s->phase == PHASE_BEFORE && !s->collected
        && changeover_in_flight(s, &s->obstacle)) {
        changeover_fail(s, "%s after the functions of mito_before()",
                        s->obstacle.text);
        return;
    }
    phase_enter(s, PHASE_MOVE);
    generation_tell_all(s->agent->now, LOCAL_MESSAGE_DIGEST, 0, s->order);
    generation_tell_all(s->next, LOCAL_MESSAGE_PULL, 0, s->order);
}

/* When the first of them came to stand: before the change began, it may be. */
static double first_stood(const struct generation *g, double now)
{
    double first = now;

    for (int r = 0; r < g->ranks; r++)
        if (g->rank[r].standing && g->rank[r].since < first)
            first = g->rank[r].since;
    return first;
}

/* Those without a wish have shown their state already. */
void commit_begin(struct changeover *s)
{
    struct generation *now = s->agent->now;
    bool any = false;

    s->stopped = loop_now();
    s->standing = first_stood(now, s->stopped);
    stop_leave(s);
    for (int r = 0; r < now->ranks; r++)
        any = any || now->rank[r].wishes;
    if (!any) {
        commit_move(s);
        return;
    }
    phase_enter(s, PHASE_BEFORE);
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].wishes)
            generation_tell(now, r, LOCAL_MESSAGE_BEFORE,
                            (uint64_t)s->new_ranks, NULL);
        else
            s->old[r].answered = true;
}

static uint64_t sum_of(const struct changeover_rank *ranks,
                       int count,
                       size_t item)
{
    uint64_t sum = 0;

    for (int r = 0; r < count; r++)
        sum += item < ranks[r].sums_count ? ranks[r].sums[item] : 0;
    return sum;
}

/* What the new ranks call item 'item', or "?"; good until the next call. */
static const char *item_name(const struct changeover *s, size_t item)
{
    static char name[ITEM_NAME];
    struct manifest *m =
        manifest_file_read(s->agent->folder, s->next->number, 0, NULL);

    snprintf(name, sizeof(name), "%s",
             m && item < m->count ? m->items[item].name : "?");
    manifest_destroy(m);
    return name;
}

/* Whether everything that the old ranks had is with the new ones. */
static bool verify(const struct changeover *s, struct error *err)
{
    size_t items = s->new[0].sums_count;

    for (int r = 0; r < s->agent->now->ranks; r++)
        if (s->old[r].sums_count != items)
            return error_set(err,
                             "old rank %d has sums of %zu "
                             "registrations, new rank 0 of %zu",
                             r, s->old[r].sums_count, items)
                   == 0;
    for (size_t i = 0; i < items; i++)
        if (sum_of(s->old, s->agent->now->ranks, i)
            != sum_of(s->new, s->next->ranks, i))
            return error_set(err,
                             "the checksum of \"%s\" is not what it was "
                             "before it was moved",
                             item_name(s, i))
                   == 0;
    return true;
}

/* Whether all new ranks are still there.  Says which one is not. */
static bool are_there(const struct generation *g, int *lost)
{
    for (*lost = 0; *lost < g->ranks; (*lost)++)
        if (!generation_has(g, *lost))
            return false;
    return true;
}

/* Where something was in the way of an earlier sync, that is told. */
static void tell_done(const struct changeover *s, struct error *sentence)
{
    error_set(
        sentence, "%.200s: done at sync %llu, %d rank%s, stood still for %s",
        s->change->text, (unsigned long long)s->stop, s->next->ranks,
        s->next->ranks == 1 ? "" : "s", unit_time(s->ended - s->stopped).text);
    if (s->tries > 0)
        append_text(sentence->text, sizeof(sentence->text),
                    "; %.600s at %d sync%s before", s->obstacle.text, s->tries,
                    s->tries == 1 ? "" : "s");
}

/* The new generation is the job. */
static void commit(struct changeover *s)
{
    struct head *a = s->agent;
    struct generation *old = a->now;
    struct error sentence;
    struct change_outcome outcome;
    uint64_t sync = s->stop;

    generation_set_horizon(s->next, changeover_horizon(s));
    atomic_store(&a->record->successor_sync, sync);
    atomic_store(&a->record->successor, s->next->number);
    generation_publish(s->next);
    generation_tell_all(s->next, LOCAL_MESSAGE_COMMIT, sync, NULL);
    runner_open(&s->next->runner);
    generation_tell_all(old, LOCAL_MESSAGE_LEAVE, 0, NULL);
    host_flush(&a->hosts); /* before we write down how it went */
    s->ended = loop_now();
    changeover_record(s, NULL);
    tell_done(s, &sentence);
    outcome = (struct change_outcome){
        .done = true,
        .sentence = sentence.text,
        .scripted = s->at > 0,
        .late = s->at > 0 && s->tries > 0,
        .bytes = (double)s->bytes,
        .ready = s->ready - s->asked,
        .stopped = s->ended - s->stopped,
    };
    a->now = s->next;
    s->next = NULL;
    changeover_destroy(s);
    retire(a, old);
    head_changed(a, &outcome);
}

/* An old rank that has lost its patience with us is running again, and then
 * there is no change.
 */
static void on_claimed(void *arg, bool all)
{
    struct changeover *s = arg;
    int lost;

    if (!are_there(s->next, &lost))
        changeover_fail(s, "new rank %d is gone", lost);
    else if (!all)
        changeover_fail(s, "a rank went on by itself");
    else
        commit(s);
}

/* The old ranks' output is ended before the new ones' begins. */
static void on_flush(void *arg)
{
    struct changeover *s = arg;
    struct control *c = s->agent->now->control;
    bool all = true;

    for (int r = 0; r < s->agent->now->ranks; r++)
        all = all && atomic_load(&c->slot[r].flushed);
    if (all || loop_now() - s->moved > FLUSH_MS * 1e-3)
        host_links_claim(s->agent->links, s->agent->now, SLOT_HELD, on_claimed,
                         s);
    else
        loop_after(s->agent->loop, FLUSH_STEP_MS, on_flush, s);
}

void commit_check(struct changeover *s)
{
    struct error err;

    if (!verify(s, &err)) {
        changeover_fail(s, "%s", err.text);
        return;
    }
    s->moved = loop_now();
    phase_enter(s, PHASE_FLUSH);
    on_flush(s);
}

void commit_leave(struct changeover *s)
{
    loop_cancel(s->agent->loop, on_flush, s);
    host_links_forget_claim(s->agent->links);
}
