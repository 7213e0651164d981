/* mapped_run_bcast.c - a broadcast, from one that has the data to the next
 *
 * Who comes late keeps those that get the data from him, and those that it is
 * sent to after him.  MPI libraries send it by a tree in which each has as
 * many below it as came before: the first it sends to has half of them.  Among
 * hosts it goes from the root to the first rank of its host, from there by
 * such a tree to the first ranks of the others, and from these by another one
 * to all that are there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "foresee/platform/mapped_run_internal.h"

enum { ALL = -1 };

/* One such tree: who is in it, in the order that they have in MPI. */
struct tree {
    const struct mapped_run *run;
    const struct moments *moments;
    const struct recorded_collective *collective;
    const size_t *place; /* of each in the communicator; NULL: it is this */
    size_t count;
    size_t root;
    struct mapped_run_passage begin; /* when the root has the data */
};

static const struct recorded_comm *comm_of(const struct tree *t)
{
    return &t->run->recording->comm[t->collective->comm];
}

static size_t place_of(const struct tree *t, size_t i)
{
    return t->place ? t->place[i] : i;
}

static bool is_long(const struct tree *t)
{
    return t->collective->most > t->run->platform->eager;
}

/* When it can pass on what it has, or take what comes: who only began, when it
 * waits.  The root hands in what is short, or what others fetch.
 */
static struct mapped_run_passage came(const struct tree *t, size_t place)
{
    const struct recorded_collective *c = t->collective;
    bool hands_in = comm_of(t)->member[place] == c->root
                    && (!is_long(t) || t->run->comm[c->comm].hosts == 1);
    const struct moments *m = hands_in ? t->moments : t->moments->inside;

    return (struct mapped_run_passage){ m->joined[c->first + place], 0 };
}

/* The later of both. */
static struct mapped_run_passage last(struct mapped_run_passage a,
                                      struct mapped_run_passage b)
{
    if (isnan(a.when) || isnan(b.when))
        return (struct mapped_run_passage){ NAN, 0 };
    return b.when > a.when ? b : a;
}

/* The data goes from one to another. */
static struct mapped_run_passage pass(const struct tree *t,
                                      struct mapped_run_passage from,
                                      size_t a,
                                      size_t b)
{
    const struct platform *p = t->run->platform;
    size_t host_a = t->run->host[comm_of(t)->member[a]];
    size_t host_b = t->run->host[comm_of(t)->member[b]];
    const struct platform_link *l = platform_link(p, host_a, host_b);
    double per_byte = l->known ? l->per_byte : 0;

    if (host_a != host_b)
        per_byte = fmax(per_byte, fmax(p->host[host_a].per_byte,
                                       p->host[host_b].per_byte));
    from.when +=
        (l->known ? l->latency : 0) + (double)t->collective->most * per_byte;
    from.times++;
    return from;
}

static struct mapped_run_passage arrival(const struct tree *t, size_t i);

/* When 'i' has sent to 'child', which is its 'i' + 2^k, or with ALL to all
 * that are below it.  Who gets a short message need not be there.
 */
static struct mapped_run_passage sent(const struct tree *t,
                                      size_t i,
                                      int child)
{
    size_t far = (i + t->count - t->root) % t->count, step = 1;
    struct mapped_run_passage now = arrival(t, i);

    while (step < t->count && !(far & step))
        step *= 2;
    for (step /= 2; step > 0; step /= 2) {
        size_t to = (i + step) % t->count;
        struct mapped_run_passage there;

        if (far + step >= t->count)
            continue;
        if (is_long(t))
            now = last(now, came(t, place_of(t, to)));
        there = pass(t, now, place_of(t, i), place_of(t, to));
        if ((int)to == child)
            return last(came(t, place_of(t, to)), there);
        if (is_long(t))
            now = there;
    }
    return now;
}

/* When 'i' has the data. */
static struct mapped_run_passage arrival(const struct tree *t, size_t i)
{
    size_t far = (i + t->count - t->root) % t->count, step = 1;

    if (far == 0)
        return t->begin;
    while (!(far & step))
        step *= 2;
    return sent(t, (i + t->count - step) % t->count, (int)i);
}

static bool is_by_tree(size_t count, uint64_t bytes)
{
    struct collective_cost cost =
        collective_cost(COLLECTIVE_BCAST, count, bytes, 0);

    return cost.bytes <= 0
           || cost.bytes >= cost.latencies * (double)bytes * (1 - 1e-9);
}

bool mapped_run_goes_by_tree(const struct mapped_run *s,
                             const struct recorded_collective *c)
{
    const struct mapped_comm *m = &s->comm[c->comm];
    size_t size = s->recording->comm[c->comm].size;

    return c->kind == COLLECTIVE_BCAST && size > 1
           && size <= MAPPED_RUN_TREE_MOST
           && (m->hosts == 1 || m->hosts == size
                   ? is_by_tree(size, c->most)
                   : is_by_tree(m->hosts, c->most)
                         && is_by_tree(m->together, c->most));
}

struct mapped_run_passage mapped_run_pass(const struct mapped_run *s,
                                          const struct moments *moments,
                                          uint32_t which,
                                          int rank)
{
    const struct recorded_collective *c = &s->recording->collective[which];
    const struct recorded_comm *comm = &s->recording->comm[c->comm];
    const struct mapped_comm *m = &s->comm[c->comm];
    size_t place = (size_t)comm->place[rank],
           root = (size_t)comm->place[c->root];
    struct tree t = { s, moments, c, NULL, comm->size, root, { 0, 0 } };
    size_t first[MAPPED_RUN_TREE_MOST], leader;

    t.begin = came(&t, root);
    if (m->hosts == 1 || m->hosts == comm->size)
        return sent(&t, place, ALL);
    leader = m->member[m->first[m->host[root]]];
    if (leader != root) {
        if (is_long(&t))
            t.begin = last(t.begin, came(&t, leader));
        t.begin = last(came(&t, leader), pass(&t, t.begin, root, leader));
    }
    for (size_t h = 0; h < m->hosts; h++)
        first[h] = m->member[m->first[h]];
    t.place = first;
    t.count = m->hosts;
    t.root = m->host[root];
    t.begin = sent(&t, m->host[place], ALL);
    t.place = m->member + m->first[m->host[place]];
    t.count = m->first[m->host[place] + 1] - m->first[m->host[place]];
    t.root = 0;
    return sent(&t, m->within[place], ALL);
}
