/* host_links_lost.c - hosts that cannot be reached, and how long a job waits
 * for them
 *
 * That an outpost cannot be reached says nothing of the ranks beside it: they
 * may get on all the same.  So the job is ended only when, for as long, no
 * rank that can be reached has come to another sync either.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links_parts.h"
#include "base/process.h"
#include "job/incident.h"
#include "report/live/live.h"

enum { LOOK_MS = 500, CLOCK_TEXT = 16 };

/* An outpost that was killed is there again before this is over. */
static const double tell_after = 10;

/* Ranks that sync all the time do not, so long. */
static const double stands_after = 8;

/* Syncs that are rare are waited for in any case, so many times as long as one
 * takes.
 */
static const double usual_times = 10;

static bool is_lost(const struct post *p)
{
    return *p->host && !p->line && !p->ended && !p->unwanted;
}

/* Whether the job needs it.  What an agent before us knew of where ranks are
 * we may not.
 */
static bool is_needed(const struct post *p)
{
    const struct generation *now = p->hub->agent->now;

    return generation_ranks_on(now, p->host) > 0 || !generation_is_placed(now);
}

static uint64_t syncs_of_all(const struct generation *g)
{
    uint64_t sum = g->number;

    for (int r = 0; r < g->ranks; r++)
        sum += atomic_load(&g->control->slot[r].count);
    return sum;
}

/* ---- in words ---- */

static void tell_clock(time_t since, char text[CLOCK_TEXT])
{
    struct tm local;

    if (!localtime_r(&since, &local)
        || strftime(text, CLOCK_TEXT, "%H:%M:%S", &local) == 0)
        strcpy(text, "?");
}

/* "rank 0 is in MPI_Recv for 31 s", of the rank of this host that is in its
 * call the longest; else where all are.
 */
static void tell_wait(const struct head *a, struct error *text)
{
    live_t *w = live_open(a->folder, NULL);
    const struct live *l = w ? live_look(w, NULL) : NULL;
    const struct live_rank *longest = NULL;

    for (size_t i = 0; l && i < l->ranks; i++)
        if (*l->rank[i].call
            && (!longest || l->rank[i].inside > longest->inside))
            longest = &l->rank[i];
    error_set(text,
              "no rank that can be reached has come to another "
              "mito_sync() for %.0f s",
              a->hub->standstill.seconds);
    if (longest)
        snprintf(text->text + strlen(text->text),
                 sizeof(text->text) - strlen(text->text),
                 ", rank %d is in %s for %.0f s", longest->rank, longest->call,
                 longest->inside);
    live_close(w);
}

/* Of a host that is lost, and, should the job wait for it, what comes of that.
 */
static void tell(struct post *p)
{
    const struct head *a = p->hub->agent;
    int ranks = generation_ranks_on(a->now, p->host);
    bool stands = p->hub->standstill.seconds >= stands_after;
    struct error wait = { "the others get on" };
    char since[CLOCK_TEXT], end[128] = "";

    tell_clock(p->loss.since, since);
    if (stands)
        tell_wait(a, &wait);
    if (stands && a->host_patience > 0)
        snprintf(end, sizeof(end),
                 "; after %u s of that the job is ended (--host-patience)",
                 a->host_patience);
    head_say("host %s, with %d rank%s of the job, cannot be reached since %s "
             "(%.200s): %.300s%s",
             p->host, ranks, ranks == 1 ? "" : "s", since, p->loss.why.text,
             wait.text, end);
    p->loss.told = true;
    p->loss.warned = stands;
}

static bool is_to_be_told(const struct post *p)
{
    if (!p->loss.told)
        return p->loss.seconds >= tell_after;
    return !p->loss.warned && p->hub->standstill.seconds >= stands_after;
}

/* ---- the end of the job ---- */

/* Its ranks here, and the launcher that has started them if it is not the
 * first one: that one is seen to by launcher_end().
 */
static void kill_ranks(const struct generation *g)
{
    int32_t pid;

    for (int r = 0; r < g->ranks; r++)
        if (!g->rank[r].outpost
            && (pid = atomic_load(&g->control->slot[r].pid)) > 1)
            kill(pid, SIGKILL);
    if (g->keeper.pid > 0)
        process_end_below(g->keeper.pid);
}

static void end_job(const struct post *p)
{
    struct head *a = p->hub->agent;
    char since[CLOCK_TEXT];
    struct error wait, text;

    tell_clock(p->loss.since, since);
    tell_wait(a, &wait);
    error_set(&text,
              "host %s could not be reached since %s (%.200s) and %.300s, so "
              "the job was ended",
              p->host, since, p->loss.why.text, wait.text);
    head_say("%s", text.text);
    incident_note(a->folder, text.text);
    kill_ranks(a->now);
    head_end(a, EXIT_FAILURE);
}

static bool is_over(const struct post *p)
{
    const struct head *a = p->hub->agent;
    double stood = p->hub->standstill.seconds;
    uint64_t syncs = generation_count(a->now);
    double usual = syncs > 0 ? (loop_now() - a->since) / (double)syncs : 0;

    return a->host_patience > 0 && p->loss.seconds >= a->host_patience
           && stood >= a->host_patience && stood >= usual * usual_times;
}

/* ---- waiting ---- */

/* Have those that can be reached tell how far their ranks are. */
static void watch(host_links_t *h, bool on)
{
    const struct head *a = h->agent;

    h->waiting = on;
    if (on || (!a->change && !script_runner_next(a)))
        hub_say(h, NULL, HOST_MESSAGES_WATCH, a->now->number, on, NULL, 0);
}

static void on_look(void *arg)
{
    host_links_t *h = arg;
    double step = standstill_look(&h->standstill, loop_now(),
                                  syncs_of_all(h->agent->now));
    bool any = false;

    if (h->ending || h->agent->ended)
        return;
    for (struct post *p = h->posts; p; p = p->next) {
        if (!is_lost(p) || !is_needed(p))
            continue;
        any = true;
        p->loss.seconds += step;
        if (is_over(p)) {
            end_job(p);
            return;
        }
        if (is_to_be_told(p))
            tell(p);
    }
    if (any)
        loop_after(h->agent->loop, LOOK_MS, on_look, h);
    else
        watch(h, false);
}

void hub_miss(struct post *p, const char *why)
{
    host_links_t *h = p->hub;

    p->loss = (struct post_loss){ .since = time(NULL) };
    error_set(&p->loss.why, "%s", why);
    if (h->waiting || !is_needed(p))
        return;
    standstill_forget(&h->standstill);
    watch(h, true);
    on_look(h);
}

void hub_regain(struct post *p)
{
    if (p->loss.told)
        head_say("host %s is there again, after %.0f s", p->host,
                 p->loss.seconds);
}

void host_links_expect(host_links_t *h, const char *host)
{
    struct post *p = host_links_find(h, host) ? NULL : calloc(1, sizeof(*p));

    if (!p)
        return;
    p->hub = h;
    snprintf(p->host, sizeof(p->host), "%s", host);
    p->next = h->posts;
    h->posts = p;
    hub_miss(p, "it did not come to the agent that was started again");
}

void hub_forget_lost(host_links_t *h)
{
    loop_cancel(h->agent->loop, on_look, h);
}

bool host_links_awaits(const host_links_t *h)
{
    for (const struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (is_lost(p) && is_needed(p) && p->loss.seconds < tell_after)
            return true;
    return false;
}

bool host_links_lacks_host(const host_links_t *h)
{
    for (const struct post *p = h ? h->posts : NULL; p; p = p->next)
        if (is_lost(p) && is_needed(p))
            return true;
    return false;
}
