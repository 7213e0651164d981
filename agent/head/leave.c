/* leave.c - hosts that go at a time that was said
 *
 * To leave one is what 'hosts remove' does.  What is added is the time: it is
 * told before anything is begun whether there is enough, what is in the way is
 * waited for, and what came of it is told.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/host_links.h"
#include "agent/core/saved_state.h"
#include "agent/decide/decide.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "agent/head/leave.h"
#include "agent/head/leave_cost.h"
#include "agent/head/leave_notice.h"
#include "base/system/host.h"
#include "migrate/transfer/manifest_file.h"

enum {
    AGAIN_MS = 200,
    PAUSE_MS = 2000 /* after a change that was given up */
};

/* A host that goes. */
struct leave {
    char host[HOST_NAME];
    double until;      /* by loop_now(), which the next head has, too;
                          infinite: as soon as that can be */
    double changed;    /* when the last change since was done, or 0 */
    bool had;          /* ranks, while it was watched */
    bool late;         /* that it is over was said, */
    bool stuck;        /* and why its ranks cannot go */
    bool stays;        /* it is to be left no more, if its ranks are there */
    bool offered;      /* it was on offer before that, */
    bool asked;        /* and a user waits who alone has asked for it */
    struct peer *user; /* who is to hear of the change that is to come */
    struct leave *next;
};

/* ---- those that are known ---- */

static struct leave *find(const struct head *a, const char *host)
{
    struct leave *l = a->leaves;

    while (l && strcmp(l->host, host) != 0)
        l = l->next;
    return l;
}

/* Of two notices for one host the earlier time holds.  Returns NULL without
 * memory.
 */
static struct leave *note(struct head *a, const char *host, double until)
{
    struct leave *l = find(a, host);

    if (l) {
        l->until = until < l->until ? until : l->until;
    } else if ((l = calloc(1, sizeof(*l)))) {
        snprintf(l->host, sizeof(l->host), "%s", host);
        l->until = until;
        l->had = a->now && ctl_hosts_ranks(a, host) > 0;
        l->next = a->leaves;
        a->leaves = l;
    }
    return l;
}

/* Have users see when it goes. */
static void show(struct head *a, const struct leave *l, double until)
{
    struct host *host = host_find(&a->hosts, l->host);

    if (host)
        host->goes_at = isinf(until) ? 0 : until;
}

static void forget(struct head *a, struct leave *l)
{
    struct leave **at = &a->leaves;

    show(a, l, 0);

    while (*at != l)
        at = &(*at)->next;
    *at = l->next;
    free(l);
}

/* Have the user who waits hear of it.  Returns false when there is none. */
static bool answer(struct leave *l, int status, const char *text)
{
    if (!l->user)
        return false;
    head_answer(l->user, "%s\n", text);
    head_finish(l->user, status);
    l->user = NULL;
    return true;
}

/* ---- as time goes by ---- */

static void tell_empty(struct head *a, struct leave *l)
{
    struct error text;
    double left = l->until - (l->changed > 0 ? l->changed : loop_now());
    const char *more = l->had ? " any more" : "";

    if (isinf(left))
        error_set(&text, "%s has no ranks%s", l->host, more);
    else
        error_set(&text, "%s has no ranks%s, %.1f s %s it goes", l->host, more,
                  left < 0 ? -left : left, left < 0 ? "after" : "before");
    agent_say("%s", text.text);
    answer(l, left < 0, text.text);
    forget(a, l);
}

/* What a user has asked for, and is told that it is not to be, is not; nor is
 * what there is no reason for any more.
 */
static void take_back(struct head *a, struct leave *l)
{
    struct host *host = host_find_offered(&a->hosts, l->host);

    if (host) {
        host->leaving = false;
        if (!l->offered && !host->granted)
            host_withdraw(&a->hosts, l->host);
    }
    forget(a, l);
    saved_state_write(a);
}

static void stay(struct head *a, struct leave *l)
{
    struct error text;

    error_set(&text, "%s need not be left any more, and keeps its ranks",
              l->host);
    agent_say("%s", text.text);
    answer(l, 1, text.text);
    take_back(a, l);
}

static void look_at(struct head *a, struct leave *l)
{
    int ranks = ctl_hosts_ranks(a, l->host);

    l->had = l->had || ranks > 0;
    if (ranks == 0 && !a->change && generation_is_placed(a->now)) {
        tell_empty(a, l);
    } else if (l->stays && !a->change && generation_is_placed(a->now)) {
        stay(a, l);
    } else if (!host_leaves(&a->hosts, l->host) && !a->change) {
        answer(l, 1, "it was put on offer again");
        forget(a, l);
    } else if (!l->late && loop_now() > l->until) {
        l->late = true;
        agent_say("%s goes now, and has %d rank%s yet", l->host, ranks,
                  ranks == 1 ? "" : "s");
    }
}

/* The user hears of the change, and whether that was in time. */
static void await_change(const struct leave *l, struct peer *p)
{
    p->awaits_change = true;
    p->until = l->until;
}

/* Begin to move those that are to go, and have the users hear of it. */
static void begin(struct head *a)
{
    struct error err;
    int rc = evacuate_soon(a, &err);
    struct leave *next;

    for (struct leave *l = a->leaves; l && rc != 0; l = next) {
        next = l->next;
        if (rc > 0 && l->user) {
            await_change(l, l->user);
            l->user = NULL;
        } else if (rc < 0 && !host_links_awaits(a->links)) {
            if (answer(l, 1, err.text) && l->asked) {
                take_back(a, l);
                continue;
            }
            if (!l->stuck)
                agent_say("%s cannot be left: %s", l->host, err.text);
            l->stuck = true;
        }
    }
}

static void on_time(void *arg)
{
    struct head *a = arg;
    struct leave *next;

    for (struct leave *l = a->leaves; l; l = next) {
        next = l->next;
        look_at(a, l);
    }
    if (!a->leaves || a->ended)
        return;
    if (!a->change)
        begin(a);
    loop_after(a->loop, AGAIN_MS, on_time, a);
}

static void watch(struct head *a)
{
    for (const struct leave *l = a->leaves; l; l = l->next)
        show(a, l, l->until);
    loop_cancel(a->loop, on_time, a);
    loop_after(a->loop, AGAIN_MS, on_time, a);
    saved_state_write(a);
}

/* ---- what a user asks for ---- */

/* Bytes that the ranks of a host have registered, as far as that is known. */
static double bytes_on(const struct head *a, const char *host)
{
    double sum = JOB_UNKNOWN;

    for (int r = 0; r < a->now->ranks; r++) {
        struct manifest *m =
            !host || strcmp(generation_host(a->now, r), host) == 0
                ? manifest_file_read(a->folder, a->now->number, r, NULL)
                : NULL;

        for (size_t i = 0; m && i < m->count; i++)
            sum = (isnan(sum) ? 0 : sum)
                  + (double)item_bytes(&m->items[i], m->items[i].count);
        manifest_destroy(m);
    }
    return sum;
}

/* Whether there is time enough, with the figures in 'text'. */
static bool is_in_time(const struct head *a,
                       const char *host,
                       double seconds,
                       struct error *text)
{
    struct leave_cost cost = { .had = seconds,
                               .ranks = ctl_hosts_ranks(a, host),
                               .bytes = bytes_on(a, host),
                               .change = decide_cost(a, bytes_on(a, NULL)) };

    leave_cost_say(&cost, host, text);
    return leave_cost_fits(&cost);
}

/* How long it takes is told, and -1 returned when that is too long. */
static int tell_cost(const struct head *a,
                     struct peer *p,
                     const struct leave_notice *n,
                     struct error *err)
{
    if (!is_in_time(a, n->host, n->seconds, err))
        return -1;
    head_answer(p, "%s\n", err->text);
    return 0;
}

/* The agent's own host has more than ranks. */
static int check_host(const struct head *a,
                      const char *host,
                      struct error *err)
{
    if (host_is_own(host))
        return error_set(err,
                         "the job's agent is on %s, with what has started the "
                         "job, and the job ends with that host; 'hosts remove "
                         "%s' takes its ranks away only",
                         host, host);
    if (!host_find_offered(&a->hosts, host)
        && !host_find_joined(&a->hosts, host) && ctl_hosts_ranks(a, host) == 0
        && generation_is_placed(a->now))
        return error_set(err, "host %s is not one of this job's", host);
    return 0;
}

/* Nothing more goes there, and what is there follows when it can. */
static void begin_soon(struct head *a, struct leave *l)
{
    bool offered = host_find_offered(&a->hosts, l->host);
    struct host *host = host_offer(&a->hosts, l->host, NULL);

    if (!host)
        return;
    if (!host->leaving)
        l->offered = offered;
    host->leaving = true;
}

/* Another change, which may have ranks go there, or a host that is awaited is
 * in the way.  Returns whether the user is to wait, as only the first one
 * does.
 */
static int put_off(struct head *a, struct leave *l, struct peer *p)
{
    begin_soon(a, l);
    head_answer(p, "its ranks go as soon as nothing else is under way\n");
    if (l->user)
        return 0;
    l->user = p;
    return 1;
}

/* Returns 1 when the user is to wait, 0 when all is done, -1 when it is not
 * to be.
 */
static int leave(struct head *a,
                 struct peer *p,
                 const struct leave_notice *n,
                 struct error *err)
{
    bool known = find(a, n->host);
    struct leave *l;
    int rc;

    if (check_host(a, n->host, err) < 0
        || (ctl_hosts_ranks(a, n->host) > 0 && tell_cost(a, p, n, err) < 0))
        return -1;
    if (!(l = note(a, n->host, loop_now() + n->seconds)))
        return error_set(err, "out of memory");
    if (a->change || host_links_awaits(a->links)) {
        l->asked = !known;
        rc = put_off(a, l, p);
    } else if ((rc = ctl_hosts_take_away(a, n->host, err)) < 0 && !known) {
        forget(a, l);
    } else if (rc == 0) {
        head_answer(p, "no rank is on %s\n", n->host);
        answer(l, 0, "no rank is there any more");
        forget(a, l);
    } else if (rc > 0) {
        await_change(l, p);
    }
    if (a->leaves)
        watch(a);
    return rc;
}

void leave_answer(struct head *a, struct peer *p, const char *words)
{
    struct leave_notice n;
    struct error err;
    int rc = leave_notice_parse(words, &n, &err);

    if (rc == 0)
        rc = leave(a, p, &n, &err);
    if (rc < 0)
        head_answer(p, "%s\n", err.text);
    if (rc <= 0)
        head_finish(p, rc < 0);
}

/* ---- what is not asked for ---- */

void leave_take_notice(struct head *a, const char *host, double seconds)
{
    struct error text;
    struct leave *l;

    if (check_host(a, host, &text) < 0) {
        agent_say("%s", text.text);
        return;
    }
    if (!(l = note(a, host, loop_now() + seconds)))
        return;
    l->asked = false;
    if (ctl_hosts_ranks(a, host) > 0) {
        is_in_time(a, host, seconds, &text);
        agent_say("%s", text.text);
    }
    begin_soon(a, l);
    watch(a);
}

/* The agent's own host does not go before the job ends. */
static void tell_drain(const struct head *a, const char *host, const char *why)
{
    int ranks = ctl_hosts_ranks(a, host);

    if (host_is_own(host))
        agent_say("%s: %s; the job's agent is there, and stays", host, why);
    else if (ranks == 0)
        agent_say("%s: %s; no rank is there", host, why);
    else
        agent_say("%s: %s; %d rank%s there %s on elsewhere", host, why, ranks,
                  ranks == 1 ? "" : "s", ranks == 1 ? "goes" : "go");
}

void leave_take_drain(struct head *a, const char *host, const char *why)
{
    struct leave *l = find(a, host);
    struct error err;

    if (l)
        l->stays = false;
    if (l || (!host_is_own(host) && check_host(a, host, &err) < 0))
        return;
    tell_drain(a, host, why);
    if (host_is_own(host) || !(l = note(a, host, INFINITY)))
        return;
    begin_soon(a, l);
    watch(a);
}

void leave_take_back(struct head *a, const char *host)
{
    struct leave *l = find(a, host);

    if (l && isinf(l->until))
        l->stays = true;
}

/* ---- the part ---- */

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    for (struct leave *l = a->leaves; l && outcome->done; l = l->next)
        l->changed = loop_now();
    if (!a->leaves || outcome->done)
        return;
    loop_cancel(a->loop, on_time, a);
    loop_after(a->loop, PAUSE_MS, on_time, a);
}

static void on_user_gone(struct head *a, struct peer *p)
{
    for (struct leave *l = a->leaves; l; l = l->next)
        if (l->user == p)
            l->user = NULL;
}

static void on_ending(struct head *a)
{
    for (struct leave *l = a->leaves; l; l = l->next)
        answer(l, 1, "the job has ended");
}

static void start(struct head *a, const struct settings *settings)
{
    (void)settings;
    if (a->leaves)
        watch(a);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
    while (a->leaves)
        forget(a, a->leaves);
}

static void save(const struct head *a, FILE *out)
{
    for (const struct leave *l = a->leaves; l; l = l->next)
        fprintf(out, "leave %.3f %d %s\n", l->until, l->offered, l->host);
}

static void take_leave(struct head *a, const char *rest)
{
    double until;
    int offered, end = 0;
    struct leave *l;

    if (sscanf(rest, "%lf %d %n", &until, &offered, &end) == 2
        && strlen(rest + end) < HOST_NAME && (l = note(a, rest + end, until)))
        l->offered = offered;
}

static const struct saved_line lines[] = {
    { "leave", take_leave },
    { NULL, NULL },
};

const struct part leave_part = {
    .name = "leave",
    .start = start,
    .stop = stop,
    .ending = on_ending,
    .user_gone = on_user_gone,
    .changed = on_changed,
    .save = save,
    .lines = lines,
};
