/* phase.c - how far a succession is, and how long that may take
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/peers/rank_page.h"
#include "base/append_text.h"

static const struct {
    const char *name;
    double share; /* of the patience that is set */
} phases[] = {
    [PHASE_LAUNCH] = { "getting the new ranks ready", 1 },
    [PHASE_PREPARE] = { "getting memory for the new ranks", 1 },
    [PHASE_AGREE] = { "agreeing on a sync to stop at", 30 },
    [PHASE_STOP] = { "coming to a stop", 30 },
    [PHASE_MAIL] = { "collecting messages under way", 0.5 },
    [PHASE_BEFORE] = { "calling the functions of mito_before()", 1 },
    [PHASE_MOVE] = { "moving the state", 3 },
    [PHASE_FLUSH] = { "ending the old ranks' output", 0.5 },
};

enum { TOLD = 8 }; /* ranks that are named */

static double patience(const struct changeover *s)
{
    return phases[s->phase].share * s->agent->patience;
}

void phase_excuse_all(struct changeover *s)
{
    for (int r = 0; r < s->agent->now->ranks; r++)
        s->old[r].answered = true;
}

void phase_excuse_lost(struct changeover *s)
{
    const struct generation *now = s->agent->now;

    for (int r = 0; r < now->ranks; r++)
        if (!generation_has(now, r))
            s->old[r].answered = true;
}

/* Whether a new rank has come to its first sync, or at least is through
 * MPI_Init().
 */
static bool has_begun(const struct changeover *s, int rank)
{
    struct page *p =
        s->new[rank].answered
            ? NULL
            : rank_page_open(s->agent->folder, s->next->number, rank);
    bool begun = s->new[rank].answered || (p && p->state == PAGE_RUNNING);

    page_close(p);
    return begun;
}

/* Say which new ranks are not ready where any has begun: all may wait for one
 * that is elsewhere.  When all are, an agent of a host did not answer.
 */
static void say_missing(const struct changeover *s, struct error *text)
{
    const size_t size = sizeof(text->text);
    const char *host = host_links_not_watching(s->agent->links);
    int missing = 0, told = 0;
    bool any = false;

    for (int r = 0; r < s->next->ranks; r++) {
        missing += !s->new[r].answered;
        any = any || has_begun(s, r);
    }
    if (missing == 0 && host)
        append_text(text->text, size,
                    ": they are, but what looks after the ranks on %s did not "
                    "answer",
                    host);
    if (missing == 0 || !any)
        return;
    for (int r = 0; told < missing && told < TOLD; r++) {
        struct page *p;

        if (s->new[r].answered)
            continue;
        append_text(text->text, size, "%s new rank %d", told++ > 0 ? "," : ":",
                    r);
        p = rank_page_open(s->agent->folder, s->next->number, r);
        rank_page_say_call(p, text);
        page_close(p);
    }
    if (missing > told)
        append_text(text->text, size, " and %d more", missing - told);
    append_text(text->text, size, " did not come to mito_sync()");
}

static void on_late(void *arg)
{
    struct changeover *s = arg;
    struct error missing = { "" };

    if (s->phase == PHASE_LAUNCH)
        say_missing(s, &missing);
    phase_excuse_all(s);
    if (s->phase == PHASE_MOVE && s->moved_bytes > 0)
        changeover_fail(s, "%s: nothing came for %g s, after %llu bytes",
                        phases[s->phase].name, patience(s),
                        (unsigned long long)s->moved_bytes);
    else
        changeover_fail(s, "%s took longer than %g s%s", phases[s->phase].name,
                        patience(s), missing.text);
}

void phase_note_moved(struct changeover *s, int rank, uint64_t bytes)
{
    if (s->phase != PHASE_MOVE || bytes <= s->new[rank].moved)
        return;
    s->moved_bytes += bytes - s->new[rank].moved;
    s->new[rank].moved = bytes;
    loop_after(s->agent->loop, (int)(patience(s) * 1e3), on_late, s);
}

void phase_enter(struct changeover *s, enum changeover_phase phase)
{
    s->phase = phase;
    s->old_heard = s->new_heard = 0;
    for (int r = 0; r < s->agent->now->ranks; r++)
        s->old[r].answered = false;
    for (int r = 0; r < s->next->ranks; r++)
        s->new[r].answered = false;
    loop_after(s->agent->loop, (int)(patience(s) * 1e3), on_late, s);
}

void phase_leave(struct changeover *s)
{
    loop_cancel(s->agent->loop, on_late, s);
}

const char *phase_name(const struct changeover *s)
{
    return phases[s->phase].name;
}

/* Each answer has this asked, so it goes on where it came to last. */
static bool all_answered(const struct changeover_rank *ranks,
                         int count,
                         int *heard)
{
    while (*heard < count && ranks[*heard].answered)
        ++*heard;
    return *heard == count;
}

bool phase_old_answered(struct changeover *s)
{
    return all_answered(s->old, s->agent->now->ranks, &s->old_heard);
}

bool phase_new_answered(struct changeover *s)
{
    return all_answered(s->new, s->next->ranks, &s->new_heard);
}
