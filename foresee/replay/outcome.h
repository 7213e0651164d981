/* outcome.h - how long a run took, recorded or replayed
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_REPLAY_OUTCOME_H
#define MITOSIS_FORESEE_REPLAY_OUTCOME_H

#include "foresee/record/recording.h"
#include "report/model/run.h"

/* Of the loop, or of the whole run where there is no loop. */
struct outcome_rank {
    double begin;
    double end;
    double computed; /* seconds in between */

    /* while it is being made */
    size_t marks;
    double so_far;  /* seconds computed since the run began */
    double at_mark; /* and when its iteration began */
};

struct outcome {
    size_t ranks;
    struct outcome_rank *rank;
    double seconds;    /* from the begin of the run to the last one's end */
    size_t iterations; /* 0: there is no loop that all go round in */
    double *moment;   /* iterations + 1: when each begins, mean of the ranks */
    double *computed; /* in each, by all ranks together */
};

/* What factors of efficiency are made of, in seconds of all ranks: several
 * outcomes can be added up.
 */
struct outcome_sums {
    double computed;
    double busiest; /* if each had computed as much as the busiest one */
    double ideal;   /* what the same takes on an ideal network */
    double time;
};

/* Begin one of the recording's ranks and its iterations from that one on.
 * Returns 0, or -1 with the reason in 'err' and nothing to be freed.
 */
int outcome_create(struct outcome *o,
                   const struct recording *r,
                   size_t from,
                   struct error *err);

/* Free what it holds. */
void outcome_destroy(struct outcome *o);

/* The rank computed for so long; an iteration of its begins, or the last one
 * ends; it is done.  Fewer iterations than at first are meant when
 * o->iterations is made less before the last of them ends.
 */
void outcome_compute(struct outcome *o, size_t rank, double seconds);
void outcome_mark(struct outcome *o, size_t rank, double when);
void outcome_end(struct outcome *o, size_t rank, double when);

/* What was recorded.  Returns as outcome_create() does. */
int outcome_recorded(struct outcome *o,
                     const struct recording *r,
                     struct error *err);

/* From the first rank's begin of the loop to the last one's end of it. */
double outcome_loop(const struct outcome *o);

/* How long one outcome's loop takes as a share of another's, 1 where that is
 * not known.  Both from when all ranks are in it: who comes late to it was
 * late before.
 */
double outcome_loop_ratio(const struct outcome *of, const struct outcome *to);

/* Add an outcome, where 'ideal' is the same on an ideal network. */
void outcome_add(struct outcome_sums *s,
                 const struct outcome *o,
                 const struct outcome *ideal);

/* The factors of parallel efficiency, as the POP project defines them; all 1
 * where nothing was computed.
 */
struct run_efficiency outcome_efficiency(const struct outcome_sums *s);

/* The share of the ranks' time in an iteration that they computed. */
double outcome_share(const struct outcome *o, size_t iteration);

/* The rank that computed most, and how many times the mean that is. */
size_t outcome_busiest(const struct outcome *o, double *times);

/* The median time of an iteration, or 0. */
double outcome_median(const struct outcome *o);

#endif /* !MITOSIS_FORESEE_REPLAY_OUTCOME_H */
