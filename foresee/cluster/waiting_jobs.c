/* waiting_jobs.c - jobs that wait for nodes, and who of them can start next
 *
 * All jobs are in the order of the nodes that they need, those that need as
 * many in that in which they are submitted.  Above them is a tree of which
 * each place has the shortest time of the two below it, so that the next job
 * that is short enough is found in as many steps as the tree is high.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "foresee/cluster/waiting_jobs.h"

struct place {
    size_t job;
    int needs;
    double seconds; /* that it takes at least, as its user says */
};

struct waiting_jobs {
    size_t jobs;
    struct place *place; /* in their order */
    size_t *place_of;    /* each job */
    size_t leaves;       /* a power of two */
    double *shortest;    /* 1 is the top, 2k and 2k + 1 are below k; INFINITY
                            where nobody waits */
    size_t first;        /* no job before this one waits */
    size_t added;        /* nor any from this one on */
    size_t count;
};

static int by_needs(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->needs != y->needs)
        return x->needs < y->needs ? -1 : 1;
    return (x->job > y->job) - (x->job < y->job);
}

/* A little less, as the last bits depend on how it is worked out. */
static double least_seconds(const struct workload_job *j)
{
    double stretch = 1;

    if (job_kind_chooses(j->kind))
        stretch = application_least_seconds(j->application, j->least, j->most)
                  / application_seconds(j->application, j->size);
    return j->seconds * j->estimate * stretch * (1 - 1e-9);
}

waiting_jobs_t *waiting_jobs_create(const struct workload *w)
{
    waiting_jobs_t *q = calloc(1, sizeof(*q));

    if (!q)
        return NULL;
    q->jobs = w->jobs;
    for (q->leaves = 1; q->leaves < w->jobs; q->leaves *= 2)
        ;
    q->place = calloc(w->jobs + 1, sizeof(*q->place));
    q->place_of = calloc(w->jobs + 1, sizeof(*q->place_of));
    q->shortest = calloc(2 * q->leaves, sizeof(*q->shortest));
    if (!q->place || !q->place_of || !q->shortest) {
        waiting_jobs_destroy(q);
        return NULL;
    }
    for (size_t i = 0; i < w->jobs; i++)
        q->place[i] = (struct place){ i, workload_needs(&w->job[i]),
                                      least_seconds(&w->job[i]) };
    qsort(q->place, w->jobs, sizeof(*q->place), by_needs);
    for (size_t i = 0; i < w->jobs; i++)
        q->place_of[q->place[i].job] = i;
    for (size_t i = 0; i < 2 * q->leaves; i++)
        q->shortest[i] = INFINITY;
    return q;
}

void waiting_jobs_destroy(waiting_jobs_t *q)
{
    if (!q)
        return;
    free(q->shortest);
    free(q->place_of);
    free(q->place);
    free(q);
}

/* ---- who waits ---- */

static void set(waiting_jobs_t *q, size_t place, double seconds)
{
    size_t at = q->leaves + place;

    for (q->shortest[at] = seconds; at > 1; at /= 2)
        q->shortest[at / 2] = fmin(q->shortest[at], q->shortest[at ^ 1]);
}

void waiting_jobs_add(waiting_jobs_t *q, size_t job)
{
    size_t place = q->place_of[job];

    set(q, place, q->place[place].seconds);
    q->added = job + 1;
    q->count++;
}

static bool waits(const waiting_jobs_t *q, size_t job)
{
    return !isinf(q->shortest[q->leaves + q->place_of[job]]);
}

void waiting_jobs_remove(waiting_jobs_t *q, size_t job)
{
    set(q, q->place_of[job], INFINITY);
    q->count--;
    while (q->first < q->added && !waits(q, q->first))
        q->first++;
}

size_t waiting_jobs_count(const waiting_jobs_t *q)
{
    return q->count;
}

size_t waiting_jobs_first(const waiting_jobs_t *q)
{
    return q->count > 0 ? q->first : NO_JOB;
}

/* ---- who is next ---- */

/* The first place from 'place' on whose job waits and may be done at 'end', or
 * NO_JOB.
 */
static size_t find(const waiting_jobs_t *q,
                   size_t place,
                   double now,
                   double end)
{
    size_t at = q->leaves + place;

    while (now + q->shortest[at] > end) {
        while (at % 2 == 1)
            at /= 2;
        if (at == 0)
            return NO_JOB;
        at++;
    }
    while (at < q->leaves) {
        at *= 2;
        if (now + q->shortest[at] > end)
            at++;
    }
    return at - q->leaves;
}

size_t waiting_jobs_least(const waiting_jobs_t *q)
{
    size_t place = find(q, 0, 0, DBL_MAX);

    return place == NO_JOB ? NO_JOB : q->place[place].job;
}

/* The first place of those that need so many, and of these from the job on. */
static size_t first_place(const waiting_jobs_t *q, int needs, size_t from)
{
    const struct place wanted = { .job = from, .needs = needs };
    size_t low = 0, high = q->jobs;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (by_needs(&q->place[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Of each number of nodes that is needed the first one is looked for, passing
 * over those numbers that none has which would do.
 */
size_t waiting_jobs_next(const waiting_jobs_t *q,
                         size_t from,
                         int spare,
                         int idle,
                         double now,
                         double end)
{
    size_t next = NO_JOB;
    int needs = 1;

    while (needs <= idle) {
        size_t place = first_place(q, needs, from);

        if (place < q->jobs)
            place = find(q, place, now, needs <= spare ? DBL_MAX : end);
        if (place >= q->jobs)
            break;
        if (q->place[place].needs > needs) {
            needs = q->place[place].needs;
            continue;
        }
        if (q->place[place].job < next)
            next = q->place[place].job;
        needs++;
    }
    return next;
}
