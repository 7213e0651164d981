/* simulated_view.c - what a policy would see of a job that is replayed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "foresee/simulated_view.h"
#include "policy/rank_progress.h"

static const double tick = 1e-9;

struct simulated_view {
    const struct mapped_run *mapped;
    rank_progress_t *progress;
    size_t *step;   /* of each rank: what it sent before is known */
    uint64_t *sent; /* ranks * ranks, or NULL: too many */
    size_t marks;   /* the fewest that a rank reached */
    bool begun;
};

enum { SENDERS = 1024 /* of more ranks it is not told who sent to whom */ };

simulated_view_t *simulated_view_create(const struct mapped_run *s,
                                        struct error *err)
{
    simulated_view_t *v = calloc(1, sizeof(*v));
    size_t ranks = s->recording->ranks;

    if (v) {
        v->mapped = s;
        v->progress = rank_progress_create((int)ranks);
        v->step = calloc(ranks, sizeof(*v->step));
        if (ranks <= SENDERS)
            v->sent = calloc(ranks * ranks, sizeof(*v->sent));
    }
    if (v && v->progress && v->step)
        return v;
    simulated_view_destroy(v);
    return error_null(err, "no memory to look at %zu ranks", ranks);
}

void simulated_view_destroy(simulated_view_t *v)
{
    if (!v)
        return;
    rank_progress_destroy(v->progress);
    free(v->step);
    free(v->sent);
    free(v);
}

/* Add up what the rank sent up to that step. */
static void see_sent(simulated_view_t *v, size_t rank, size_t step)
{
    const struct recording *r = v->mapped->recording;

    for (; v->sent && v->step[rank] < step; v->step[rank]++) {
        const struct step *s = &r->rank[rank].step[v->step[rank]];
        const struct recorded_message *m = &r->message[s->item];
        uint64_t *sent;

        if (s->kind != STEP_SEND)
            continue;
        sent = &v->sent[rank * r->ranks + (size_t)m->to];
        *sent += m->bytes;
        rank_progress_take_sent(v->progress,
                                &(struct rank_progress_sent){
                                    (uint32_t)rank, (uint32_t)m->to, *sent });
    }
}

static void see(simulated_view_t *v,
                const replay_t *p,
                size_t rank,
                double when)
{
    struct replay_rank is = replay_rank(p, rank, when);
    struct rank_progress_sample sample = {
        .rank = (uint32_t)rank,
        .running = is.marks > 0,
        .timed = 1,
        .ticks = (uint64_t)(when / tick),
        .mpi = (uint64_t)((when - is.computed) / tick),
        .syncs = is.marks,
        .tick = tick,
    };

    rank_progress_take(v->progress, &sample);
    see_sent(v, rank, is.step);
    if (rank == 0 || is.marks < v->marks)
        v->marks = is.marks;
}

uint64_t simulated_view_look(simulated_view_t *v,
                             const replay_t *p,
                             double when)
{
    for (size_t i = 0; i < v->mapped->recording->ranks; i++)
        see(v, p, i, when);
    if (v->begun)
        return rank_progress_syncs(v->progress);
    v->begun = rank_progress_running(v->progress);
    simulated_view_rest(v);
    return 0;
}

void simulated_view_rest(simulated_view_t *v)
{
    if (v->begun)
        rank_progress_advance(v->progress);
}

/* ---- the job ---- */

static void fill_host(struct policy_job *job,
                      int which,
                      const struct mapped_run *s,
                      int enough)
{
    const struct platform *p = s->platform;
    const struct platform_host *from = &p->host[which];
    struct policy_host *host = &job->hosts[which];

    snprintf(host->name, sizeof(host->name), "%s", from->name);
    host->cores = from->cores > 0 ? (int)from->cores : enough;
    host->speed = from->speed;
    host->load = 0;
    host->state = HOST_JOINED;
    host->distance = calloc(p->hosts, sizeof(*host->distance));
    host->bandwidth = calloc(p->hosts, sizeof(*host->bandwidth));
    for (size_t to = 0; host->distance && host->bandwidth && to < p->hosts;
         to++) {
        const struct platform_link *l = platform_link(p, (size_t)which, to);
        bool other = to != (size_t)which;

        host->distance[to] = !other     ? 0
                             : l->known ? l->latency * 1e6
                                        : JOB_UNKNOWN;
        host->bandwidth[to] = other && l->known && l->per_byte > 0
                                  ? 1 / l->per_byte
                                  : JOB_UNKNOWN;
    }
}

struct policy_job *simulated_view_job(simulated_view_t *v,
                                      int most_ranks,
                                      struct error *err)
{
    const struct mapped_run *s = v->mapped;
    struct policy_job *job =
        policy_job_create((int)s->recording->ranks, (int)s->platform->hosts);

    if (!job)
        return error_null(err, "no memory to look at %zu ranks",
                          s->recording->ranks);
    for (int h = 0; h < job->host_count; h++)
        fill_host(job, h, s, job->size > most_ranks ? job->size : most_ranks);
    for (int r = 0; r < job->size; r++) {
        struct policy_host *host = &job->hosts[s->host[r]];

        job->ranks[r].host = host->name;
        host->state = HOST_MEMBER;
    }
    job->iteration = v->marks > 0 ? v->marks - 1 : 0;
    rank_progress_fill(v->progress, job);
    return job;
}
