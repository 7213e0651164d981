/* granted_hosts.c - hosts that the batch system has granted to a job
 *
 * A host is given back once nothing of the job is there: ranks, those of the
 * generation before included, and the outpost, which sends what was counted
 * there.  Until then it is only not on offer any more.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/batch.h"
#include "agent/core/saved_state.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/granted_hosts.h"
#include "base/system/host.h"

/* An agent that cannot be reached does not hold a host for ever. */
static const double free_seconds = 30;

struct granted {
    unsigned request; /* 0: the job was started with it */
    double since; /* when it came or, if 'over', was not wanted any more; by
                     loop_now(), which the next head has, too */
    bool used;    /* a rank is there, or was */
    bool over;    /* it is to be given back, */
    bool refused; /* at once, as it is not the job's by that request */
    bool told;    /* that this cannot be done at the moment */
    struct granted *next;
    char host[];
};

/* One that is the job's. */
static const struct granted *find(const struct head *a, const char *host)
{
    const struct granted *g = a->granted;

    while (g && (g->refused || strcmp(g->host, host) != 0))
        g = g->next;
    return g;
}

/* Returns NULL without memory. */
static struct granted *add(struct head *a, unsigned request, const char *host)
{
    struct granted **at = &a->granted;
    struct granted *g = calloc(1, sizeof(*g) + strlen(host) + 1);

    if (!g)
        return NULL;
    while (*at)
        at = &(*at)->next;
    *at = g;
    strcpy(g->host, host);
    g->request = request;
    g->since = loop_now();
    return g;
}

static void forget(struct head *a, struct granted *g)
{
    struct granted **at = &a->granted;

    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    free(g);
}

bool granted_hosts_have(const struct head *a,
                        unsigned request,
                        const char *host)
{
    const struct granted *g = a->granted;

    while (g && (g->request != request || strcmp(g->host, host) != 0))
        g = g->next;
    return g;
}

/* ---- a host is given back ---- */

static void give_back(struct head *a, struct granted *g)
{
    struct error err;

    if (batch_release(a->batch, g->request, g->host, &err) == 0) {
        forget(a, g);
        saved_state_write(a);
    } else if (!g->told) {
        g->told = true;
        agent_say("%s cannot be given back yet: %s", g->host, err.text);
    }
}

void granted_hosts_refuse(struct head *a,
                          unsigned request,
                          const char *host,
                          const char *why)
{
    struct granted *g = add(a, request, host);

    agent_say("%s; %s is given back", why, host);
    if (!g) {
        agent_say("%s cannot be given back: out of memory", host);
        return;
    }
    g->over = g->refused = true;
    give_back(a, g);
}

/* ---- a host comes ---- */

/* Whether the job has it by itself, or by another request. */
static bool is_had(const struct head *a, const char *host)
{
    return host_is_own(host) || find(a, host) || ctl_hosts_ranks(a, host) > 0
           || host_find_offered(&a->hosts, host);
}

bool granted_hosts_take(struct head *a,
                        unsigned request,
                        const char *name,
                        int cores)
{
    struct host *host = NULL;
    struct error err, why;

    if (is_had(a, name)) {
        error_set(&err, "%s is one of the job's hosts already", name);
    } else if ((host = ctl_hosts_offer(a, name, &err))
               && !add(a, request, name)) {
        error_set(&err, "out of memory");
        host_withdraw(&a->hosts, name);
        host = NULL;
    }
    if (!host) {
        error_set(&why, "request %u: %.900s", request, err.text);
        granted_hosts_refuse(a, request, name, why.text);
        return false;
    }
    host->cores = cores;
    host->granted = true;
    return true;
}

/* ---- a host goes ---- */

static bool is_on_ending(const struct head *a, const char *host)
{
    for (const struct generation *g = a->ending; g; g = g->next)
        if (generation_ranks_on(g, host) > 0)
            return true;
    return false;
}

/* Whether nothing of ours is there any more. */
static bool is_free(const struct head *a, const struct granted *g)
{
    const struct host *h = host_find(&a->hosts, g->host);

    return (!is_on_ending(a, g->host) && (!h || (!h->joined && !h->line)))
           || loop_now() - g->since > free_seconds;
}

/* It is not wanted any more. */
static void turn_over(struct head *a, struct granted *g)
{
    g->over = true;
    g->since = loop_now();
    ctl_hosts_leave(a, g->host);
}

/* What follows from whether ranks are there, while no change is under way. */
static void look_at(struct head *a, struct granted *g)
{
    const struct host *offered = host_find_offered(&a->hosts, g->host);

    if (ctl_hosts_ranks(a, g->host) > 0)
        return;
    if (!offered || offered->leaving) {
        turn_over(a, g);
    } else if (g->used) {
        agent_say("%s has no ranks any more and is given back", g->host);
        turn_over(a, g);
    } else if (loop_now() - g->since > a->grant_patience) {
        agent_say("nobody has used %s for %.0f s, it is given back", g->host,
                  loop_now() - g->since);
        turn_over(a, g);
    }
}

/* A user may have put one on offer again. */
static void look_again(const struct head *a, struct granted *g)
{
    const struct host *h = host_find_offered(&a->hosts, g->host);

    if (!h || h->leaving)
        return;
    g->over = g->used = false;
    g->since = loop_now();
}

/* Hosts that the job was started with are those of its first ranks or, where
 * the job has an allocation, all that were not granted.
 */
static void add_own(struct head *a)
{
    struct granted *g;

    if (!a->give_back || (a->now->number > 1 && !batch_is_apart(a->batch)))
        return;
    for (int r = 0; r < a->now->ranks; r++) {
        const char *name = generation_host(a->now, r);

        if (!host_is_own(name) && !find(a, name) && (g = add(a, 0, name)))
            g->used = true;
    }
}

void granted_hosts_look(struct head *a)
{
    bool settled = !a->change && generation_is_placed(a->now);
    struct granted *next;

    if (settled)
        add_own(a);

    for (struct granted *g = a->granted; g; g = next) {
        next = g->next;
        if (g->refused) {
            give_back(a, g);
            continue;
        }
        g->used = g->used || ctl_hosts_ranks(a, g->host) > 0;
        if (g->over)
            look_again(a, g);
        else if (settled)
            look_at(a, g);
        if (g->over && is_free(a, g))
            give_back(a, g);
    }
}

/* Those without a request are for whatever the batch script does next. */
void granted_hosts_end(struct head *a)
{
    while (a->granted) {
        struct granted *g = a->granted;
        struct error err;

        if (a->batch && g->request > 0
            && batch_release(a->batch, g->request, g->host, &err) < 0)
            agent_say("%s was not given back: %s", g->host, err.text);
        forget(a, g);
    }
}

/* ---- telling ---- */

static void tell_one(const struct head *a,
                     struct peer *p,
                     const struct granted *g)
{
    int ranks = ctl_hosts_ranks(a, g->host);
    double since = loop_now() - g->since, left = a->grant_patience - since;

    if (g->request > 0)
        head_answer(p, "%s: granted by request %u, ", g->host, g->request);
    else
        head_answer(p, "%s: had from the start, ", g->host);
    if (g->over)
        head_answer(p, "is being given back\n");
    else if (g->used || ranks > 0)
        head_answer(p, "%d %s\n", ranks, ranks == 1 ? "rank" : "ranks");
    else
        head_answer(p, "not used for %.0f s, given back in %.0f s\n", since,
                    left > 0 ? left : 0);
}

int granted_hosts_tell(const struct head *a, struct peer *p)
{
    int count = 0;

    for (const struct granted *g = a->granted; g; g = g->next, count++)
        tell_one(a, p, g);
    return count;
}

/* ---- for the next head ---- */

void granted_hosts_save(const struct head *a, FILE *out)
{
    for (const struct granted *g = a->granted; g; g = g->next)
        fprintf(out, "granted %u %.3f %d %d %s\n", g->request, g->since,
                g->used, g->over + g->refused, g->host);
}

void granted_hosts_load(struct head *a, const char *rest)
{
    unsigned request;
    int used, over, end = 0;
    double since;
    struct granted *g;
    struct host *host;

    if (sscanf(rest, "%u %lf %d %d %n", &request, &since, &used, &over, &end)
            != 4
        || !(g = add(a, request, rest + end)))
        return;
    g->since = since;
    g->used = used;
    g->over = over > 0;
    g->refused = over > 1;
    if (g->request > 0 && !g->refused
        && (host = host_find_offered(&a->hosts, g->host)))
        host->granted = true;
}
