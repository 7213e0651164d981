/* ctl_hosts.c - the hosts that a job is on, or may be on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/change/placement.h"
#include "agent/core/host_links.h"
#include "agent/core/saved_state.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "base/system/host.h"

enum { AGAIN_MS = 50 };

int ctl_hosts_ranks(const struct head *a, const char *name)
{
    return generation_ranks_on(a->now, name);
}

/* ---- telling ---- */

/* What else there is to say of a host with so many ranks. */
static const char *state_of(const struct head *a, const char *name, int ranks)
{
    if (host_leaves(&a->hosts, name))
        return ranks == 0 && host_is_own(name) ? "" : ", to be left";
    if (ranks == 0 && host_find_offered(&a->hosts, name))
        return ", on offer";
    return host_is_reached(&a->hosts, name) ? "" : ", not to be reached";
}

/* A user has started an agent there. */
static const char *joined_word(const struct head *a, const char *name)
{
    return host_links_joined_by_user(a->links, name) ? ", joined" : "";
}

static const char *granted_word(const struct head *a, const char *name)
{
    const struct host *host = host_find_offered(&a->hosts, name);

    return host && host->granted ? ", granted" : "";
}

static void tell_host(const struct head *a, struct peer *p, const char *name)
{
    int count = ctl_hosts_ranks(a, name);
    double leaves_in = host_leaves_in(&a->hosts, name);
    char when[40] = "";

    if (!isnan(leaves_in))
        snprintf(when, sizeof(when), " in %.0f s", leaves_in);
    head_answer(
        p, "%s: %d %s%s%s%s%s%s\n", name, count, count == 1 ? "rank" : "ranks",
        host_is_own(name) ? ", the agent" : "", state_of(a, name, count), when,
        granted_word(a, name), joined_word(a, name));
}

static void tell(const struct head *a, struct peer *p)
{
    const struct host *h;

    tell_host(a, p, host_own());
    for (h = NULL; (h = host_next_joined(&a->hosts, h));)
        tell_host(a, p, h->name);
    for (h = NULL; (h = host_next_offered(&a->hosts, h));)
        if (!host_is_own(h->name) && !host_find_joined(&a->hosts, h->name))
            tell_host(a, p, h->name);
    for (int r = 0; r < a->now->ranks; r++)
        if (!generation_knows(a->now, r))
            head_answer(p, "rank %d: it is not known yet where\n", r);
}

/* ---- adding and removing ---- */

struct host *ctl_hosts_offer(struct head *a,
                             const char *name,
                             struct error *err)
{
    struct host *host;
    char known[HOST_NAME];

    if (placement_check(a->now, name, known, err) < 0)
        return NULL;
    host = host_offer(&a->hosts, known, err);
    if (host)
        host->leaving = false;
    saved_state_write(a);
    return host;
}

static void tidy(struct head *a);

static void on_tidy(void *arg)
{
    struct head *a = arg;

    if (!a->change && !a->ending)
        tidy(a);
}

/* Where the ranks of a new generation are is not known for a moment. */
static void tidy(struct head *a)
{
    struct host *h = a->hosts.first, *next;

    loop_cancel(a->loop, on_tidy, a);
    if (!generation_is_placed(a->now)) {
        loop_after(a->loop, AGAIN_MS, on_tidy, a);
        return;
    }
    for (; h; h = next) {
        next = h->next;
        if (ctl_hosts_ranks(a, h->name) > 0)
            continue;
        if (h->joined && !h->unwanted && !(h->offered && !h->leaving))
            host_links_free_host(h);
        if (h->leaving && !host_is_own(h->name))
            host_withdraw(&a->hosts, h->name);
    }
}

/* Our own host stays known as one that is left: policies see it all along. */
void ctl_hosts_leave(struct head *a, const char *name)
{
    bool stays = host_is_own(name) || ctl_hosts_ranks(a, name) > 0;
    struct host *host = stays ? host_offer(&a->hosts, name, NULL) : NULL;

    if (host)
        host->leaving = true;
    else
        host_withdraw(&a->hosts, name);
    if (!a->change && !a->ending)
        tidy(a);
    saved_state_write(a);
}

int ctl_hosts_take_away(struct head *a, const char *name, struct error *err)
{
    struct host *host = host_find_offered(&a->hosts, name);
    bool offered = host != NULL, left = offered && host->leaving;
    int rc;

    if (!offered && ctl_hosts_ranks(a, name) == 0)
        return error_set(err, "host %s is not one of this job's", name);
    ctl_hosts_leave(a, name);
    rc = evacuate_begin(a, err);
    if (rc >= 0)
        return rc;
    if (!offered)
        host_withdraw(&a->hosts, name);
    else if ((host = host_find_offered(&a->hosts, name)))
        host->leaving = left;
    saved_state_write(a);
    return -1;
}

void ctl_hosts_answer(struct head *a, struct peer *p, const char *words)
{
    struct error err;
    int rc = 0;

    if (!*words)
        tell(a, p);
    else if (strncmp(words, "add ", 4) == 0)
        rc = ctl_hosts_offer(a, words + 4, &err) ? 0 : -1;
    else if (strncmp(words, "remove ", 7) == 0)
        rc = ctl_hosts_take_away(a, words + 7, &err);
    else
        rc = error_set(&err,
                       "\"hosts %.200s\" is not: hosts [add HOST|remove "
                       "HOST]",
                       words);
    if (rc < 0)
        head_answer(p, "%s\n", err.text);
    if (rc <= 0)
        head_finish(p, rc < 0);
    else
        p->awaits_change = true;
}

static void on_retired(struct head *a, const struct generation *g)
{
    (void)g;
    if (!a->change)
        tidy(a);
}

/* One may not have been told to end when its last rank left.  What a head that
 * was lost had under way is not known before we have settled.
 */
static void on_host_met(struct head *a, const char *host)
{
    (void)host;
    if (a->settled && !a->change && !a->ending && generation_is_placed(a->now))
        tidy(a);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_tidy, a);
}

const struct part ctl_hosts_part = {
    .name = "hosts",
    .stop = stop,
    .retired = on_retired,
    .host_met = on_host_met,
};
