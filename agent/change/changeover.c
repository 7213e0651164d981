/* changeover.c - the engine that starts the next generation beside this one
 *
 * A change goes through its phases by what the ranks say; each has a bound.
 * Until the commit the old generation only stands still, and whatever fails
 * makes it go on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/change/changeover.h"
#include "agent/change/placement.h"
#include "agent/decide/decide.h"
#include "agent/head/saved_state.h"
#include "agent/host/memory_check.h"
#include "base/clock.h"

enum { LOST_MS = 500 };

/* The job is on other hosts, or will be: see that these can be spoken to. */
static int reach_out(struct head *a,
                     const struct placement *p,
                     struct error *err)
{
    if (!a->hub && placement_is_here(p))
        return 0;
    if (host_links_need(a, err) < 0)
        return -1;
    if (!generation_is_placed(a->now))
        return error_set(err, "not all ranks have reached their first "
                              "mito_sync()");
    for (int r = 0; r < a->now->ranks; r++)
        if (a->now->rank[r].outpost
            && !host_links_reaches(a->hub, a->now->rank[r].host))
            return error_set(err, "host %s cannot be reached",
                             a->now->rank[r].host);
    return 0;
}

/* Those that stand at the script's sync already do not serve other hosts: they
 * go on to the next one.
 */
static void stand_anew(struct changeover *s)
{
    struct generation *now = s->agent->now;
    bool any = false;

    atomic_store(&now->control->apart, 1);
    for (int r = 0; r < now->ranks; r++)
        any = any || now->rank[r].standing;
    s->at += any && s->at > 0;
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].standing)
            generation_release(now, r);
}

/* Start the new generation, on 'hosts' if that is not NULL. */
static int launch(struct changeover *s, const char *hosts, struct error *err)
{
    struct head *a = s->agent;
    char sealed[SECRET_SEALED];
    struct launch_order order = {
        .folder = a->folder,
        .generation = ++a->generations,
        .ranks = s->new_ranks,
        .hosts = hosts,
        .home = a->hub ? host_links_home(a->hub) : NULL,
        .sealed = sealed,
    };

    if (order.home && secret_seal(order.home->secret, sealed, err) < 0)
        return -1;

    s->old = calloc((size_t)s->old_ranks, sizeof(*s->old));
    s->new = calloc((size_t)s->new_ranks, sizeof(*s->new));
    if (!s->old || !s->new)
        return error_set(err, "out of memory");
    s->next = generation_create(a->folder, order.generation, order.ranks, err);
    if (!s->next)
        return -1;
    s->next->hub = a->hub;
    if (snprintf(s->order, sizeof(s->order), "%u %d %u %d %s", a->now->number,
                 s->old_ranks, order.generation, order.ranks, s->text)
        >= (int)sizeof(s->order))
        return error_set(err, "the change is too long");
    return runner_start(&s->next->keeper, a->launcher, &order,
                        a->now->keeper.pid, err);
}

/* There is no memory for it.  A policy may ask for it again and again, which
 * is written down once.
 */
static void refuse(const struct changeover *s, const char *reason)
{
    struct error text;

    error_set(&text, "%s", s->text);
    if (strcmp(s->agent->refused.text, text.text) == 0)
        return;
    s->agent->refused = text;
    changeover_record(s, reason);
}

/* All that can be known before: whether it can be launched, whether there is
 * anything to refuse.
 */
static int begin(struct head *a,
                 const struct change *change,
                 const char *text,
                 const char *why,
                 uint64_t at,
                 struct error *err)
{
    int ranks = change_size(change, a->now->ranks, err);
    struct placement place = { 0 };
    struct changeover *s;
    char *hosts = NULL;
    int rc;

    if (a->ended)
        return error_set(err, "the job is ending");
    if (!a->launcher)
        return error_set(err, "%s", a->unfit.text);
    if (ranks < 0)
        return -1;
    if (launcher_check(a->launcher, atomic_load(&a->now->control->slot[0].pid),
                       err)
        < 0)
        return -1;
    s = calloc(1, sizeof(*s));
    if (!s)
        return error_set(err, "out of memory");
    s->agent = a;
    s->change = *change;
    s->at = at;
    s->asked = loop_now();
    s->asked_wall = (double)clock_wall() * 1e-9;
    s->old_ranks = a->now->ranks;
    s->new_ranks = ranks;
    s->kills = memory_left_kills("");
    snprintf(s->text, sizeof(s->text), "%s", text);
    snprintf(s->why, sizeof(s->why), "%s", why);
    rc = placement_make(&place, a->now, change, ranks, &a->pool,
                        decide_watcher(a), err);
    if (rc == 0)
        rc = reach_out(a, &place, err);
    if (rc == 0 && (rc = memory_check_check(a, change, &place, err)) < 0)
        refuse(s, err->text);
    if (rc == 0 && a->hub)
        hosts = placement_tell(&place);
    if (rc == 0)
        rc = launch(s, hosts, err);
    free(hosts);
    placement_free(&place);
    if (rc < 0) {
        generation_destroy(s->next, a->folder);
        changeover_destroy(s);
        return -1;
    }
    if (a->hub && !atomic_load(&a->now->control->apart))
        stand_anew(s);
    decide_foresee(a, change);
    a->change = s;
    a->refused.text[0] = '\0';
    a->steps.begun = at > 0;
    atomic_store(&a->now->control->crowded, 1);
    atomic_store(&a->now->control->apart, a->hub != NULL);
    atomic_store(&s->next->control->apart, a->hub != NULL);
    atomic_store(&s->next->control->crowded, 1);
    if (a->hub)
        generation_offer(a->now, script_runner_horizon(a, 0));
    else
        generation_publish(a->now);
    host_links_watch(a->hub, a->now, true);
    phase_enter(s, PHASE_LAUNCH);
    head_watch_end(a, s->next);
    saved_state_write(a);
    return 0;
}

/* ---- losses ---- */

static void on_lost(void *arg)
{
    struct changeover *s = arg;

    changeover_fail(s, "new rank %d is gone", s->lost);
}

/* A new rank that is gone takes the others with it, and mpiexec will tell. */
static void lose_new(struct changeover *s, int rank)
{
    s->lost = rank;
    loop_after(s->agent->loop, LOST_MS, on_lost, s);
}

void changeover_leave(struct changeover *s)
{
    loop_cancel(s->agent->loop, on_lost, s);
}

static void lose_old(struct changeover *s, int rank)
{
    phase_excuse_lost(s);
    changeover_fail(s, "rank %d is gone", rank);
}

/* What a rank of them has said tells more than how mpiexec has ended.  The
 * kernel does not tell whom it ended, but new ranks are those that it takes.
 */
static void lose_all_new(struct changeover *s)
{
    int status = runner_reap(&s->next->keeper);
    struct error reason;

    runner_reason(&s->next->keeper, &reason);
    if (*reason.text)
        changeover_fail(s, "new %s", reason.text);
    else
        changeover_fail(s,
                        "the new ranks ended, with status %d, before they "
                        "took over%s",
                        status,
                        memory_left_kills("") > s->kills
                            ? "; the kernel has ended processes here "
                              "meanwhile, as memory ran out"
                            : "");
}

static void lose(struct head *a, struct peer *p)
{
    struct changeover *s = a->change;

    if (s && !p)
        lose_all_new(s);
    else if (s && p->generation == s->next->number)
        lose_new(s, p->rank);
    else if (s && p->generation == a->now->number)
        lose_old(s, p->rank);
}

static void cancel(struct head *a, bool at_once, const char *reason)
{
    struct changeover *s = a->change;

    if (!s)
        return;
    if (at_once)
        phase_excuse_all(s);
    else
        phase_excuse_lost(s);
    changeover_fail(s, "%s", reason);
}

static struct generation *next(const struct head *a)
{
    return a->change ? a->change->next : NULL;
}

static void describe(const struct head *a, struct error *text)
{
    const struct changeover *s = a->change;

    if (s)
        error_set(text, "%.200s: %s for %.1f s", s->text, phase_name(s),
                  loop_now() - s->asked);
    else
        text->text[0] = '\0';
}

const struct engine engine_succession = {
    .begin = begin,
    .next = next,
    .hear = changeover_hear,
    .lose = lose,
    .consider = changeover_consider,
    .cancel = cancel,
    .describe = describe,
};
