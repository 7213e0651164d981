/* changeover.c - change a job: start the next generation beside this one
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
#include "agent/change/first_sync.h"
#include "agent/change/memory_check.h"
#include "agent/change/placement.h"
#include "agent/change/rank_limit.h"
#include "agent/change/rebalance_check.h"
#include "agent/core/host_links.h"
#include "agent/core/saved_state.h"
#include "base/system/clock.h"

/* For mpiexec to tell that ranks are gone: where none stands still it may take
 * its time, as it does on a busy machine.
 */
enum { LOST_MS = 2000, LOST_STANDING_MS = 500 };

enum { CLEAR_MS = 5 }; /* between looks whether a host was left */

/* The job is on other hosts, or will be: see that these can be spoken to. */
static int reach_out(struct head *a,
                     const struct placement *p,
                     struct error *err)
{
    if (!host_links_is_open(a->links) && placement_is_here(p))
        return 0;
    if (host_links_need(a->links, err) < 0)
        return -1;
    if (!generation_is_placed(a->now))
        return error_set(err, "not all ranks have reached their first "
                              "mito_sync()");
    for (int r = 0; r < a->now->ranks; r++)
        if (!host_is_reached(&a->hosts, generation_host(a->now, r)))
            return error_set(err, "host %s cannot be reached",
                             generation_host(a->now, r));
    return 0;
}

/* Those that stand at the script's sync already do not serve other hosts: they
 * go on to the next one.
 */
static void stand_anew(struct changeover *s)
{
    struct generation *now = s->agent->now;
    bool any = false;

    now->apart = true;
    for (int r = 0; r < now->ranks; r++)
        any = any || now->rank[r].standing;
    s->at += any && s->at > 0;
    for (int r = 0; r < now->ranks; r++)
        if (now->rank[r].standing)
            generation_release(now, r);
}

/* Put together what ranks are told of the change. */
static int write_order(struct changeover *s, struct error *err)
{
    int length =
        asprintf(&s->order, "%u %d %u %d %s", s->agent->now->number,
                 s->old_ranks, s->next->number, s->new_ranks, s->change->text);

    if (length < 0) {
        s->order = NULL;
        return error_set(err, "out of memory");
    }
    if (length >= LOCAL_MESSAGE_PAYLOAD)
        return error_set(err, "the change is too long");
    return 0;
}

/* ---- the launch ---- */

static int create_next(struct changeover *s, struct error *err)
{
    struct head *a = s->agent;

    s->old = calloc((size_t)s->old_ranks, sizeof(*s->old));
    s->new = calloc((size_t)s->new_ranks, sizeof(*s->new));
    if (!s->old || !s->new)
        return error_set(err, "out of memory");
    s->next = generation_create(a->folder, &a->hosts, a->record,
                                ++a->generations, s->new_ranks, err);
    return s->next ? write_order(s, err) : -1;
}

static int launch(struct changeover *s, struct error *err)
{
    struct head *a = s->agent;
    bool open = host_links_is_open(a->links);
    char *hosts = open ? placement_tell(&s->place) : NULL;
    char sealed[SECRET_SEALED];
    struct launch_order order = {
        .folder = a->folder,
        .generation = s->next->number,
        .ranks = s->new_ranks,
        .hosts = hosts,
        .home = open ? host_links_home(a->links) : NULL,
        .sealed = sealed,
    };
    bool fits = s->new_ranks == s->old_ranks;
    int rc = 0;

    if (open)
        rc = secret_seal(order.home->secret, sealed, err);
    if (rc == 0 && !fits)
        rc = input_files_write(&a->files, s->new_ranks, err);
    if (rc == 0)
        rc = runner_start(&s->next->runner, a->launcher, &order, err);
    if (rc < 0 && !fits)
        changeover_put_back(a, s->old_ranks);
    free(hosts);
    return rc;
}

/* The agent of a host that was left ends, and removes what the job has there:
 * new ranks are not to come to that.
 */
static bool is_clear(const struct changeover *s)
{
    const struct host *h = s->agent->hosts.first;

    for (; h; h = h->next)
        for (int r = 0; h->unwanted && r < s->place.ranks; r++)
            if (strcmp(s->place.host[r], h->name) == 0)
                return false;
    return true;
}

static void launch_when_clear(void *arg)
{
    struct changeover *s = arg;
    struct error err;

    if (!is_clear(s)) {
        loop_after(s->agent->loop, CLEAR_MS, launch_when_clear, s);
        return;
    }
    if (launch(s, &err) < 0) {
        changeover_fail(s, "%s", err.text);
        return;
    }
    head_watch_end(s->agent, s->next);
    saved_state_write(s->agent);
}

/* There is no memory for it.  A policy may ask for it again and again, which
 * is written down once.
 */
static void refuse(const struct changeover *s, const char *reason)
{
    struct error text;

    error_set(&text, "%s", s->change->text);
    if (strcmp(s->agent->refused.text, text.text) == 0)
        return;
    s->agent->refused = text;
    changeover_record(s, reason);
}

static struct changeover *create(struct head *a,
                                 struct change *change,
                                 const char *why,
                                 uint64_t at,
                                 int ranks)
{
    struct changeover *s = calloc(1, sizeof(*s));

    if (!s)
        return NULL;
    s->agent = a;
    s->change = change_share(change);
    s->at = at;
    s->asked = loop_now();
    s->asked_wall = (double)clock_wall() * 1e-9;
    s->old_ranks = a->now->ranks;
    s->new_ranks = ranks;
    s->kills = memory_left_kills("");
    s->forecast = (struct change_forecast){ JOB_UNKNOWN, JOB_UNKNOWN };
    snprintf(s->why, sizeof(s->why), "%s", why);
    return s;
}

/* Have the next generation, and launch it where that needs not wait. */
static int get_ready(struct changeover *s, bool *launched, struct error *err)
{
    struct head *a = s->agent;

    if (placement_make(&s->place, a->now, s->change, s->new_ranks, &a->hosts,
                       head_view(a), err)
            < 0
        || reach_out(a, &s->place, err) < 0)
        return -1;
    if (memory_check_check(a, s->change, &s->place, err) < 0) {
        refuse(s, err->text);
        return -1;
    }
    if (create_next(s, err) < 0)
        return -1;
    *launched = is_clear(s);
    return *launched ? launch(s, err) : 0;
}

/* From now on it is under way. */
static void enter(struct changeover *s)
{
    struct head *a = s->agent;

    if (host_links_is_open(a->links) && !a->now->apart)
        stand_anew(s);
    PARTS_TELL(a, foresee, a, s->change, &s->forecast);
    a->change = s;
    a->next = s->next;
    a->refused.text[0] = '\0';
    a->now->crowded = s->next->crowded = true;
    a->now->apart = s->next->apart = host_links_is_open(a->links);
    generation_publish(s->next);
    if (host_links_is_open(a->links))
        generation_offer(a->now, change_schedule_horizon(&a->script, 0));
    else
        generation_publish(a->now);
    host_links_watch(a->links, a->now, true);
    phase_enter(s, PHASE_LAUNCH);
}

/* All that can be known before: whether it can be launched, whether there is
 * anything to refuse.
 */
int changeover_begin(struct head *a,
                     struct change *change,
                     const char *why,
                     uint64_t at,
                     struct error *err)
{
    int ranks = change_size(change, a->now->ranks, err);
    struct changeover *s;
    bool launched = false;

    if (a->ended || a->now->leaving)
        return error_set(err, "the job is ending");
    if (!a->launcher)
        return error_set(err, "%s", a->unfit.text);
    if (ranks < 0 || first_sync_check(a, err) < 0
        || rank_limit_check(a, change, err) < 0)
        return -1;
    if (ranks != a->now->ranks && sizes_check(&a->sizes, ranks, err) < 0)
        return -1;
    if (a->even_shares && change_check_even(change, ranks, err) < 0)
        return -1;
    if (launcher_check(a->launcher,
                       atomic_load(&a->now->control->slot[0].process.pid), err)
        < 0)
        return -1;
    s = create(a, change, why, at, ranks);
    if (!s)
        return error_set(err, "out of memory");
    if (get_ready(s, &launched, err) < 0) {
        generation_destroy(s->next, a->folder);
        changeover_destroy(s);
        return -1;
    }
    enter(s);
    if (launched)
        head_watch_end(a, s->next);
    else
        launch_when_clear(s);
    saved_state_write(a);
    return 0;
}

void changeover_describe(const struct head *a, struct error *text)
{
    const struct changeover *s = a->change;

    if (s)
        error_set(text, "%.200s: %s for %.1f s", s->change->text,
                  phase_name(s), loop_now() - s->asked);
    else
        text->text[0] = '\0';
}

int changeover_ask(struct head *a,
                   struct change *change,
                   const char *why,
                   struct error *err)
{
    if (a->change) {
        struct error now;

        changeover_describe(a, &now);
        return error_set(err, "another change is under way: %.900s", now.text);
    }
    if (rebalance_check(a, change, err) < 0)
        return -1;
    return changeover_begin(a, change, why, 0, err);
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
    loop_after(s->agent->loop,
               s->phase < PHASE_STOP ? LOST_MS : LOST_STANDING_MS, on_lost, s);
}

void changeover_leave(struct changeover *s)
{
    loop_cancel(s->agent->loop, on_lost, s);
    loop_cancel(s->agent->loop, launch_when_clear, s);
    loop_cancel(s->agent->loop, changeover_look_again, s->agent);
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
    int status = runner_reap(&s->next->runner);
    struct error reason;

    runner_reason(&s->next->runner, &reason);
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

void changeover_lose(struct head *a, const struct local_message_head *who)
{
    struct changeover *s = a->change;

    if (s && !who)
        lose_all_new(s);
    else if (s && who->generation == s->next->number)
        lose_new(s, who->rank);
    else if (s && who->generation == a->now->number)
        lose_old(s, who->rank);
}

void changeover_cancel(struct head *a, bool at_once, const char *reason)
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
