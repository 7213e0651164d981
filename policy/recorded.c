/* recorded.c - what a policy would have been shown of a run that is over
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/recorded.h"

enum { LATELY = 5 }; /* samples */

/* Where in the run a moment is. */
struct place {
    const struct run_generation *generation;
    size_t first; /* its first sample */
    size_t begun; /* samples begun in it by then */
    uint64_t iteration;
};

/* The generation that ran then.  What comes before the first one took over,
 * or after the last, belongs to none.
 */
static bool find_generation(const struct run *run,
                            double moment,
                            struct place *p)
{
    for (size_t i = 0; i < run->generations; i++) {
        const struct run_generation *g = &run->generation[i];

        p->generation = g;
        if (moment >= g->start && moment < g->end)
            return true;
        p->first += g->samples;
        p->iteration += g->iterations;
    }
    return false;
}

/* How far its iterations were. */
static void find_sample(const struct run *run, double moment, struct place *p)
{
    const struct run_iterations *it = &run->iterations;
    double at = p->generation->start, stride = (double)it->stride;

    if (p->first == 0)
        at += it->start_up;
    while (p->begun < p->generation->samples
           && p->first + p->begun < it->samples && at < moment) {
        at += it->seconds[p->first + p->begun] * stride;
        p->begun++;
        p->iteration += it->stride;
    }
}

/* Of the last few iterations, those of this generation. */
static double iteration_time(const struct run *run, const struct place *p)
{
    size_t count = p->begun < LATELY ? p->begun : LATELY;
    double sum = 0;

    for (size_t i = p->begun - count; i < p->begun; i++)
        sum += run->iterations.seconds[p->first + i];
    return count > 0 ? sum / (double)count : JOB_UNKNOWN;
}

/* The load average has our ranks in it. */
static void fill_hosts(struct policy_job *job, const struct run *run)
{
    for (int h = 0; h < job->host_count; h++) {
        const struct run_host *from = &run->host[h];
        struct policy_host *to = &job->hosts[h];
        double load = from->load_mean - from->ranks;

        snprintf(to->name, sizeof(to->name), "%s", from->name);
        to->cores = from->cores > 0 ? (int)from->cores : 1;
        to->load = load > 0 ? load : 0;
        if (from->memory_free_bytes > 0)
            to->memory_free = (double)from->memory_free_bytes;
    }
}

static void fill_rank(struct policy_rank *to,
                      const struct run_rank *from,
                      const struct policy_job *job)
{
    const struct run_times *t = &from->times;
    double running = t->compute + t->mpi;
    const struct policy_host *host = policy_job_host(job, from->host);

    if (host)
        to->host = host->name;
    if (running <= 0)
        return;
    to->compute = t->compute / running;
}

/* The report's waiting is another figure, which a job that runs has not. */
static void fill_times(struct policy_job *job)
{
    policy_job_find_waits(job);
    for (int r = 0; r < job->size; r++)
        job->ranks[r].time = job->iteration_time * (1 - job->ranks[r].wait);
}

static void fill_sent(struct policy_job *job, const struct run *run)
{
    double iterations = (double)run->iterations.count;

    for (size_t i = 0; i < run->messages && iterations > 0; i++) {
        const struct run_message *m = &run->message[i];
        struct policy_rank *from;

        if (m->from >= job->size || m->to >= job->size)
            continue;
        from = &job->ranks[m->from];
        if (!from->sent)
            from->sent = calloc((size_t)job->size, sizeof(double));
        if (from->sent)
            from->sent[m->to] = (double)m->bytes / iterations;
    }
}

static void fill_changes(struct policy_job *job,
                         const struct run *run,
                         double moment)
{
    double stopped = 0;
    int done = 0;

    for (size_t i = 0; i < run->changes && run->change[i].at <= moment; i++) {
        const struct run_change *c = &run->change[i];

        job->changes++;
        if (!c->done)
            continue;
        job->since_change = moment - c->at;
        job->state_bytes = (double)c->bytes;
        job->last_gain = c->before > 0 && c->after > 0
                             ? 1 - c->after / c->before
                             : JOB_UNKNOWN;
        stopped += c->stopped;
        done++;
    }
    if (done > 0)
        job->change_seconds = stopped / done;
}

/* Those that the run was given, as the last agent had them. */
static void fill_limits(struct policy_job *job, const struct run *run)
{
    struct policy_limits limits;
    struct error err;

    job->limits.preferred = run->generation[0].ranks;
    for (size_t i = 0; i < run->policies; i++) {
        const char *text = run->policy[i].limits;

        if (!text || policy_limits_read(&limits, text, &err) < 0)
            continue;
        job->limits.min = limits.min;
        job->limits.max = limits.max;
        if (limits.preferred > 0)
            job->limits.preferred = limits.preferred;
    }
}

struct policy_job *recorded_job(const struct run *run,
                                double moment,
                                struct error *err)
{
    struct place p = { 0 };
    struct policy_job *job;

    if (run->hosts == 0 || run->ranks == 0
        || !find_generation(run, moment, &p))
        return error_null(err, "the job did not run %.3f s after it began",
                          moment);
    find_sample(run, moment, &p);
    job = policy_job_create(p.generation->ranks, (int)run->hosts);
    if (!job)
        return error_null(err, "%s", strerror(ENOMEM));
    job->iteration = p.iteration;
    job->iterations_left = (double)p.iteration;
    job->time = moment;
    job->iteration_time = iteration_time(run, &p);
    fill_limits(job, run);
    job->random = policy_job_random(p.iteration);
    fill_hosts(job, run);
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].rank < job->size)
            fill_rank(&job->ranks[run->rank[i].rank], &run->rank[i], job);
    fill_times(job);
    scaling_learn(&job->scaling, run,
                  (size_t)(p.generation - run->generation));
    scaling_note(&job->scaling, job->size, job->iteration_time);
    fill_sent(job, run);
    fill_changes(job, run, moment);
    policy_job_derive(job);
    return job;
}
