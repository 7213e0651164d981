/* forecast.c - what a run would do on a platform, beside what it did
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "foresee/forecast.h"
#include "report/model/statistics.h"

static const double good = 0.95; /* a factor that is not worth much work */

static int replay_ideal(struct outcome *o,
                        const struct simulated_generation *g,
                        const struct platform *platform,
                        struct error *err)
{
    struct mapped_run ideal;
    int rc;

    if (mapped_run_ideal(&ideal, &g->mapped, platform, err) < 0)
        return -1;
    rc = replay(&ideal, g->from, g->from + g->outcome.iterations, o, err);
    mapped_run_destroy(&ideal);
    return rc;
}

static int add_efficiency(struct forecast *f, struct error *err)
{
    struct platform *platform = platform_ideal(f->platform, err);
    struct outcome_sums sums = { 0 };
    int rc = platform ? 0 : -1;

    for (size_t i = 0; rc == 0 && i < f->job.generations; i++) {
        rc = replay_ideal(&f->ideal[i], &f->job.generation[i], platform, err);
        if (rc == 0)
            outcome_add(&sums, &f->job.generation[i].outcome, &f->ideal[i]);
    }
    f->efficiency = outcome_efficiency(&sums);
    platform_destroy(platform);
    return rc;
}

/* Put the generations together, one after the other. */
static void add_times(struct forecast *f)
{
    for (size_t i = 0; i < f->job.generations; i++) {
        const struct simulated_generation *g = &f->job.generation[i];
        const struct outcome *o = &g->outcome;

        f->loop_seconds += g->waited + g->stopped + outcome_loop(o);
        f->node_seconds += (o->seconds - f->seconds)
                           * (double)mapped_run_hosts_used(&g->mapped);
        f->seconds = o->seconds;
        for (size_t k = 0; k < o->iterations; k++) {
            f->iteration[f->iterations] = o->moment[k + 1] - o->moment[k];
            f->share[f->iterations++] = outcome_share(o, k);
        }
    }
}

static void add_shares(struct forecast *f)
{
    double time = 0;

    for (size_t i = 0; i < f->recording->ranks; i++) {
        const struct recorded_rank *r = &f->recording->rank[i];

        time += r->end - r->start;
        f->fixed += r->fixed;
        f->polling += r->polling;
    }
    f->fixed = time > 0 ? f->fixed / time : 0;
    f->polling = time > 0 ? f->polling / time : 0;
}

static int make_room(struct forecast *f, struct error *err)
{
    size_t iterations = 0;

    for (size_t i = 0; i < f->job.generations; i++)
        iterations += f->job.generation[i].outcome.iterations;
    f->ideal = calloc(f->job.generations + 1, sizeof(*f->ideal));
    f->iteration = calloc(iterations + 1, sizeof(*f->iteration));
    f->share = calloc(iterations + 1, sizeof(*f->share));
    return f->ideal && f->iteration && f->share
               ? 0
               : error_set(err, "no memory for the times of %zu iterations",
                           iterations);
}

int forecast_create(struct forecast *f,
                    const struct simulated_job_plan *plan,
                    struct error *err)
{
    *f = (struct forecast){ .recording = plan->recording,
                            .platform = plan->platform };
    if (outcome_recorded(&f->recorded, plan->recording, err) == 0
        && simulated_job_play(&f->job, plan, err) == 0
        && make_room(f, err) == 0 && add_efficiency(f, err) == 0) {
        add_times(f);
        add_shares(f);
        return 0;
    }
    forecast_destroy(f);
    return -1;
}

void forecast_destroy(struct forecast *f)
{
    for (size_t i = 0; f->ideal && i < f->job.generations; i++)
        outcome_destroy(&f->ideal[i]);
    free(f->ideal);
    free(f->iteration);
    free(f->share);
    outcome_destroy(&f->recorded);
    simulated_job_destroy(&f->job);
    *f = (struct forecast){ 0 };
}

/* From the first iteration on for so many, or of all where there are none. */
static double time_of(const struct outcome *o, size_t iterations)
{
    return iterations > 0 ? o->moment[iterations] - o->moment[0] : o->seconds;
}

double forecast_off(const struct forecast *f)
{
    const struct outcome *o = &f->job.generation[0].outcome;
    bool loop = o->iterations > 0 && o->iterations == f->recorded.iterations;
    double recorded = loop ? outcome_loop(&f->recorded)
                           : time_of(&f->recorded, o->iterations);
    double replayed = loop ? outcome_loop(o) : time_of(o, o->iterations);

    if (o->ranks != f->recorded.ranks || !(recorded > 0))
        return NAN;
    return replayed / recorded - 1;
}

double forecast_run_off(const struct forecast *f)
{
    return f->job.changes > 0 || isnan(forecast_off(f))
                   || !(f->recorded.seconds > 0)
               ? NAN
               : f->seconds / f->recorded.seconds - 1;
}

double forecast_iteration_off(const struct forecast *f)
{
    const struct outcome *o = &f->job.generation[0].outcome;
    struct outcome recorded = f->recorded;
    double median;

    if (o->ranks != recorded.ranks || o->iterations > recorded.iterations)
        return NAN;
    recorded.iterations = o->iterations;
    median = outcome_median(&recorded);
    return median > 0 ? outcome_median(o) / median - 1 : NAN;
}

double forecast_median(const struct forecast *f)
{
    return median(f->iteration, f->iterations);
}

enum forecast_worst forecast_worst(const struct run_efficiency *e)
{
    const double factor[] = { good, e->load_balance, e->serialisation,
                              e->transfer };
    enum forecast_worst worst = FORECAST_FINE;

    for (int i = FORECAST_LOAD_BALANCE; i <= FORECAST_TRANSFER; i++)
        if (factor[i] < factor[worst])
            worst = (enum forecast_worst)i;
    return worst;
}

const struct simulated_generation *forecast_least_balanced(
    const struct forecast *f, size_t *rank, double *times)
{
    const struct simulated_generation *found = NULL;
    double most = -1;

    for (size_t i = 0; i < f->job.generations; i++) {
        const struct outcome *o = &f->job.generation[i].outcome;
        double more, lost;
        size_t busiest = outcome_busiest(o, &more);

        lost = (double)o->ranks * o->rank[busiest].computed * (1 - 1 / more);
        if (lost > most) {
            most = lost;
            found = &f->job.generation[i];
            *rank = busiest;
            *times = more;
        }
    }
    return found;
}
