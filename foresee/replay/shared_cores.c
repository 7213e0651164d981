/* shared_cores.c - ranks that compute on hosts with fewer cores than ranks
 *
 * All that compute on a host have the same part of its cores, so they are
 * equally fast at any moment, and who has the least left to do is done first,
 * whatever comes.  So a host counts what each of them has done since the
 * beginning, and a rank is done when that has come so far.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/replay/shared_cores.h"

struct shared_host {
    unsigned cores;
    size_t ranks; /* there */
    size_t *rank;
    size_t busy; /* of them, that compute */
    double now;
    double done;  /* by each of those, seconds of a whole core */
    double next;  /* when the first one is done, INFINITY: nobody computes */
    size_t first; /* that one */
};

struct shared_cores {
    const struct mapped_run *mapped;
    size_t hosts;
    struct shared_host *host;
    size_t *rank;  /* all, by their hosts */
    double *until; /* by rank: what is done then, INFINITY: it computes not */
};

static struct shared_host *host_of(const shared_cores_t *c, size_t rank)
{
    return &c->host[c->mapped->host[rank]];
}

/* Give each host its part of the list of ranks. */
static void sort_ranks(shared_cores_t *c)
{
    size_t *next = c->rank;

    for (size_t i = 0; i < c->mapped->recording->ranks; i++)
        host_of(c, i)->ranks++;
    for (size_t h = 0; h < c->hosts; h++) {
        c->host[h].rank = next;
        next += c->host[h].ranks;
        c->host[h].ranks = 0;
    }
    for (size_t i = 0; i < c->mapped->recording->ranks; i++) {
        struct shared_host *h = host_of(c, i);

        h->rank[h->ranks++] = i;
        c->until[i] = INFINITY;
    }
}

shared_cores_t *shared_cores_create(const struct mapped_run *s)
{
    shared_cores_t *c = calloc(1, sizeof(*c));

    if (!c)
        return NULL;
    c->mapped = s;
    c->hosts = s->platform->hosts;
    c->host = calloc(c->hosts + 1, sizeof(*c->host));
    c->rank = calloc(s->recording->ranks + 1, sizeof(*c->rank));
    c->until = calloc(s->recording->ranks + 1, sizeof(*c->until));
    if (!c->host || !c->rank || !c->until) {
        shared_cores_destroy(c);
        return NULL;
    }
    for (size_t h = 0; h < c->hosts; h++) {
        c->host[h].cores = s->platform->host[h].cores;
        c->host[h].next = INFINITY;
    }
    sort_ranks(c);
    return c;
}

void shared_cores_destroy(shared_cores_t *c)
{
    if (!c)
        return;
    free(c->host);
    free(c->rank);
    free(c->until);
    free(c);
}

bool shared_cores_share(const shared_cores_t *c, size_t rank)
{
    const struct shared_host *h = host_of(c, rank);

    return h->cores > 0 && h->cores < h->ranks;
}

/* What each of those that compute has of a core. */
static double part_of(const struct shared_host *h)
{
    return h->busy <= h->cores ? 1 : (double)h->cores / (double)h->busy;
}

static void pass(struct shared_host *h, double when)
{
    if (h->busy > 0)
        h->done += part_of(h) * (when - h->now);
    h->now = when;
}

static void find_next(const shared_cores_t *c, struct shared_host *h)
{
    size_t first = h->rank[0];

    for (size_t i = 1; i < h->ranks; i++)
        if (c->until[h->rank[i]] < c->until[first])
            first = h->rank[i];
    h->first = first;
    h->next = h->now + fmax(0, c->until[first] - h->done) / part_of(h);
}

void shared_cores_start(shared_cores_t *c,
                        double when,
                        size_t rank,
                        double seconds)
{
    struct shared_host *h = host_of(c, rank);

    pass(h, when);
    h->busy++;
    c->until[rank] = h->done + seconds;
    find_next(c, h);
}

static struct shared_host *find_first(const shared_cores_t *c)
{
    struct shared_host *first = &c->host[0];

    for (size_t h = 1; h < c->hosts; h++)
        if (c->host[h].next < first->next)
            first = &c->host[h];
    return first;
}

double shared_cores_next(const shared_cores_t *c)
{
    return c->hosts > 0 ? find_first(c)->next : INFINITY;
}

size_t shared_cores_take(shared_cores_t *c)
{
    struct shared_host *h = find_first(c);
    size_t rank = h->first;

    pass(h, h->next);
    h->busy--;
    c->until[rank] = INFINITY;
    find_next(c, h);
    return rank;
}
