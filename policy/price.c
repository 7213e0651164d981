/* price.c - what a change costs, and what it can bring
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

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

/* The ranks as they are, with room for 'room'. */
static bool plan_as_is(struct plan *p, const struct policy_job *job, int room)
{
    p->work = calloc((size_t)room, sizeof(*p->work));
    p->host = calloc((size_t)room, sizeof(*p->host));
    p->ranks = calloc((size_t)job->host_count, sizeof(*p->ranks));
    if (!p->work || !p->host || !p->ranks)
        return false;
    p->size = job->size;
    for (int r = 0; r < job->size; r++) {
        int h = number_of_host(job, job->ranks[r].host);
        double seconds = job->ranks[r].compute * job->iteration_time;

        if (isnan(seconds))
            return false;
        p->host[r] = h;
        p->ranks[h]++;
        p->work[r] = seconds * share(&job->hosts[h], job->hosts[h].ranks);
    }
    return true;
}

/* The host where one more rank would get most. */
static int best_host(const struct policy_job *job, const struct plan *p)
{
    int best = 0;

    for (int h = 1; h < job->host_count; h++)
        if (job->hosts[h].state != HOST_LEAVING
            && share(&job->hosts[h], p->ranks[h] + 1)
                   > share(&job->hosts[best], p->ranks[best] + 1))
            best = h;
    return best;
}

static double all_work(const struct plan *p)
{
    double sum = 0;

    for (int r = 0; r < p->size; r++)
        sum += p->work[r];
    return sum;
}

static void add_rank(struct plan *p, int host, double work)
{
    p->host[p->size] = host;
    p->work[p->size++] = work;
    p->ranks[host]++;
}

static void resize(struct plan *p, const struct policy_job *job, int size)
{
    double work = all_work(p) / size;

    while (p->size > size)
        p->ranks[p->host[--p->size]]--;
    for (int r = 0; r < p->size; r++)
        p->work[r] = work;
    while (p->size < size)
        add_rank(p, best_host(job, p), work);
}

static void split(struct plan *p,
                  const struct policy_job *job,
                  int rank,
                  int parts)
{
    p->work[rank] /= parts;
    for (int i = 1; i < parts; i++)
        add_rank(p, best_host(job, p), p->work[rank]);
}

/* The ones that are merged leave nothing where they were. */
static void merge(struct plan *p, const struct change *c)
{
    for (int i = 1; i < c->count; i++) {
        int r = c->ranks[i];

        p->work[c->ranks[0]] += p->work[r];
        p->work[r] = 0;
        p->ranks[p->host[r]]--;
    }
}

static void rebalance(struct plan *p, const struct change *c)
{
    double work = all_work(p), sum = 0;

    for (int r = 0; r < p->size; r++)
        sum += c->weights[r];
    for (int r = 0; r < p->size; r++)
        p->work[r] = work * c->weights[r] / sum;
}

static void apply(struct plan *p,
                  const struct policy_job *job,
                  const struct change *c)
{
    switch (c->kind) {
    case CHANGE_RESIZE:
        resize(p, job, c->size);
        break;
    case CHANGE_SPLIT:
        split(p, job, c->rank, c->parts);
        break;
    case CHANGE_MERGE:
        merge(p, c);
        break;
    case CHANGE_MIGRATE:
        p->ranks[p->host[c->rank]]--;
        p->host[c->rank] = number_of_host(job, c->host);
        p->ranks[p->host[c->rank]]++;
        break;
    case CHANGE_REBALANCE:
        rebalance(p, c);
        break;
    case CHANGE_KINDS:
        break;
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
    int room = size > job->size ? size : job->size;
    struct plan p = { 0 };
    double gain = JOB_UNKNOWN;

    if (size > 0 && job->iteration_time > 0 && plan_as_is(&p, job, room)) {
        double before = longest(&p, job);

        apply(&p, job, c);
        gain = (before - longest(&p, job)) / job->iteration_time;
    }
    destroy_plan(&p);
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
