/* protocol_view.c - what a protocol is shown: a job as one of its agents sees
 * it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "policy/protocol_view.h"

struct protocol_view *protocol_view_create(int size, int hosts, int own)
{
    struct protocol_view *v = calloc(1, sizeof(*v));

    if (!v)
        return NULL;
    *v = (struct protocol_view){
        .job = policy_job_create(size, hosts),
        .own = own,
        .time = JOB_UNKNOWN,
        .since_change = JOB_UNKNOWN,
        .size = size,
        .near = calloc((size_t)hosts + 1, sizeof(*v->near)),
    };
    if (!v->job || !v->near) {
        protocol_view_destroy(v);
        return NULL;
    }
    v->name = v->head = v->job->hosts[own].name;
    return v;
}

void protocol_view_destroy(struct protocol_view *v)
{
    if (v) {
        policy_job_destroy(v->job);
        free(v->near);
        free(v);
    }
}

void protocol_view_derive(struct protocol_view *v)
{
    policy_job_derive(v->job);
}

static double *copy(const double *list, int count)
{
    double *to = list ? calloc((size_t)count + 1, sizeof(*to)) : NULL;

    if (to)
        memcpy(to, list, (size_t)count * sizeof(*to));
    return to;
}

/* Where it is of all ranks, and how it is of those here. */
static void copy_ranks(struct protocol_view *v, const struct policy_job *job)
{
    for (int r = 0; r < job->size; r++) {
        const struct policy_rank *from = &job->ranks[r];
        struct policy_rank *to = &v->job->ranks[r];
        struct policy_host *host = policy_job_host(v->job, from->host);

        if (host == &v->job->hosts[v->own]) {
            *to = *from;
            to->sent = copy(from->sent, job->size);
        }
        if (host)
            to->host = host->name;
    }
}

struct protocol_view *protocol_view_from(const struct policy_job *job, int own)
{
    struct protocol_view *v =
        protocol_view_create(job->size, job->host_count, own);
    struct policy_host *host;

    if (!v)
        return NULL;
    for (int h = 0; h < job->host_count; h++) {
        strcpy(v->job->hosts[h].name, job->hosts[h].name);
        v->near[h] = h != own;
    }
    host = &v->job->hosts[own];
    *host = job->hosts[own];
    host->profile = NULL;  /* it is made of what is seen here */
    if (isnan(host->load)) /* its agent measures it */
        host->load = 0;
    host->distance = copy(job->hosts[own].distance, job->host_count);
    host->bandwidth = copy(job->hosts[own].bandwidth, job->host_count);
    copy_ranks(v, job);
    v->head = v->job->hosts[0].name;
    v->time = job->time;
    v->since_change = job->since_change;
    v->random = policy_job_random(job->iteration + (uint64_t)own * 7919);
    protocol_view_derive(v);
    return v;
}
