/* job_generator.c - jobs that are drawn by chance, as real ones are spread
 *
 * Jobs arrive as a Poisson process.  Feitelson's model of 1996 has what he saw
 * in the logs of six machines: small jobs and powers of two are many, large
 * jobs run a little longer, times vary more than exponentially, and jobs are
 * run several times.  How much sizes are to be raised he left to whoever uses
 * the model; powers of two are ten times as many here.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/cluster/chance.h"
#include "foresee/cluster/job_generator.h"
#include "foresee/replay/event_queue.h"

enum {
    POWER_OF_TWO = 10, /* times as many as its neighbours */
    MOST_RUNS = 100,   /* of the same job */
    LONG_JOB = 7,      /* times as long as a short one */
};

static const double size_order = 1.5, run_order = 2.5;
static const double short_jobs = 0.95, fewer_if_large = 0.2;

const char *const job_generator_word[JOB_GENERATOR_MODELS] = {
    [JOB_GENERATOR_FEITELSON] = "feitelson",
    [JOB_GENERATOR_APPLICATIONS] = "applications",
};

struct generating {
    const struct job_generator *g;
    const struct applications *all;
    struct workload *workload;
    struct chance chance;
    double *size; /* how many jobs have at most so many nodes and one */
    int *runs;    /* of each job that was added, still to come */
    event_queue_t *submissions; /* of jobs by their number; the last one is
                                   that of a new one */
};

/* ---- what is drawn ---- */

static double weight_of_size(int nodes)
{
    double power_of_two = (nodes & (nodes - 1)) == 0 ? POWER_OF_TWO : 1;

    return power_of_two * pow(nodes, -size_order);
}

static double *sum_up_sizes(int nodes)
{
    double *sum = malloc((size_t)nodes * sizeof(*sum));

    for (int n = 0; sum && n < nodes; n++)
        sum[n] = (n > 0 ? sum[n - 1] : 0) + weight_of_size(n + 1);
    return sum;
}

static int draw_size(struct generating *x)
{
    int low = 0, high = x->g->nodes - 1;
    double drawn = chance_share(&x->chance) * x->size[high];

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (x->size[middle] < drawn)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1;
}

/* Large jobs are long ones more often. */
static double draw_seconds(struct generating *x, int size)
{
    double is_short = short_jobs - fewer_if_large * size / x->g->nodes;
    double mean = x->g->seconds;

    if (chance_share(&x->chance) >= is_short)
        mean *= LONG_JOB;
    return chance_exponential(&x->chance, mean);
}

/* How often a job is run: n times by 1 / n^2.5. */
static int draw_runs(struct generating *x)
{
    double sum = 0, drawn;
    int runs = 1;

    for (int n = 1; n <= MOST_RUNS; n++)
        sum += pow(n, -run_order);
    drawn = chance_share(&x->chance) * sum;
    while (runs < MOST_RUNS && (drawn -= pow(runs, -run_order)) > 0)
        runs++;
    return runs;
}

static const struct application *draw_application(struct generating *x)
{
    double sum = 0, drawn;
    size_t i = 0;

    for (size_t k = 0; k < x->all->count; k++)
        sum += x->all->one[k].weight;
    drawn = chance_share(&x->chance) * sum;
    while (i < x->all->count - 1 && (drawn -= x->all->one[i].weight) > 0)
        i++;
    return &x->all->one[i];
}

/* ---- jobs ---- */

/* A new job of Feitelson's model, and how often it is run. */
static struct workload_job draw_feitelson(struct generating *x, int *runs)
{
    struct workload_job job = { .estimate = 1 };

    *runs = draw_runs(x);
    job.application = draw_application(x);
    job.size = draw_size(x);
    job.seconds = draw_seconds(x, job.size);
    return job;
}

static struct workload_job draw_of_applications(struct generating *x,
                                                int *runs)
{
    const struct application *a = draw_application(x);

    *runs = 1;
    return (struct workload_job){
        .seconds = application_seconds(a, a->size),
        .estimate = 1,
        .size = a->size,
        .application = a,
    };
}

/* Submit the job, which was added before when it is run again.  Each run is
 * submitted when the one before would have ended on an empty cluster.
 */
static int submit(struct generating *x,
                  struct workload_job job,
                  double when,
                  int runs,
                  struct error *err)
{
    size_t number = x->workload->jobs;

    job.id = number + 1;
    job.submit = when;
    if (workload_add(x->workload, &job, err) < 0)
        return -1;
    x->runs[number] = runs - 1;
    if (runs > 1)
        event_queue_push(x->submissions, when + job.seconds, number);
    return 0;
}

/* Do what is next in time: a new job, which has the highest number and so is
 * behind runs at the same moment, or a job that is run again.
 */
static int submit_next(struct generating *x, struct error *err)
{
    double when = event_queue_next(x->submissions);
    size_t which = event_queue_pop(x->submissions);
    struct workload_job job;
    int runs;

    if (which < x->g->jobs)
        return submit(x, x->workload->job[which], when, x->runs[which], err);
    job = x->g->model == JOB_GENERATOR_FEITELSON
              ? draw_feitelson(x, &runs)
              : draw_of_applications(x, &runs);
    event_queue_push(x->submissions,
                     when + chance_exponential(&x->chance, x->g->arrival),
                     x->g->jobs);
    return submit(x, job, when, runs, err);
}

int job_generator_fill(struct workload *w,
                       const struct job_generator *g,
                       const struct applications *all,
                       struct error *err)
{
    struct generating x = { g, all, w, { g->seed }, NULL, NULL, NULL };
    int rc = 0;

    if (g->model == JOB_GENERATOR_APPLICATIONS && all->one[0].size == 0)
        return error_set(err, "applications are to be named: --applications "
                              "FILE");
    x.size = sum_up_sizes(g->nodes);
    x.runs = calloc(g->jobs, sizeof(*x.runs));
    x.submissions = event_queue_create(g->jobs + 1);
    if (!x.size || !x.runs || !x.submissions)
        rc = error_set(err, "no memory for %zu jobs", g->jobs);
    else
        event_queue_push(x.submissions, 0, g->jobs);
    while (rc == 0 && w->jobs < g->jobs)
        rc = submit_next(&x, err);
    event_queue_destroy(x.submissions);
    free(x.runs);
    free(x.size);
    return rc;
}
