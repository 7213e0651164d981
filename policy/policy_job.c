/* policy_job.c - what a policy is shown of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/policy_job.h"
#include "report/model/statistics.h"

const char *const policy_host_word[HOST_STATES] = {
    [HOST_MEMBER] = "member",
    [HOST_JOINED] = "joined",
    [HOST_LEAVING] = "leaving",
};

int policy_limits_read(struct policy_limits *limits,
                       const char *text,
                       struct error *err)
{
    int min, max, preferred = 0, end = 0;

    if (sscanf(text, "%6d-%6d%n,%6d%n", &min, &max, &end, &preferred, &end) < 2
        || text[end] || min < 1 || max < 0 || preferred < 0)
        return error_set(err,
                         "\"%s\" is not LEAST-MOST or "
                         "LEAST-MOST,PREFERRED",
                         text);
    if (max < min)
        return error_set(err, "\"%s\": %d is more than %d", text, min, max);
    if (preferred > 0 && (preferred < min || preferred > max))
        return error_set(err, "\"%s\": %d is not between %d and %d", text,
                         preferred, min, max);
    *limits = (struct policy_limits){ min, max, preferred };
    return 0;
}

struct policy_job *policy_job_create(int size, int hosts)
{
    struct policy_job *job = calloc(1, sizeof(*job));

    if (!job)
        return NULL;
    *job = (struct policy_job){
        .size = size,
        .host_count = hosts,
        .iterations_left = JOB_UNKNOWN,
        .time = JOB_UNKNOWN,
        .time_left = JOB_UNKNOWN,
        .iteration_time = JOB_UNKNOWN,
        .limits = { 1, INT_MAX, size },
        .state_bytes = JOB_UNKNOWN,
        .change_seconds = JOB_UNKNOWN,
        .since_change = JOB_UNKNOWN,
        .last_gain = JOB_UNKNOWN,
        .ranks = calloc((size_t)size + 1, sizeof(job->ranks[0])),
        .hosts = calloc((size_t)hosts + 1, sizeof(job->hosts[0])),
    };
    if (!job->ranks || !job->hosts) {
        policy_job_destroy(job);
        return NULL;
    }
    for (int h = 0; h < hosts; h++)
        job->hosts[h] = (struct policy_host){ .cores = 1,
                                              .speed = 1,
                                              .load = JOB_UNKNOWN,
                                              .pressure = JOB_UNKNOWN,
                                              .memory_free = JOB_UNKNOWN };
    for (int r = 0; r < size; r++)
        job->ranks[r] = (struct policy_rank){ .rank = r,
                                              .host = job->hosts[0].name,
                                              .time = JOB_UNKNOWN,
                                              .compute = JOB_UNKNOWN,
                                              .wait = JOB_UNKNOWN,
                                              .rows = JOB_UNKNOWN };
    return job;
}

void policy_job_destroy(struct policy_job *job)
{
    if (!job)
        return;
    for (int r = 0; job->ranks && r < job->size; r++)
        free(job->ranks[r].sent);
    for (int h = 0; job->hosts && h < job->host_count; h++) {
        free(job->hosts[h].distance);
        free(job->hosts[h].bandwidth);
    }
    free(job->ranks);
    free(job->hosts);
    free(job);
}

struct policy_host *policy_job_host(const struct policy_job *job,
                                    const char *name)
{
    for (int h = 0; h < job->host_count; h++)
        if (strcmp(job->hosts[h].name, name) == 0)
            return &job->hosts[h];
    return NULL;
}

static const double saturated = 0.9, most_shared = 0.95;
static const double idle = 0.7; /* of a core: something always runs */

static double known(double number)
{
    return isnan(number) ? 0 : number;
}

double policy_job_random(uint64_t n)
{
    n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ (n >> 32)) * UINT64_C(0xd6e8feb86659fd93);
    return (double)(n >> 11) / (double)(UINT64_C(1) << 53);
}

/* Of the ranks that are known; the middle two's mean when these are even. */
static double median_time(const struct policy_job *job)
{
    double *times = calloc((size_t)job->size + 1, sizeof(*times));
    double middle = JOB_UNKNOWN;
    size_t count = 0;

    for (int r = 0; times && r < job->size; r++)
        if (!isnan(job->ranks[r].time))
            times[count++] = job->ranks[r].time;
    if (count > 0)
        middle = median(times, count);
    free(times);
    return middle;
}

void policy_job_find_waits(struct policy_job *job)
{
    double most = 0;

    for (int r = 0; r < job->size; r++)
        if (job->ranks[r].compute > most)
            most = job->ranks[r].compute;
    for (int r = 0; r < job->size; r++)
        job->ranks[r].wait = most - job->ranks[r].compute;
}

static void find_extremes(struct policy_job *job)
{
    job->slowest = job->fastest = -1;
    for (int r = 0; r < job->size; r++) {
        double time = job->ranks[r].time;

        if (isnan(time))
            continue;
        if (job->slowest < 0 || time > job->ranks[job->slowest].time)
            job->slowest = r;
        if (job->fastest < 0 || time < job->ranks[job->fastest].time)
            job->fastest = r;
    }
}

static double efficiency(const struct policy_job *job)
{
    double sum = 0;

    for (int r = 0; r < job->size; r++)
        sum += job->ranks[r].compute;
    return sum / job->size;
}

/* Who wants a core when there are too few gets its share of them. */
double policy_job_load(double demand, int ranks, int cores)
{
    double wanted = demand + ranks;

    return wanted > cores ? demand * cores / wanted : demand;
}

/* With all cores busy, 'load' of them by others, these are load / cores of
 * all that wants one.
 */
double policy_job_demand(double load, int ranks, int cores)
{
    if (ranks == 0 || load + ranks < cores * saturated)
        return load;
    if (load > cores * most_shared)
        load = cores * most_shared;
    return load * ranks / (cores - load);
}

/* Cores that neither we nor others use, as far as anybody knows.  A host that
 * leaves has none.
 */
static void derive_host(struct policy_host *host)
{
    host->state_word = policy_host_word[host->state];
    host->demand = policy_job_demand(host->load, host->ranks, host->cores);
    host->free = host->cores - host->ranks - host->demand;
    host->over =
        host->ranks > 0 ? host->ranks + known(host->demand) - host->cores : 0;
    if (host->free < 0 || host->state == HOST_LEAVING)
        host->free = 0;
}

/* What it has to offer: a core that is idle, perhaps one, or none. */
static int offer(const struct policy_host *host)
{
    if (isnan(host->free))
        return host->ranks < host->cores ? 1 : 0;
    return host->free >= idle ? 2 : 0;
}

/* Whether 'a' has more to offer than 'b'. */
static bool idler(const struct policy_host *a, const struct policy_host *b)
{
    if (offer(a) != offer(b))
        return offer(a) > offer(b);
    if (a->free > b->free || a->free < b->free)
        return a->free > b->free;
    return (known(a->demand) + a->ranks) / a->cores
           < (known(b->demand) + b->ranks) / b->cores;
}

static void derive_hosts(struct policy_job *job)
{
    for (int h = 0; h < job->host_count; h++)
        job->hosts[h].ranks = 0;
    for (int r = 0; r < job->size; r++) {
        struct policy_host *host = policy_job_host(job, job->ranks[r].host);

        if (host)
            host->ranks++;
    }
    for (int h = 0; h < job->host_count; h++)
        derive_host(&job->hosts[h]);
}

void policy_job_sum_up(struct policy_job *job)
{
    job->cores = job->free_cores = job->untried_cores = 0;
    job->offered = 0;
    job->idlest_host = -1;
    for (int h = 0; h < job->host_count; h++) {
        const struct policy_host *host = &job->hosts[h];

        if (host->state == HOST_LEAVING)
            continue;
        job->offered += host->state == HOST_JOINED;
        job->cores += host->cores;
        job->free_cores += known(host->free);
        if (isnan(host->free) && host->cores > host->ranks)
            job->untried_cores += host->cores - host->ranks;
        if (job->idlest_host < 0 || idler(host, &job->hosts[job->idlest_host]))
            job->idlest_host = h;
    }
}

void policy_job_derive(struct policy_job *job)
{
    job->median_time = median_time(job);
    job->efficiency = efficiency(job);
    find_extremes(job);
    derive_hosts(job);
    policy_job_sum_up(job);
}
