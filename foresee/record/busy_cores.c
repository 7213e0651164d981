/* busy_cores.c - when all cores of a host were in use by ranks that computed,
 * and what those that waited took of them, as it was recorded
 *
 * Whoever begins to compute or ends changes that, so the time in which there
 * was room is summed up from one such moment to the next, once for all.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/record/busy_cores.h"

static const double MOST_TAKEN = 0.5; /* more is something else's doing */

/* From this moment on one more computes, or one less. */
struct edge {
    double at;
    int more;
    int busy;    /* they compute from then on */
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
        e->busy = busy;
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

/* ---- what those that wait take ---- */

/* Between the start of the last rank of a host and the end of the first one:
 * for how long its cores could compute for ranks that did, for how long some
 * of these waited while there was no core for them, and what was computed.
 */
struct taking {
    double from;
    double to;
    double could;
    double contested;
    double computed;
};

static double within(const struct taking *t, double from, double to)
{
    return fmax(0, fmin(to, t->to) - fmax(from, t->from));
}

static void add_computed(struct taking *t, const struct recorded_rank *rank)
{
    for (size_t k = 0; k < rank->steps; k++) {
        const struct step *s = &rank->step[k];
        double until = recorded_rank_until(rank, k);

        if (s->kind == STEP_COMPUTE && until > s->at)
            t->computed +=
                s->seconds * within(t, s->at, until) / (until - s->at);
    }
}

static void add_times(struct taking *t,
                      const busy_cores_t *u,
                      const struct recorded_rank *rank)
{
    for (size_t i = 0; i + 1 < u->edges; i++) {
        double seconds = within(t, u->edge[i].at, u->edge[i + 1].at);
        double busy = u->edge[i].busy;

        t->could += seconds * fmin(busy, rank->cores);
        if (busy >= rank->cores && busy < (double)rank->together)
            t->contested += seconds * rank->cores;
    }
}

/* The same of another host. */
static int add_host(struct taking *all, const struct recording *r, size_t rank)
{
    struct taking t = { .from = -INFINITY, .to = INFINITY };
    busy_cores_t *u = busy_cores_create(r, rank);

    if (!u)
        return -1;
    for (size_t i = 0; i < r->ranks; i++)
        if (is_together(r, i, rank)) {
            t.from = fmax(t.from, r->rank[i].steps > 0
                                      ? recorded_rank_until(&r->rank[i], 0)
                                      : INFINITY);
            t.to = fmin(t.to, r->rank[i].end);
        }
    for (size_t i = 0; i < r->ranks; i++)
        if (is_together(r, i, rank))
            add_computed(&t, &r->rank[i]);
    add_times(&t, u, &r->rank[rank]);
    all->could += t.could;
    all->contested += t.contested;
    all->computed += t.computed;
    busy_cores_destroy(u);
    return 0;
}

static bool is_first(const struct recording *r, size_t rank)
{
    size_t i = 0;

    while (!is_together(r, i, rank))
        i++;
    return i == rank;
}

int busy_cores_taken(const struct recording *r, double *part)
{
    struct taking all = { .could = 0 };

    *part = 0;
    for (size_t i = 0; i < r->ranks; i++)
        if (recording_is_shared(r, i) && is_first(r, i)
            && add_host(&all, r, i) < 0)
            return -1;
    if (all.contested > 0)
        *part = fmin(fmax((all.could - all.computed) / all.contested, 0),
                     MOST_TAKEN);
    return 0;
}
