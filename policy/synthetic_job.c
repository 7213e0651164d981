/* synthetic_job.c - jobs that never ran, to try policies on
 *
 * All have the same work: an iteration is 1 s of computing on a core of speed
 * 1, divided by the ranks' rows, and 0.05 s of talking.  What a policy is
 * shown follows from the hosts.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/synthetic_job.h"

enum { ROWS = 1000 };

static const double work = 1.0, talk = 0.05, to_neighbour = 8000;

const struct synthetic_job made_up[] = {
    { "balanced",
      "four ranks on a host of four cores, all is well",
      { { 4, 1, 0, 4, 0 } } },
    { "idle-cores",
      "two ranks on a host of four cores",
      { { 4, 1, 0, 2, 0 } } },
    { "crowded", "six ranks on a host of two cores", { { 2, 1, 0, 6, 0 } } },
    { "loaded-here",
      "four ranks on a host of four cores, two of them taken by others",
      { { 4, 1, 2, 4, 0 } } },
    { "loaded-there",
      "a rank on each of three hosts, others keep one busy, a fourth host is "
      "idle",
      { { 1, 1, 0, 1, 0 },
        { 1, 1, 1, 1, 0 },
        { 1, 1, 0, 1, 0 },
        { 1, 1, 0, 0, HOST_JOINED } } },
    { "unequal",
      "a rank on each of three hosts, one with half the speed",
      { { 1, 1, 0, 1, 0 }, { 1, 1, 0, 1, 0 }, { 1, 0.5, 0, 1, 0 } } },
    { "inefficient",
      "eight ranks on a host of eight cores, mostly in MPI",
      { { 8, 1, 0, 8, 0 } } },
    { "leaving",
      "a rank on each of three hosts, one of them to be left",
      { { 1, 1, 0, 1, 0 }, { 1, 1, 0, 1, HOST_LEAVING }, { 2, 1, 0, 1, 0 } } },
    { "queue",
      "four ranks, two more than preferred, while another job waits",
      { { 4, 1, 0, 4, 0 } } },
    { "alone", "a single rank on a host of one core", { { 1, 1, 0, 1, 0 } } },
    { "untried",
      "two ranks that share a core, and two hosts that nobody has measured",
      { { 1, 1, 0, 2, 0 },
        { 1, 1, JOB_UNKNOWN, 0, HOST_JOINED },
        { 1, 1, JOB_UNKNOWN, 0, HOST_JOINED } } },
    { "unknown",
      "two ranks of which nothing is known yet",
      { { 2, 1, 0, 2, 0 } } },
    { .name = NULL },
};

static struct policy_job *make_hosts(const struct synthetic_host *spec)
{
    struct policy_job *job;
    int hosts = 0, size = 0, rank = 0;

    for (; hosts < SYNTHETIC_HOSTS && spec[hosts].cores; hosts++)
        size += spec[hosts].ranks;
    job = policy_job_create(size, hosts);
    for (int h = 0; job && h < hosts; h++) {
        struct policy_host *host = &job->hosts[h];

        snprintf(host->name, sizeof(host->name), "h%d", h + 1);
        host->cores = spec[h].cores;
        host->speed = spec[h].speed;
        host->load =
            policy_job_load(spec[h].load, spec[h].ranks, spec[h].cores);
        host->state = spec[h].state;
        host->ranks = spec[h].ranks;
        host->pressure = 0;
        host->memory_free = 8e9;
        host->distance = calloc((size_t)hosts, sizeof(double));
        for (int to = 0; host->distance && to < hosts; to++)
            host->distance[to] = to > h ? to - h : h - to;
        for (int r = 0; r < spec[h].ranks; r++)
            job->ranks[rank++].host = host->name;
    }
    return job;
}

/* How long a rank computes: its core is shared when there are too few. */
static double compute_time(const struct policy_job *job, int rank)
{
    const struct policy_host *host =
        policy_job_host(job, job->ranks[rank].host);
    double demand = policy_job_demand(host->load, host->ranks, host->cores);
    double crowd = (host->ranks + demand) / host->cores;

    return work / job->size / host->speed * (crowd > 1 ? crowd : 1);
}

static void make_times(struct policy_job *job)
{
    double longest = 0;

    for (int r = 0; r < job->size; r++)
        if (compute_time(job, r) > longest)
            longest = compute_time(job, r);
    job->iteration_time = longest + talk;
    for (int r = 0; r < job->size; r++) {
        struct policy_rank *rank = &job->ranks[r];
        double compute = compute_time(job, r);

        rank->rows = (double)ROWS / job->size;
        rank->time = compute + talk;
        rank->compute = compute / job->iteration_time;
        rank->sent = calloc((size_t)job->size, sizeof(double));
        if (rank->sent && r > 0)
            rank->sent[r - 1] = to_neighbour;
        if (rank->sent && r < job->size - 1)
            rank->sent[r + 1] = to_neighbour;
    }
}

static void make_rest(struct policy_job *job)
{
    job->iteration = 1000;
    job->iterations_left = 1000;
    job->time = 1000 * job->iteration_time;
    job->limits = (struct policy_limits){ 1, 64, job->size };
    job->state_bytes = 64e6;
    job->change_seconds = 0.1;
    job->random = 0.6;
}

/* What is special about one of them. */
static void make_special(struct policy_job *job, const char *name)
{
    if (strcmp(name, "queue") == 0) {
        job->limits.preferred = 2;
        job->queue = (struct policy_queue){ true, 1, 2, 0, 4, 3 };
        job->time_left = 3600;
    }
    if (strcmp(name, "inefficient") == 0)
        for (int r = 0; r < job->size; r++)
            job->ranks[r].compute = 0.3;
}

struct policy_job *synthetic_job(const char *name)
{
    const struct synthetic_job *is = made_up;
    struct policy_job *job;

    while (is->name && strcmp(is->name, name) != 0)
        is++;
    if (!is->name || !(job = make_hosts(is->host)))
        return NULL;
    if (strcmp(name, "unknown") != 0) {
        make_times(job);
        make_rest(job);
        make_special(job, name);
        policy_job_find_waits(job);
    }
    policy_job_derive(job);
    return job;
}
