/* ctl_hosts.c - the hosts that a job is on, or may be on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/change/placement.h"
#include "agent/head/ctl.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/evacuate.h"
#include "agent/head/saved_state.h"
#include "base/host.h"

int ctl_hosts_ranks(const struct head *a, const char *name)
{
    return generation_ranks_on(a->now, name);
}

/* ---- telling ---- */

/* What else there is to say of a host with so many ranks. */
static const char *state_of(const struct head *a, const char *name, int ranks)
{
    if (host_pool_leaves(&a->pool, name))
        return ", to be left";
    if (ranks == 0 && host_pool_find(&a->pool, name))
        return ", on offer";
    return host_is_own(name) || host_links_reaches(a->hub, name)
               ? ""
               : ", not to be reached";
}

/* A user has started an agent there. */
static const char *guest_word(const struct head *a, const char *name)
{
    return host_links_has_guest(a->hub, name) ? ", joined" : "";
}

static void tell_host(const struct head *a, struct peer *p, const char *name)
{
    int count = ctl_hosts_ranks(a, name);

    head_answer(p, "%s: %d %s%s%s%s\n", name, count,
                count == 1 ? "rank" : "ranks",
                host_is_own(name) ? ", the agent" : "",
                state_of(a, name, count), guest_word(a, name));
}

/* Whether it has one, be it that it cannot be reached. */
static bool has_outpost(const struct head *a, const char *host)
{
    const char *name = host_links_next_host(a->hub, NULL);

    while (name && strcmp(name, host) != 0)
        name = host_links_next_host(a->hub, name);
    return name != NULL;
}

static void tell(const struct head *a, struct peer *p)
{
    tell_host(a, p, host_own());
    for (const char *name = host_links_next_host(a->hub, NULL); name;
         name = host_links_next_host(a->hub, name))
        tell_host(a, p, name);
    for (int i = 0; i < a->pool.count; i++)
        if (!host_is_own(a->pool.host[i].name)
            && !has_outpost(a, a->pool.host[i].name))
            tell_host(a, p, a->pool.host[i].name);
    for (int r = 0; r < a->now->ranks; r++)
        if (!generation_knows(a->now, r))
            head_answer(p, "rank %d: it is not known yet where\n", r);
}

/* ---- adding and removing ---- */

struct host_pool_host *ctl_hosts_offer(struct head *a,
                                       const char *name,
                                       struct error *err)
{
    struct host_pool_host *host;
    char known[HOST_MESSAGES_HOST];

    if (placement_check(a->now, name, known, err) < 0)
        return NULL;
    host = host_pool_add(&a->pool, known, err);
    if (host)
        host->leaving = false;
    saved_state_write(a);
    return host;
}

void ctl_hosts_leave(struct head *a, const char *name)
{
    struct host_pool_host *host = ctl_hosts_ranks(a, name) > 0
                                      ? host_pool_add(&a->pool, name, NULL)
                                      : NULL;

    if (host)
        host->leaving = true;
    else
        host_pool_remove(&a->pool, name);
    if (!a->change && !a->ending)
        ctl_hosts_tidy(a);
    saved_state_write(a);
}

/* Have its ranks go on elsewhere.  Returns 1 when that was begun, 0 when there
 * are none, -1 with the reason in 'err'.
 */
static int take_away(struct head *a, const char *name, struct error *err)
{
    struct host_pool_host before = { .cores = 0 }, *host;
    int rc;

    if ((host = host_pool_find(&a->pool, name)))
        before = *host;
    else if (ctl_hosts_ranks(a, name) == 0)
        return error_set(err, "host %s is not one of this job's", name);
    ctl_hosts_leave(a, name);
    rc = evacuate_begin(a, err);
    if (rc >= 0)
        return rc;
    if (!*before.name)
        host_pool_remove(&a->pool, name);
    else if ((host = host_pool_find(&a->pool, name)))
        *host = before;
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
        rc = take_away(a, words + 7, &err);
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

void ctl_hosts_tidy(struct head *a)
{
    const char *name = host_links_next_host(a->hub, NULL), *next;

    for (int i = a->pool.count; i-- > 0;)
        if (a->pool.host[i].leaving
            && ctl_hosts_ranks(a, a->pool.host[i].name) == 0)
            host_pool_remove(&a->pool, a->pool.host[i].name);
    for (; name && generation_is_placed(a->now); name = next) {
        next = host_links_next_host(a->hub, name);
        if (ctl_hosts_ranks(a, name) == 0 && !host_pool_find(&a->pool, name))
            host_links_free_host(a->hub, name);
    }
}
