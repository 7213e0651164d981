/* price.c - what a change costs, and what it can bring
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "migrate/layout/lineage.h"
#include "policy/price.h"

/* To begin with: an agreement on when to stop, and a copy in memory. */
static const double stop_seconds = 0.005, copy_bytes = 2e9;
static const double ready_seconds = 0.3;
static const double weight_of_new = 0.5;
static const double least_gain = 0.02; /* below that it may be chance */
static const double tolerance = 0.1;

/* ---- the price ---- */

void price_init(struct price *p)
{
    *p = (struct price){ .ready = ready_seconds, .factor = 1 };
}

static double thought(double bytes)
{
    return stop_seconds + (isnan(bytes) ? 0 : bytes) / copy_bytes;
}

void price_learn(struct price *p, double bytes, double ready, double stopped)
{
    double w = p->changes > 0 ? weight_of_new : 1;

    p->ready += w * (ready - p->ready);
    p->factor += w * (stopped / thought(bytes) - p->factor);
    p->changes++;
}

double price_seconds(const struct price *p, double bytes)
{
    return p->factor * thought(bytes);
}

/* ---- the gain ---- */

/* The work of each rank, in seconds of a core of speed 1, and its host. */
struct plan {
    int size;
    double *work;
    int *host;
    int *ranks; /* on each host */
};

static bool create_plan(struct plan *p, const struct policy_job *job, int size)
{
    p->size = size;
    p->work = calloc((size_t)size, sizeof(*p->work));
    p->host = calloc((size_t)size, sizeof(*p->host));
    p->ranks = calloc((size_t)job->host_count, sizeof(*p->ranks));
    return p->work && p->host && p->ranks;
}

static void destroy_plan(struct plan *p)
{
    free(p->work);
    free(p->host);
    free(p->ranks);
}

static int number_of_host(const struct policy_job *job, const char *name)
{
    for (int h = 0; h < job->host_count; h++)
        if (strcmp(job->hosts[h].name, name) == 0)
            return h;
    return 0;
}

/* What a rank gets of a core on a host with so many of ours. */
static double share(const struct policy_host *host, int ranks)
{
    double wanted = ranks + (isnan(host->demand) ? 0 : host->demand);
    double speed = host->speed > 0 ? host->speed : 1;

    return speed * (wanted > host->cores ? host->cores / wanted : 1);
}

static void place(struct plan *p, int rank, int host)
{
    p->host[rank] = host;
    p->ranks[host]++;
}

/* The ranks as they are. */
static bool plan_as_is(struct plan *p, const struct policy_job *job)
{
    if (!create_plan(p, job, job->size))
        return false;
    for (int r = 0; r < job->size; r++) {
        int h = number_of_host(job, job->ranks[r].host);
        double seconds = job->ranks[r].compute * job->iteration_time;

        if (isnan(seconds))
            return false;
        place(p, r, h);
        p->work[r] = seconds * share(&job->hosts[h], job->hosts[h].ranks);
    }
    return true;
}

/* The host where one more rank would get most; one that is to be left only if
 * all are.
 */
static int best_host(const struct policy_job *job, const struct plan *p)
{
    int best = 0;

    for (int h = 1; h < job->host_count; h++) {
        bool leaves = job->hosts[h].state == HOST_LEAVING;
        bool best_leaves = job->hosts[best].state == HOST_LEAVING;
        bool more = share(&job->hosts[h], p->ranks[h] + 1)
                    > share(&job->hosts[best], p->ranks[best] + 1);

        if (leaves == best_leaves ? more : best_leaves)
            best = h;
    }
    return best;
}

/* The work that is divided afresh: evenly, or by weight. */
static void divide(struct plan *p,
                   const struct plan *now,
                   const double *weights)
{
    double work = 0, sum = 0;

    for (int r = 0; r < now->size; r++)
        work += now->work[r];
    for (int r = 0; r < p->size; r++)
        sum += weights ? weights[r] : 1;
    for (int r = 0; r < p->size; r++)
        p->work[r] = work * (weights ? weights[r] : 1) / sum;
}

/* What was that of each rank's parents. */
static void inherit(struct plan *p,
                    const struct plan *now,
                    const struct lineage *q)
{
    for (int r = 0; r < p->size; r++)
        for (size_t i = q->first[r]; i < q->first[r + 1]; i++)
            p->work[r] += now->work[q->parents[i].rank] / q->parents[i].parts;
}

/* Where the second and further parts of a split rank are to be, or -1. */
static int host_of_part(const struct policy_job *job,
                        const struct change *c,
                        const struct parent *parent)
{
    for (int i = 0; i < c->splits && parent->part > 0; i++)
        if (c->split[i].to && parent->rank == (uint32_t)c->split[i].rank)
            return number_of_host(job, c->split[i].to);
    return -1;
}

/* Where the rank is to be that old ranks become, if that is said, or -1. */
static int host_told(const struct policy_job *job,
                     const struct change *c,
                     const struct lineage *q,
                     int rank)
{
    int told = host_of_part(job, c, &q->parents[q->first[rank]]);

    if (told >= 0)
        return told;
    for (int m = 0; m < c->moves; m++)
        for (size_t i = q->first[rank]; i < q->first[rank + 1]; i++)
            if (q->parents[i].rank == (uint32_t)c->move[m].rank)
                return number_of_host(job, c->move[m].host);
    return -1;
}

/* Those that a resize adds go where they get most, all others where the ranks
 * are that they carry on.
 */
static void settle(struct plan *p,
                   const struct policy_job *job,
                   const struct plan *now,
                   const struct change *c,
                   const struct lineage *q)
{
    for (int r = 0; r < p->size; r++) {
        int told = host_told(job, c, q, r);

        if (told >= 0)
            place(p, r, told);
        else if (!c->has[CHANGE_RESIZE])
            place(p, r, now->host[q->parents[q->first[r]].rank]);
        else
            place(p, r, r < now->size ? now->host[r] : best_host(job, p));
    }
}

static double longest(const struct plan *p, const struct policy_job *job)
{
    double most = 0;

    for (int r = 0; r < p->size; r++) {
        int h = p->host[r];
        double seconds = p->work[r] / share(&job->hosts[h], p->ranks[h]);

        most = seconds > most ? seconds : most;
    }
    return most;
}

double price_gain(const struct policy_job *job, const struct change *c)
{
    int size = change_size(c, job->size, NULL);
    struct lineage *q =
        size > 0 ? change_lineage(c, (size_t)job->size, NULL) : NULL;
    struct plan now = { 0 }, then = { 0 };
    double gain = JOB_UNKNOWN;

    if (q && job->iteration_time > 0 && plan_as_is(&now, job)
        && create_plan(&then, job, size)) {
        if (q->even)
            divide(&then, &now, q->weights);
        else
            inherit(&then, &now, q);
        settle(&then, job, &now, c, q);
        gain =
            (longest(&now, job) - longest(&then, job)) / job->iteration_time;
    }
    destroy_plan(&now);
    destroy_plan(&then);
    lineage_destroy(q);
    return gain;
}

/* One that was to save time must save some; one that was to cost time may
 * cost what was said, and a little more.
 */
bool price_paid(double predicted, double realised)
{
    if (isnan(realised))
        return true;
    if (isnan(predicted) || predicted > 0)
        return realised > least_gain;
    return realised > predicted - tolerance;
}
