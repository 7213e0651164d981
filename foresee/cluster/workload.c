/* workload.c - the jobs that users submit to a cluster, over time
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/grow.h"
#include "foresee/cluster/chance.h"
#include "foresee/cluster/workload.h"

void workload_clear(struct workload *w)
{
    free(w->job);
    *w = (struct workload){ 0 };
}

int workload_add(struct workload *w,
                 const struct workload_job *job,
                 struct error *err)
{
    if (w->jobs == WORKLOAD_JOBS)
        return error_set(err, "more than %d jobs", WORKLOAD_JOBS);
    if (!grow(&w->job, sizeof(*w->job), w->jobs, &w->room))
        return error_set(err, "no memory for another job");
    w->job[w->jobs++] = *job;
    return 0;
}

int workload_range_read(struct workload_range *range,
                        const char *text,
                        struct error *err)
{
    struct workload_range r;
    int end = 0;

    if (sscanf(text, "%lf,%lf,%lf%n", &r.least, &r.preferred, &r.most, &end)
            != 3
        || text[end])
        return error_set(err, "\"%.100s\" is not LEAST,PREFERRED,MOST", text);
    if (!(r.least > 0 && r.least <= r.preferred && r.preferred <= r.most
          && r.most <= 1000 && r.least <= 1 && r.most >= 1))
        return error_set(err,
                         "\"%.100s\" does not rise from above 0 past 1, the "
                         "size that is asked for",
                         text);
    *range = r;
    return 0;
}

/* ---- order ---- */

static int by_submission(const void *a, const void *b)
{
    const struct workload_job *x = a, *y = b;

    if (x->submit < y->submit || x->submit > y->submit)
        return x->submit < y->submit ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* ---- kinds ---- */

/* How many of 'jobs' are of the kinds up to that one. */
static size_t count_up_to(const struct job_kind_shares *shares,
                          enum job_kind kind,
                          size_t jobs)
{
    double percent = 0;

    for (enum job_kind k = 0; k <= kind; k++)
        percent += shares->percent[k];
    return (size_t)lround(percent / 100 * (double)jobs);
}

/* Give the free jobs their kinds: as many of each as its share says, and
 * dealt out by chance.
 */
static void deal(struct workload *w,
                 const struct job_kind_shares *shares,
                 size_t free_jobs,
                 struct chance *chance)
{
    size_t left[JOB_KINDS], dealt = 0, all = free_jobs;

    for (enum job_kind kind = 0; kind < JOB_KINDS; kind++) {
        left[kind] = count_up_to(shares, kind, all) - dealt;
        dealt += left[kind];
    }
    for (size_t i = 0; i < w->jobs; i++) {
        size_t drawn;
        enum job_kind kind = 0;

        if (w->job[i].kind < JOB_KINDS)
            continue;
        drawn = chance_below(chance, free_jobs--);
        while (kind < JOB_KINDS - 1 && drawn >= left[kind])
            drawn -= left[kind++];
        left[kind]--;
        w->job[i].kind = kind;
    }
}

static void settle_kinds(struct workload *w,
                         const struct job_kind_shares *shares,
                         uint64_t seed)
{
    struct chance chance = { seed };
    size_t free_jobs = 0;

    for (size_t i = 0; i < w->jobs; i++) {
        w->job[i].kind = w->job[i].application->kind;
        free_jobs += w->job[i].kind == JOB_KINDS;
    }
    deal(w, shares, free_jobs, &chance);
}

/* ---- sizes ---- */

static int share_of(int size, double share)
{
    double nodes = ceil(size * share - 1e-9);

    return nodes < 1 ? 1 : (int)nodes;
}

static int bounded(int number, int least, int most)
{
    return number < least ? least : number > most ? most : number;
}

/* What its application says, or its range. */
static void find_sizes(struct workload_job *j,
                       const struct workload_range *range,
                       int nodes)
{
    const struct application *a = j->application;

    j->least = a->least ? a->least : share_of(j->size, range->least);
    j->preferred =
        a->preferred ? a->preferred : share_of(j->size, range->preferred);
    j->most = a->most ? a->most : share_of(j->size, range->most);
    if (!job_kind_chooses(j->kind)) {
        j->least = bounded(j->least, 1, j->size);
        j->most = bounded(j->most, j->size, INT32_MAX);
    }
    if (j->most > nodes)
        j->most = nodes;
    if (!job_kind_changes(j->kind) && !job_kind_chooses(j->kind))
        j->least = j->most = j->size;
    j->preferred = bounded(j->preferred, j->least, j->most);
}

int workload_needs(const struct workload_job *job)
{
    return job_kind_chooses(job->kind) ? job->least : job->size;
}

static int settle_sizes(struct workload_job *j,
                        const struct workload_range *range,
                        int nodes,
                        struct error *err)
{
    find_sizes(j, range, nodes);
    if (workload_needs(j) <= nodes)
        return 0;
    return error_set(err, "job %" PRIu64 " needs %d nodes, and there are %d",
                     j->id, workload_needs(j), nodes);
}

int workload_settle(struct workload *w,
                    const struct job_kind_shares *shares,
                    const struct workload_range *range,
                    int nodes,
                    uint64_t seed,
                    struct error *err)
{
    if (w->jobs > 0)
        qsort(w->job, w->jobs, sizeof(*w->job), by_submission);
    settle_kinds(w, shares, seed);
    for (size_t i = 0; i < w->jobs; i++)
        if (settle_sizes(&w->job[i], range, nodes, err) < 0)
            return -1;
    return 0;
}
