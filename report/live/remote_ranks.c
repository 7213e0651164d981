/* remote_ranks.c - the ranks and hosts of a job that are not here, as its
 * agent tells
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/live/remote_ranks.h"

static void start_lists(struct list *hosts, struct list *ranks)
{
    *hosts = (struct list){ .bytes = sizeof(struct remote_ranks_host) };
    *ranks = (struct list){ .bytes = sizeof(struct remote_ranks_rank) };
}

void remote_ranks_start(struct remote_ranks *e)
{
    memset(e, 0, sizeof(*e));
    e->rate = -1;
    start_lists(&e->hosts, &e->ranks);
    start_lists(&e->coming.hosts, &e->coming.ranks);
}

void remote_ranks_clear(struct remote_ranks *e)
{
    list_clear(&e->hosts);
    list_clear(&e->ranks);
    list_clear(&e->coming.hosts);
    list_clear(&e->coming.ranks);
    remote_ranks_start(e);
}

void remote_ranks_begin(struct remote_ranks *e)
{
    e->coming.generation = 0;
    e->coming.hosts.count = e->coming.ranks.count = 0;
}

static void take_host(struct remote_ranks *e, const char *line)
{
    struct remote_ranks_host host = { .load = NAN }, *kept;
    char rest[16] = "";

    if (sscanf(line, "host %64s %u %lf %*s %*s %15s", host.name, &host.cores,
               &host.load, rest)
        < 3)
        return;
    host.lost = strcmp(rest, "lost") == 0;
    if ((kept = list_add(&e->coming.hosts)))
        *kept = host;
}

static void take_rank(struct remote_ranks *e, const char *line)
{
    struct remote_ranks_rank rank = { .share = -1 }, *kept;

    if (sscanf(line, "rank %d %64s %" SCNu64 " %lf %lf %23[^\n]", &rank.rank,
               rank.host, &rank.syncs, &rank.clock, &rank.mpi, rank.state)
            < 6
        || rank.rank < 0)
        return;
    if ((kept = list_add(&e->coming.ranks)))
        *kept = rank;
}

void remote_ranks_take(struct remote_ranks *e, const char *line)
{
    sscanf(line, "generation %u %d", &e->coming.generation, &e->coming.size);
    take_host(e, line);
    take_rank(e, line);
}

/* As long as it was not looked at again, what was known still is. */
static double share_of(const struct remote_ranks_rank *now,
                       const struct remote_ranks_rank *then)
{
    double passed = now->clock - then->clock;
    double share = (now->mpi - then->mpi) / passed;

    if (isnan(passed))
        return -1;
    if (passed <= 0)
        return then->share;
    return fmin(fmax(share, 0), 1);
}

static double rate_of(const struct remote_ranks_rank *now,
                      const struct remote_ranks_rank *then)
{
    double passed = now->clock - then->clock;

    return passed > 0 && now->syncs >= then->syncs
               ? (double)(now->syncs - then->syncs) / passed
               : -1;
}

static void compare(struct remote_ranks *e)
{
    struct remote_ranks_rank *now = e->coming.ranks.records;
    const struct remote_ranks_rank *then = e->ranks.records;
    size_t n = e->coming.ranks.count;

    for (size_t i = 0; i < n && i < e->ranks.count; i++)
        if (now[i].rank == then[i].rank
            && strcmp(now[i].host, then[i].host) == 0)
            now[i].share = share_of(&now[i], &then[i]);
    if (n > 0 && e->ranks.count > 0 && now[0].clock > then[0].clock)
        e->rate = rate_of(&now[0], &then[0]);
}

static void swap(struct list *a, struct list *b)
{
    struct list was = *a;

    *a = *b;
    *b = was;
}

void remote_ranks_end(struct remote_ranks *e)
{
    e->known = e->coming.generation > 0;
    if (!e->known)
        return;
    if (e->coming.generation == e->generation)
        compare(e);
    else
        e->rate = -1;
    e->generation = e->coming.generation;
    e->size = e->coming.size;
    swap(&e->hosts, &e->coming.hosts);
    swap(&e->ranks, &e->coming.ranks);
    if (e->ranks.count > 0)
        e->syncs = ((struct remote_ranks_rank *)e->ranks.records)->syncs;
}

void remote_ranks_lose(struct remote_ranks *e)
{
    e->known = false;
}
