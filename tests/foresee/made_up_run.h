/* made_up_run.h - runs that were never recorded
 *
 * Ranks are given what they do, call after call; calls take no time of their
 * own.  Run out of memory, or refused, they end the test.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_FORESEE_MADE_UP_RUN_H
#define MITOSIS_TESTS_FORESEE_MADE_UP_RUN_H

#include "foresee/forecast.h"
#include "foresee/record/recorder.h"

enum { MADE_UP_RANKS = 16 };

struct made_up_run {
    recorder_t *recorder;
    int ranks;
    double now[MADE_UP_RANKS];
    bool marks[MADE_UP_RANKS]; /* its next call begins an iteration */
    double took;               /* by the calls that come, 0 unless it is set */
    double computed;           /* processor time before them, 0: not known */
    bool starts;               /* they are the first ones, after MPI's start */
};

/* Begin one of so many ranks, all in communicator 0, each on a host of its
 * own, "h0" and so on, or all on "h0".
 */
void made_up_begin(struct made_up_run *m, int ranks, bool apart);

/* The rank computes; its next call begins an iteration. */
void made_up_compute(struct made_up_run *m, int rank, double seconds);
void made_up_mark(struct made_up_run *m, int rank);

/* It makes a call. */
void made_up_call(struct made_up_run *m,
                  int rank,
                  const char *name,
                  const struct trace_act *act,
                  size_t acts);
void made_up_send(struct made_up_run *m, int rank, int to, uint64_t bytes);
void made_up_receive(struct made_up_run *m, int rank, int from);
void made_up_collective(struct made_up_run *m,
                        int rank,
                        const char *name,
                        int root,
                        uint64_t bytes);

/* The same for all ranks. */
void made_up_all(struct made_up_run *m,
                 const char *name,
                 int root,
                 uint64_t bytes);

/* It is over. */
struct recording *made_up_end(struct made_up_run *m);

/* A platform of so many hosts, "h0" and so on, and this between all. */
struct platform *made_up_platform(int hosts, double latency, double bandwidth);

/* Forecast the run, without changes, as forecast_create() does. */
int made_up_forecast(struct forecast *f,
                     const struct recording *r,
                     const struct platform *p,
                     const char *map,
                     struct error *err);

/* How long the run takes with a rank on each host, as it is or, when 'size' is
 * not 0, foreseen with so many ranks; -1 with the reason in 'err'.
 */
double made_up_seconds(const struct recording *r,
                       size_model_t *s,
                       size_t size,
                       struct platform *p,
                       struct error *err);

#endif /* !MITOSIS_TESTS_FORESEE_MADE_UP_RUN_H */
