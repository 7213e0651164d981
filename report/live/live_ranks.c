/* live_ranks.c - the ranks of a job while it runs, and their hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/gather/alive.h"
#include "report/live/live_internal.h"

/* ---- what they say ---- */

static struct live_host *find_host(live_t *w, const char *name, size_t *at)
{
    struct live_host *host = w->hosts.records;

    for (*at = 0; *at < w->hosts.count; ++*at)
        if (strncmp(host[*at].name, name, LIVE_NAME - 1) == 0)
            return &host[*at];
    if (!(host = list_add(&w->hosts)))
        return NULL;
    snprintf(host->name, sizeof(host->name), "%.*s", LIVE_NAME - 1, name);
    host->load = host->others = -1;
    return host;
}

/* How the rank of a page is. */
static enum run_state state_of(const struct page *p)
{
    static const enum run_state states[] = {
        [PAGE_STARTING] = RUN_STARTING,   [PAGE_RUNNING] = RUN_RUNNING,
        [PAGE_FINISHING] = RUN_FINISHING, [PAGE_FINISHED] = RUN_FINISHED,
        [PAGE_ABORTED] = RUN_ABORTED,     [PAGE_EXITED] = RUN_EXITED,
        [PAGE_SUCCEEDED] = RUN_FINISHED,
    };
    uint32_t state = p->state;

    if (state > PAGE_SUCCEEDED)
        return RUN_KILLED;
    if (state < PAGE_FINISHED && page_is_here(p)
        && !alive_process(p->pid, p->birth_ns))
        return RUN_KILLED;
    return states[state];
}

/* The share of its time in MPI since the last look. */
static double share_in_mpi(struct seen *seen, uint64_t now)
{
    const struct page *p = seen->page;
    uint64_t since = p->inside_since, mpi = p->mpi_ticks, passed;
    double share = -1;

    if (since > 0 && now > since)
        mpi += now - since;
    passed = now - seen->at;
    if (seen->looked && passed > 0 && p->level > LEVEL_COUNTS
        && page_is_here(p))
        share = mpi <= seen->mpi ? 0
                : mpi - seen->mpi > passed
                    ? 1
                    : (double)(mpi - seen->mpi) / (double)passed;
    seen->looked = true;
    seen->at = now;
    seen->mpi = mpi;
    return share;
}

static void look_inside(const live_t *w,
                        struct live_rank *rank,
                        const struct page *p,
                        uint64_t now)
{
    uint64_t since = p->inside_since;
    uint32_t call = p->inside_call;

    if (since == 0 && p->held_since) {
        since = p->held_since;
        snprintf(rank->call, sizeof(rank->call), "mito_sync");
    } else if (since == 0 || call >= PAGE_CALLS) {
        return;
    } else {
        snprintf(rank->call, sizeof(rank->call), "%.*s",
                 (int)sizeof(p->call[call].name), p->call[call].name);
    }
    rank->inside = now > since ? (double)(now - since) * w->tick : 0;
}

static int look_at_rank(live_t *w, struct seen *seen, uint64_t now)
{
    const struct page *p = seen->page;
    struct live_rank *rank = list_add(&w->ranks);
    struct live_host *host;

    if (!rank || !(host = find_host(w, p->host, &rank->host)))
        return -1;
    rank->rank = seen->rank;
    rank->pid = p->pid;
    rank->state = state_of(p);
    rank->mpi = share_in_mpi(seen, now);
    look_inside(w, rank, p, now);
    host->ranks++;
    host->cores = p->cores;
    host->load = p->load_last > host->load ? p->load_last : host->load;
    return 0;
}

/* ---- what the agent says ---- */

static int take_host(live_t *w, const struct remote_ranks_host *from)
{
    size_t at;
    struct live_host *host = find_host(w, from->name, &at);

    if (!host)
        return -1;
    host->lost = from->lost;
    if (isnan(from->load))
        return 0;
    host->others = from->load;
    host->cores = from->cores;
    return 0;
}

/* A rank that has no page here. */
static int take_rank(live_t *w, const struct remote_ranks_rank *from)
{
    struct live_rank *rank = list_add(&w->ranks);
    struct live_host *host;

    if (!rank || !(host = find_host(w, from->host, &rank->host)))
        return -1;
    rank->rank = from->rank;
    rank->state = host->lost ? RUN_LOST : RUN_RUNNING;
    rank->mpi = host->lost ? -1 : from->share;
    if (strcmp(from->state, "running") != 0)
        snprintf(rank->call, sizeof(rank->call), "%s", from->state);
    host->ranks++;
    return 0;
}

/* Those seen here are by number, and so are those told of. */
static int look_elsewhere(live_t *w)
{
    const struct remote_ranks *e = &w->elsewhere;
    size_t here = w->ranks.count, k = 0;

    if (!e->known || e->generation != w->generation)
        return 0;
    for (size_t i = 0; i < e->hosts.count; i++)
        if (take_host(w, (struct remote_ranks_host *)e->hosts.records + i) < 0)
            return -1;
    for (size_t i = 0; i < e->ranks.count; i++) {
        const struct remote_ranks_rank *from =
            (struct remote_ranks_rank *)e->ranks.records + i;
        const struct live_rank *seen = w->ranks.records;

        while (k < here && seen[k].rank < from->rank)
            k++;
        if ((k == here || seen[k].rank != from->rank)
            && take_rank(w, from) < 0)
            return -1;
    }
    return 0;
}

/* ---- all together ---- */

/* By host, and there by number. */
static int compare_ranks(const void *a, const void *b)
{
    const struct live_rank *x = a, *y = b;

    if (x->host != y->host)
        return x->host < y->host ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Ranks that may take over are alive. */
static bool has_heirs(const live_t *w)
{
    for (size_t i = 0; i < w->pages.count; i++)
        if (live_seen(w, i)->generation > w->generation
            && state_of(live_seen(w, i)->page) <= RUN_FINISHING)
            return true;
    return false;
}

/* What a rank is longer in MPI than the one that is there the shortest. */
static void find_waits(live_t *w)
{
    struct live_rank *rank = w->ranks.records;
    double least = 1;

    for (size_t i = 0; i < w->ranks.count; i++)
        if (rank[i].mpi >= 0)
            least = fmin(least, rank[i].mpi);
    for (size_t i = 0; i < w->ranks.count; i++) {
        struct live_host *host = w->hosts.records;

        rank[i].wait = rank[i].mpi >= 0 ? rank[i].mpi - least : 0;
        if (rank[i].mpi >= 0)
            host[rank[i].host].wait += rank[i].wait / host[rank[i].host].timed;
    }
}

static double add_up_shares(live_t *w)
{
    const struct live_rank *rank = w->ranks.records;
    struct live_host *host = w->hosts.records;
    size_t known = 0;
    double sum = 0;

    for (size_t i = 0; i < w->ranks.count; i++) {
        if (rank[i].mpi < 0)
            continue;
        known++;
        sum += rank[i].mpi;
        host[rank[i].host].mpi += rank[i].mpi;
        host[rank[i].host].timed++;
    }
    for (size_t i = 0; i < w->hosts.count; i++)
        host[i].mpi = host[i].timed > 0 ? host[i].mpi / host[i].timed : -1;
    return known > 0 ? sum / (double)known : -1;
}

static void sum_up(live_t *w)
{
    const struct live_rank *rank = w->ranks.records;
    struct live *v = &w->view;

    v->over = !has_heirs(w) && !w->elsewhere.known;
    for (size_t i = 0; i < w->ranks.count; i++)
        v->over = v->over && rank[i].state > RUN_FINISHING;
    v->mpi = add_up_shares(w);
    find_waits(w);
    if (w->hosts.count > 1)
        qsort(w->ranks.records, w->ranks.count, sizeof(*rank), compare_ranks);
    v->rank = rank;
    v->ranks = w->ranks.count;
    v->host = w->hosts.records;
    v->hosts = w->hosts.count;
}

int live_look_at_ranks(live_t *w, uint64_t now)
{
    w->ranks.count = w->hosts.count = 0;
    for (size_t i = 0; i < w->pages.count; i++)
        if (live_seen(w, i)->generation == w->generation
            && look_at_rank(w, live_seen(w, i), now) < 0)
            return -1;
    if (look_elsewhere(w) < 0)
        return -1;
    sum_up(w);
    return 0;
}
