/* shared_cores.c - ranks that compute on hosts with fewer cores than ranks
 *
 * All that compute on a host have the same part of its cores, so they are
 * equally fast at any moment, and who has the least left to do is done first,
 * whatever comes.  So a host counts what each of them has done since the
 * beginning, and a rank is done when that has come so far.  Ranks wait for
 * that in a queue, as for a moment.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/replay/event_queue.h"
#include "foresee/replay/shared_cores.h"

struct shared_host {
    unsigned cores;
    double taken;  /* of them by ranks that wait while others compute */
    size_t ranks;  /* there */
    size_t room;   /* for so many in the queue */
    size_t busy;   /* of them, and others, that compute */
    size_t others; /* of these */
    double now;
    double done; /* by each of those, seconds of a whole core */
    double next; /* when the first one is done, INFINITY: nobody computes */
    event_queue_t *until; /* what is done when a rank is; NULL: ranks have
                             cores of their own */
};

struct shared_cores {
    const struct mapped_run *mapped;
    size_t hosts;
    struct shared_host *host;
    struct shared_host *first; /* where something happens next */
};

static struct shared_host *host_of(const shared_cores_t *c, size_t rank)
{
    return &c->host[c->mapped->host[rank]];
}

/* Have room for one more in the host's queue. */
static bool make_room(struct shared_host *h)
{
    size_t room = h->until ? 2 * h->room : h->ranks + 1;
    event_queue_t *larger;

    if (h->until && h->busy < h->room)
        return true;
    if (!(larger = event_queue_create(room)))
        return false;
    while (h->until && !event_queue_is_empty(h->until)) {
        double until = event_queue_next(h->until);

        event_queue_push(larger, until, event_queue_pop(h->until));
    }
    event_queue_destroy(h->until);
    h->until = larger;
    h->room = room;
    return true;
}

/* Make the queues of hosts with fewer cores than ranks. */
static bool make_queues(shared_cores_t *c)
{
    for (size_t i = 0; i < c->mapped->recording->ranks; i++)
        host_of(c, i)->ranks++;
    for (size_t h = 0; h < c->hosts; h++) {
        struct shared_host *host = &c->host[h];

        host->cores = c->mapped->platform->host[h].cores;
        host->taken = c->mapped->ideal ? 0 : c->mapped->recording->taken;
        host->next = INFINITY;
        if (host->cores > 0 && host->cores < host->ranks && !make_room(host))
            return false;
    }
    return true;
}

shared_cores_t *shared_cores_create(const struct mapped_run *s)
{
    shared_cores_t *c = calloc(1, sizeof(*c));

    if (!c)
        return NULL;
    c->mapped = s;
    c->hosts = s->platform->hosts;
    c->host = calloc(c->hosts + 1, sizeof(*c->host));
    c->first = c->host;
    if (c->host && make_queues(c))
        return c;
    shared_cores_destroy(c);
    return NULL;
}

void shared_cores_destroy(shared_cores_t *c)
{
    if (!c)
        return;
    for (size_t h = 0; c->host && h < c->hosts; h++)
        event_queue_destroy(c->host[h].until);
    free(c->host);
    free(c);
}

bool shared_cores_share(const shared_cores_t *c, size_t rank)
{
    return host_of(c, rank)->until != NULL;
}

bool shared_cores_are_wanted(const shared_cores_t *c, size_t rank)
{
    const struct shared_host *h = host_of(c, rank);

    return h->cores > 0 && h->cores < h->ranks + h->others;
}

/* What each of those that compute has of a core. */
static double part_of(const struct shared_host *h)
{
    bool some_wait = h->busy - h->others < h->ranks;

    if (h->busy < h->cores)
        return 1;
    return (double)h->cores / (double)h->busy * (some_wait ? 1 - h->taken : 1);
}

static void pass(struct shared_host *h, double when)
{
    if (h->busy > 0)
        h->done += part_of(h) * (when - h->now);
    h->now = when;
}

/* Of several at a moment the first in the platform is. */
static bool is_earlier(const struct shared_host *a,
                       const struct shared_host *b)
{
    return a->next < b->next || (a < b && !(b->next < a->next));
}

/* See when something happens next there, and then where it does first. */
static void find_next(shared_cores_t *c, struct shared_host *changed)
{
    double until = event_queue_next(changed->until);

    changed->next =
        changed->now + fmax(0, until - changed->done) / part_of(changed);
    if (changed != c->first) {
        if (is_earlier(changed, c->first))
            c->first = changed;
        return;
    }
    for (size_t h = 0; h < c->hosts; h++)
        if (is_earlier(&c->host[h], c->first))
            c->first = &c->host[h];
}

void shared_cores_start(shared_cores_t *c,
                        double when,
                        size_t rank,
                        double seconds)
{
    struct shared_host *h = host_of(c, rank);

    pass(h, when);
    h->busy++;
    event_queue_push(h->until, h->done + seconds, rank);
    find_next(c, h);
}

int shared_cores_expect_others(shared_cores_t *c)
{
    for (size_t h = 0; h < c->hosts; h++)
        if (c->host[h].cores > 0 && !c->host[h].until
            && !make_room(&c->host[h]))
            return -1;
    return 0;
}

int shared_cores_add_other(shared_cores_t *c,
                           double when,
                           size_t host,
                           double seconds)
{
    struct shared_host *h = &c->host[host];

    if (h->cores == 0)
        return 0;
    if (!make_room(h))
        return -1;
    pass(h, when);
    h->busy++;
    h->others++;
    event_queue_push(h->until, h->done + seconds, SHARED_CORES_OTHER);
    find_next(c, h);
    return 0;
}

double shared_cores_next(const shared_cores_t *c)
{
    return c->hosts > 0 ? c->first->next : INFINITY;
}

size_t shared_cores_take(shared_cores_t *c)
{
    struct shared_host *h = c->first;
    size_t rank;

    pass(h, h->next);
    h->busy--;
    rank = event_queue_pop(h->until);
    h->others -= rank == SHARED_CORES_OTHER;
    find_next(c, h);
    return rank;
}
