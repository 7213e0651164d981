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

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/host_links_internal.h"
#include "base/append_text.h"
#include "base/pipe.h"
#include "base/system/process.h"
#include "job/incident.h"
#include "report/live/live.h"

enum {
    LOOK_MS = 500,
    TELL_MS = 5000,
    LAST_WORDS_MS = 10000,
    CLOCK_TEXT = 16,
};

/* An outpost that was killed is there again before this is over. */
static const double tell_after = 10;

/* Ranks that sync all the time do not, so long. */
static const double stands_after = 8;

/* Syncs that are rare are waited for in any case, so many times as long as one
 * takes.
 */
static const double usual_times = 10;

static bool is_lost(const struct host *h)
{
    return h->joined && !h->line && !h->ended && !h->unwanted;
}

/* Whether the job needs it.  What an agent before us knew of where ranks are
 * we may not.
 */
static bool is_needed(const struct host *h)
{
    const struct generation *now = h->agent->now;

    return generation_ranks_on(now, h->name) > 0 || !generation_is_placed(now);
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
              a->links->standstill.seconds);
    if (longest)
        append_text(text->text, sizeof(text->text),
                    ", rank %d is in %s for %.0f s", longest->rank,
                    longest->call, longest->inside);
    live_close(w);
}

/* Of a host that is lost, and, should the job wait for it, what comes of that.
 */
static void describe_loss(const struct host *h, struct error *text)
{
    const struct head *a = h->agent;
    int ranks = generation_ranks_on(a->now, h->name);
    bool stands = a->links->standstill.seconds >= stands_after;
    struct error wait = { "the others get on" };
    char since[CLOCK_TEXT], end[128] = "";

    tell_clock(h->loss.since, since);
    if (stands)
        tell_wait(a, &wait);
    if (stands && a->hosts.patience > 0)
        snprintf(end, sizeof(end),
                 "; after %u s of that the job is ended (--host-patience)",
                 a->hosts.patience);
    error_set(text,
              "host %s, with %d rank%s of the job, cannot be reached since %s "
              "(%.200s): %.300s%s",
              h->name, ranks, ranks == 1 ? "" : "s", since, h->loss.why.text,
              wait.text, end);
}

static void tell(struct host *h)
{
    struct error text;

    describe_loss(h, &text);
    agent_say("%s", text.text);
    h->loss.told = true;
    h->loss.warned = h->agent->links->standstill.seconds >= stands_after;
}

/* Of one that is there again, while the job stands all the same. */
static void describe_hang(const struct host *h, struct error *text)
{
    char since[CLOCK_TEXT], back[CLOCK_TEXT];
    struct error wait;

    tell_clock(h->loss.since, since);
    tell_clock(h->loss.back, back);
    tell_wait(h->agent, &wait);
    error_set(text,
              "host %s, which could not be reached from %s to %s, is there "
              "again, but %.300s: MPI may have given up its connections "
              "meanwhile (UCX_TCP_KEEPIDLE=inf keeps UCX from that); the job "
              "is left alone",
              h->name, since, back, wait.text);
}

static bool is_to_be_told(const struct host *h)
{
    if (!h->loss.told)
        return h->loss.seconds >= tell_after;
    return !h->loss.warned
           && h->agent->links->standstill.seconds >= stands_after;
}

/* ---- the end of the job ---- */

/* Its ranks here, and the launcher that has started them if it is not the
 * first one: that one is seen to by launcher_end().
 */
static void kill_ranks(const struct generation *g)
{
    for (int r = 0; r < g->ranks; r++)
        process_id_kill(&g->control->slot[r].process);
    if (g->runner.pid > 0)
        process_end_below(g->runner.pid);
}

static void end_job(const struct host *h)
{
    struct head *a = h->agent;
    char since[CLOCK_TEXT];
    struct error wait, text;

    tell_clock(h->loss.since, since);
    tell_wait(a, &wait);
    error_set(&text,
              "host %s could not be reached since %s (%.200s) and %.300s, so "
              "the job was ended",
              h->name, since, h->loss.why.text, wait.text);
    agent_say("%s", text.text);
    incident_note(a->folder, text.text);
    /* Once the ranks are gone Hydra's proxies end, read or not. */
    agent_say_rest(LAST_WORDS_MS);
    pipe_wait_until_read(STDERR_FILENO, LAST_WORDS_MS);
    kill_ranks(a->now);
    head_end(a, EXIT_FAILURE);
}

/* How long a sync takes, of those since this head began.  While there was none
 * that is seen, the first one takes all the time that there was.
 */
static double usual_seconds(const struct head *a, double stood)
{
    uint64_t count = generation_count(a->now);
    double got_on = loop_now() - a->since - stood;

    return count > a->synced ? got_on / (double)(count - a->synced) : got_on;
}

/* Seconds after which ranks stand longer than they do by themselves. */
static double stands_long(const struct head *a)
{
    return fmax(stands_after,
                usual_seconds(a, a->links->standstill.seconds) * usual_times);
}

/* Seconds that ranks may stand when a host is lost; 0: any number. */
static uint64_t patience(const struct head *a)
{
    double least =
        usual_seconds(a, a->links->standstill.seconds) * usual_times;

    if (a->hosts.patience == 0 || least <= a->hosts.patience)
        return a->hosts.patience;
    return (uint64_t)ceil(least);
}

static bool is_over(const struct host *h)
{
    const struct head *a = h->agent;

    return a->hosts.patience > 0 && h->loss.seconds >= a->hosts.patience
           && a->links->standstill.seconds >= (double)patience(a);
}

void host_links_tell_patience(void *links)
{
    host_links_t *l = links;
    struct head *a = l->agent;
    struct host *h = NULL;

    while ((h = host_next_joined(&a->hosts, h)))
        host_order(h, HOST_MESSAGES_PATIENCE, 0, patience(a), NULL, 0);
    loop_after(a->loop, TELL_MS, host_links_tell_patience, l);
}

/* ---- waiting ---- */

/* Have those that can be reached tell how far their ranks are. */
static void watch(host_links_t *l, bool on)
{
    const struct head *a = l->agent;

    l->waiting = on;
    if (on || (!a->change && !change_schedule_next(&a->script)))
        host_say(&l->agent->hosts, NULL, HOST_MESSAGES_WATCH, a->now->number,
                 on, NULL, 0);
}

/* A host is there again.  MPI may have given up connections to it of which
 * nobody hears, so the ranks are watched until they had time enough to get on.
 * Returns whether that is to go on.
 */
static bool look_at_return(struct host *h, double step)
{
    struct host_loss *loss = &h->loss;
    double bound = stands_long(h->agent);
    double stood = h->agent->links->standstill.seconds;
    bool hangs = stood >= bound;
    struct error text;

    if (h->agent->change)
        return true;
    loss->seconds += step;
    if (hangs != loss->warned) {
        describe_hang(h, &text);
        agent_say("%s", hangs ? text.text : "the job gets on again");
    }
    loss->warned = hangs;
    if (loss->seconds >= bound && stood < bound / 2)
        *loss = (struct host_loss){ .since = 0 };
    return loss->back != 0;
}

static void on_look(void *arg)
{
    host_links_t *l = arg;
    const struct generation *now = l->agent->now;
    double step = standstill_look(&l->standstill, loop_now(),
                                  now->number + generation_syncs(now));
    bool any = false;

    if (l->ending || l->agent->ended)
        return;
    for (struct host *h = l->agent->hosts.first; h; h = h->next) {
        if (h->loss.back != 0 && look_at_return(h, step))
            any = true;
        if (!is_lost(h) || !is_needed(h))
            continue;
        any = true;
        h->loss.seconds += step;
        if (is_over(h)) {
            end_job(h);
            return;
        }
        if (is_to_be_told(h))
            tell(h);
    }
    if (any) {
        loop_after(l->agent->loop, LOOK_MS, on_look, l);
        return;
    }
    standstill_forget(&l->standstill);
    watch(l, false);
}

void host_links_miss(struct host *h, double silent, const char *why)
{
    host_links_t *l = h->agent->links;

    h->loss = (struct host_loss){ .since = time(NULL) - (time_t)silent,
                                  .silent = silent };
    error_set(&h->loss.why, "%s", why);
    if (l->waiting || !is_needed(h))
        return;
    watch(l, true);
    on_look(l);
}

void host_links_regain(struct host *h)
{
    double away = h->loss.silent + h->loss.seconds;
    bool hurts = h->agent->links->waiting && away >= stands_after;

    if (h->loss.told)
        agent_say("host %s is there again, after %.0f s", h->name, away);
    h->loss = (struct host_loss){ .since = h->loss.since,
                                  .back = hurts ? time(NULL) : 0 };
}

void host_links_expect(host_links_t *l, const char *host)
{
    struct host *h = host_add(&l->agent->hosts, host);

    if (!h || (h->joined && !h->unwanted))
        return;
    h->agent = l->agent;
    h->joined = true;
    host_links_miss(h, 0,
                    "it did not come to the agent that was started again");
}

void host_links_stop_waiting(host_links_t *l)
{
    loop_cancel(l->agent->loop, on_look, l);
    loop_cancel(l->agent->loop, host_links_tell_patience, l);
}

void host_links_describe(const host_links_t *l, struct error *text)
{
    *text->text = '\0';
    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (is_lost(h) && is_needed(h))
            describe_loss(h, text);
        else if (h->loss.back != 0 && h->loss.warned)
            describe_hang(h, text);
}

bool host_links_awaits(const host_links_t *l)
{
    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (is_lost(h) && is_needed(h) && h->loss.seconds < tell_after)
            return true;
    return false;
}

bool host_links_lacks_host(const host_links_t *l)
{
    for (const struct host *h = l->agent->hosts.first; h; h = h->next)
        if (is_lost(h) && is_needed(h))
            return true;
    return false;
}
