/* forecast.h - what a run would do on a platform, beside what it did
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_FORECAST_H
#define MITOSIS_FORESEE_FORECAST_H

#include "foresee/simulated_job.h"

struct forecast {
    const struct recording *recording;
    const struct platform *platform;
    struct outcome recorded;
    struct simulated_job job;
    struct outcome *ideal; /* of each of its generations, on a network that
                              costs nothing */
    struct run_efficiency efficiency;
    double seconds;      /* of the run */
    double loop_seconds; /* with what stood still between its generations */
    double node_seconds; /* that its ranks' hosts were held */
    size_t iterations;
    double *iteration; /* seconds of each */
    double *share;     /* of their time in each that the ranks computed */
    double fixed;   /* shares of the ranks' recorded time: calls replayed as */
    double polling; /* they were, and asking again and again */
};

/* Which of the factors is the least. */
enum forecast_worst {
    FORECAST_FINE, /* none is worth much work */
    FORECAST_LOAD_BALANCE,
    FORECAST_SERIALISATION,
    FORECAST_TRANSFER,
};

/* Replay the run as it is planned.  Returns 0 with 'f' to be given back with
 * forecast_destroy(), or -1 with the reason in 'err'.
 */
int forecast_create(struct forecast *f,
                    const struct simulated_job_plan *plan,
                    struct error *err);

/* Free what it holds.  A forecast that is all zero is fine. */
void forecast_destroy(struct forecast *f);

/* By which share of the recorded time the loop takes longer in the replay, or
 * what there is of it up to the first change, or the run where there is no
 * loop.  That tells how far a replay on the run's own hosts can be trusted;
 * NAN where it has another number of ranks than the run.
 */
double forecast_off(const struct forecast *f);

/* The same of the run as a whole; NAN also where there are changes. */
double forecast_run_off(const struct forecast *f);

/* The same of the median time of an iteration, up to the first change: the
 * loop may take as long where each of them does not.  NAN also where there are
 * none.
 */
double forecast_iteration_off(const struct forecast *f);

/* The median time of an iteration, or 0. */
double forecast_median(const struct forecast *f);

enum forecast_worst forecast_worst(const struct run_efficiency *e);

/* The generation in which most is lost as ranks wait for the busiest one,
 * which is 'rank' and computes 'times' the mean of them.
 */
const struct simulated_generation *forecast_least_balanced(
    const struct forecast *f, size_t *rank, double *times);

#endif /* !MITOSIS_FORESEE_FORECAST_H */
