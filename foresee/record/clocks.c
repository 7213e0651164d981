/* clocks.c - bring the clocks of the ranks together
 *
 * Of each pair of ranks the shortest time is kept from one's coming to what
 * the other waits for, until the other goes on, in both directions.  Ranks are
 * joined one after another by the pair that leaves the least doubt.  What
 * other pairs have seen may be against that: they draw their ranks apart, each
 * a half of what is missing, until nothing arrives before it was sent.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "foresee/record/clocks.h"

enum { PASSES = 1000 };

/* Seconds.  A message takes a nanosecond, so that it comes no earlier when
 * times are rounded to that.
 */
static const double enough = 1e-10, least = 1e-9;

/* Of a pair, with first < second. */
struct pair {
    int first;
    int second;
    double there; /* from the first to the second, the least */
    double back;
};

struct alignment {
    struct recording *recording;
    struct moments moments;
    size_t pairs;
    size_t room;
    struct pair *pair;
    double *shift; /* of each rank; NAN: not known yet */
};

/* ---- what is seen of pairs ---- */

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->second > y->second) - (x->second < y->second);
}

/* Make one of those that are of the same ranks. */
static void join_pairs(struct alignment *a)
{
    size_t kept = 0;

    if (a->pairs == 0)
        return;
    qsort(a->pair, a->pairs, sizeof(*a->pair), compare_pairs);
    for (size_t i = 1; i < a->pairs; i++) {
        struct pair *last = &a->pair[kept];

        if (compare_pairs(last, &a->pair[i]) != 0) {
            a->pair[++kept] = a->pair[i];
            continue;
        }
        last->there = fmin(last->there, a->pair[i].there);
        last->back = fmin(last->back, a->pair[i].back);
    }
    a->pairs = kept + 1;
}

/* Rank 'to' went on so long after 'from' had come. */
static int see(struct alignment *a, int from, int to, double seconds)
{
    struct pair seen = { from, to, seconds, INFINITY };

    if (from == to || isnan(seconds))
        return 0;
    if (from > to)
        seen = (struct pair){ to, from, INFINITY, seconds };
    if (a->pairs > 0 && a->pairs == a->room)
        join_pairs(a);
    if (!grow(&a->pair, sizeof(*a->pair), a->pairs, &a->room))
        return -1;
    a->pair[a->pairs++] = seen;
    return 0;
}

static int see_message(struct alignment *a, const struct step *s, double end)
{
    const struct recorded_message *m = &a->recording->message[s->item];

    return s->kind == STEP_WAIT_RECEIVED
               ? see(a, m->from, m->to, end - a->moments.sent[s->item])
               : 0;
}

static double joined(const struct alignment *a, uint32_t which, int rank)
{
    return a->moments.joined[recording_member(a->recording, which, rank)];
}

/* Where all wait for all, the first member stands for them. */
static int see_collective(struct alignment *a,
                          int rank,
                          const struct step *s,
                          double end)
{
    const struct recorded_collective *c = &a->recording->collective[s->item];
    const struct recorded_comm *comm = &a->recording->comm[c->comm];
    enum collective_waits waits = collective_waits(c->kind);
    int first = waits == COLLECTIVE_ALL || waits == COLLECTIVE_LOWER
                    ? comm->member[0]
                    : c->root;

    if (rank != first)
        return waits == COLLECTIVE_AT_ROOT
                   ? 0
                   : see(a, first, rank, end - joined(a, s->item, first));
    for (size_t i = 0; i < comm->size; i++)
        if ((waits == COLLECTIVE_ALL || waits == COLLECTIVE_AT_ROOT)
            && see(a, comm->member[i], rank,
                   end - joined(a, s->item, comm->member[i]))
                   < 0)
            return -1;
    return 0;
}

static int see_wait(struct alignment *a,
                    int rank,
                    const struct step *s,
                    double end)
{
    return s->kind == STEP_WAIT_JOINED ? see_collective(a, rank, s, end)
                                       : see_message(a, s, end);
}

/* A call's end is told by its return, which comes behind what it waits for. */
static int see_rank(struct alignment *a, int rank)
{
    const struct recorded_rank *of = &a->recording->rank[rank];
    size_t from = 0;

    for (size_t i = 0; i < of->steps; i++) {
        const struct step *end = &of->step[i];

        if (end->kind != STEP_RETURN)
            continue;
        for (; from < i; from++)
            if (end->seconds > 0 && step_waits(&of->step[from])
                && see_wait(a, rank, &of->step[from], end->at + end->seconds)
                       < 0)
                return -1;
    }
    return 0;
}

static int see_all(struct alignment *a)
{
    struct recording *r = a->recording;

    moments_note_recorded(&a->moments, r);
    for (size_t i = 0; i < r->ranks; i++)
        if (see_rank(a, (int)i) < 0)
            return -1;
    join_pairs(a);
    return 0;
}

/* ---- what follows from it ---- */

/* How much later the second's clock is than the first's.  With messages one
 * way only it is known no better than that they do not come too early.
 */
static double apart(const struct pair *p)
{
    if (isinf(p->back))
        return fmin(p->there, 0);
    if (isinf(p->there))
        return -fmin(p->back, 0);
    return (p->there - p->back) / 2;
}

/* The pair of least doubt with one rank whose shift is known, or NULL. */
static const struct pair *next_pair(const struct alignment *a)
{
    const struct pair *best = NULL;

    for (size_t i = 0; i < a->pairs; i++) {
        const struct pair *p = &a->pair[i];

        if (isnan(a->shift[p->first]) != isnan(a->shift[p->second])
            && (!best || p->there + p->back < best->there + best->back))
            best = p;
    }
    return best;
}

static void find_shifts(struct alignment *a)
{
    const struct pair *p;

    for (size_t i = 0; i < a->recording->ranks; i++)
        a->shift[i] = NAN;
    for (size_t i = 0; i < a->recording->ranks; i++) {
        if (isnan(a->shift[i]))
            a->shift[i] = 0;
        while ((p = next_pair(a))) {
            if (isnan(a->shift[p->second]))
                a->shift[p->second] = a->shift[p->first] - apart(p);
            else
                a->shift[p->first] = a->shift[p->second] + apart(p);
        }
    }
}

/* By how much the first has to be later, or earlier if negative, so that
 * neither way takes too little, as far as both together leave time for that.
 */
static double lacking(const struct alignment *a, const struct pair *p)
{
    double shift = a->shift[p->second] - a->shift[p->first];
    double takes = fmax(0, fmin(least, (p->there + p->back) / 2));

    if (p->there + shift < takes)
        return p->there + shift - takes;
    return p->back - shift < takes ? takes + shift - p->back : 0;
}

/* Clocks that do not run alike never satisfy all. */
static void satisfy_pairs(struct alignment *a)
{
    double most = 1;

    for (int i = 0; i < PASSES && most > enough; i++) {
        most = 0;
        for (size_t k = 0; k < a->pairs; k++) {
            const struct pair *p = &a->pair[k];
            double lack = lacking(a, p);

            a->shift[p->first] += lack / 2;
            a->shift[p->second] -= lack / 2;
            most = fmax(most, fabs(lack));
        }
    }
}

static void shift_all(struct alignment *a)
{
    struct recording *r = a->recording;
    double first = INFINITY;

    for (size_t i = 0; i < r->ranks; i++)
        first = fmin(first, r->rank[i].start + a->shift[i]);
    for (size_t i = 0; i < r->ranks; i++) {
        double shift = a->shift[i] - first;

        r->rank[i].start += shift;
        r->rank[i].end += shift;
        for (size_t k = 0; k < r->rank[i].steps; k++)
            r->rank[i].step[k].at += shift;
    }
}

int clocks_align(struct recording *r, struct error *err)
{
    struct alignment a = { .recording = r };
    int rc = -1;

    a.shift = calloc(r->ranks + 1, sizeof(*a.shift));
    if (a.shift && moments_create(&a.moments, r, NULL) == 0)
        rc = see_all(&a);
    if (rc == 0) {
        find_shifts(&a);
        satisfy_pairs(&a);
        shift_all(&a);
    } else {
        error_set(err, "no memory to compare the clocks of %zu ranks",
                  r->ranks);
    }
    moments_destroy(&a.moments);
    free(a.shift);
    free(a.pair);
    return rc;
}
