/* busy_cores.c - when all cores of a host were in use by ranks that computed,
 * as it was recorded
 *
 * Whoever begins to compute or ends changes that, so the time in which there
 * was room is summed up from one such moment to the next, once for all.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "foresee/record/busy_cores.h"

/* From this moment on one more computes, or one less. */
struct edge {
    double at;
    int more;
    bool room;   /* for another, from then on */
    double free; /* for how long there was up to then, since the first one */
};

struct busy_cores {
    size_t edges;
    struct edge edge[];
};

static bool is_together(const struct recording *r, size_t a, size_t b)
{
    return strcmp(r->rank[a].host, r->rank[b].host) == 0;
}

static size_t count_computing(const struct recorded_rank *rank)
{
    size_t steps = 0;

    for (size_t k = 0; k < rank->steps; k++)
        steps += rank->step[k].kind == STEP_COMPUTE;
    return steps;
}

static void add_rank(struct busy_cores *u, const struct recorded_rank *rank)
{
    for (size_t k = 0; k < rank->steps; k++)
        if (rank->step[k].kind == STEP_COMPUTE) {
            u->edge[u->edges++] =
                (struct edge){ .at = rank->step[k].at, .more = 1 };
            u->edge[u->edges++] =
                (struct edge){ .at = recorded_rank_until(rank, k),
                               .more = -1 };
        }
}

static int compare_edges(const void *a, const void *b)
{
    const struct edge *one = a, *other = b;

    return (one->at > other->at) - (one->at < other->at);
}

static void sum_up(struct busy_cores *u, unsigned cores)
{
    int busy = 0;

    for (size_t i = 0; i < u->edges; i++) {
        struct edge *e = &u->edge[i];

        busy += e->more;
        e->room = busy < (int)cores;
        if (i > 0)
            e->free = e[-1].free + (e[-1].room ? e->at - e[-1].at : 0);
    }
}

busy_cores_t *busy_cores_create(const struct recording *r, size_t rank)
{
    size_t steps = 0;
    busy_cores_t *u;

    for (size_t i = 0; i < r->ranks; i++)
        if (is_together(r, i, rank))
            steps += count_computing(&r->rank[i]);
    u = malloc(sizeof(*u) + 2 * steps * sizeof(u->edge[0]));
    if (!u)
        return NULL;
    u->edges = 0;
    for (size_t i = 0; i < r->ranks; i++)
        if (is_together(r, i, rank))
            add_rank(u, &r->rank[i]);
    qsort(u->edge, u->edges, sizeof(u->edge[0]), compare_edges);
    sum_up(u, r->rank[rank].cores);
    return u;
}

void busy_cores_destroy(busy_cores_t *u)
{
    free(u);
}

/* For how long there was room up to that moment, since the first edge; less
 * than nothing before that.
 */
static double free_until(const busy_cores_t *u, double when)
{
    size_t from = 0, to = u->edges;
    const struct edge *last;

    while (from < to) {
        size_t half = from + (to - from) / 2;

        if (u->edge[half].at <= when)
            from = half + 1;
        else
            to = half;
    }
    if (from == 0)
        return u->edges > 0 ? when - u->edge[0].at : when;
    last = &u->edge[from - 1];
    return last->free + (last->room ? when - last->at : 0);
}

double busy_cores_free(const busy_cores_t *u, double from, double to)
{
    return free_until(u, to) - free_until(u, from);
}
