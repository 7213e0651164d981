/* cluster_result.c - what became of the jobs of a cluster
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "foresee/cluster/cluster_result.h"

int cluster_result_init(struct cluster_result *r,
                        size_t jobs,
                        struct error *err)
{
    *r = (struct cluster_result){ .jobs = jobs };
    r->job = calloc(jobs + 1, sizeof(*r->job));
    return r->job ? 0 : error_set(err, "no memory for %zu jobs", jobs);
}

void cluster_result_clear(struct cluster_result *r)
{
    for (size_t i = 0; r->job && i < r->jobs; i++)
        free(r->job[i].size);
    free(r->job);
    *r = (struct cluster_result){ 0 };
}

int cluster_result_note(struct cluster_job *job,
                        double when,
                        int nodes,
                        struct error *err)
{
    if (!grow(&job->size, sizeof(*job->size), job->sizes, &job->room))
        return error_set(err, "no memory for another size of a job");
    job->size[job->sizes++] = (struct cluster_size){ when, nodes };
    return 0;
}

double cluster_result_until(const struct cluster_job *job, size_t size)
{
    return size + 1 < job->sizes ? job->size[size + 1].when : job->end;
}

double cluster_result_begin(const struct cluster_result *r)
{
    double begin = INFINITY;

    for (size_t i = 0; i < r->jobs; i++)
        begin = fmin(begin, r->job[i].submit);
    return r->jobs > 0 ? begin : 0;
}

double cluster_result_end(const struct cluster_result *r)
{
    double end = -INFINITY;

    for (size_t i = 0; i < r->jobs; i++)
        end = fmax(end, r->job[i].end);
    return r->jobs > 0 ? end : 0;
}

static double node_seconds(const struct cluster_job *job)
{
    double sum = 0;

    for (size_t i = 0; i < job->sizes; i++)
        sum += job->size[i].nodes
               * (cluster_result_until(job, i) - job->size[i].when);
    return sum;
}

struct cluster_figures cluster_result_figures(const struct cluster_result *r)
{
    struct cluster_figures f = { 0 };
    double jobs = (double)r->jobs, all;

    if (r->jobs == 0)
        return f;
    for (size_t i = 0; i < r->jobs; i++) {
        const struct cluster_job *j = &r->job[i];

        f.waiting += (j->start - j->submit) / jobs;
        f.execution += (j->end - j->start) / jobs;
        f.completion += (j->end - j->submit) / jobs;
        f.node_seconds += node_seconds(j);
    }
    f.makespan = cluster_result_end(r) - cluster_result_begin(r);
    all = r->nodes * f.makespan;
    f.energy = r->idle_watts * all
               + (r->loaded_watts - r->idle_watts) * f.node_seconds;
    if (f.makespan > 0) {
        f.allocation = f.node_seconds / all;
        f.jobs_per_second = jobs / f.makespan;
    }
    return f;
}
