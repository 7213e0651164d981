/* run_change.h - by how much one run took longer than another, and whether
 * that is more than noise
 *
 * Two runs of the same program never take the same time, and one run tells
 * already by how much they may differ: its iterations are cut into up to ten
 * parts, and the medians of these, but for the two extremes, lie so far apart
 * for no reason that a change of the program would have to show beyond it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_RUN_CHANGE_H
#define MITOSIS_REPORT_MODEL_RUN_CHANGE_H

#include <stdbool.h>

#include "report/model/run.h"

struct run_change_time {
    bool iterations; /* of an iteration, the median; else of the whole run */
    double before;   /* seconds */
    double after;
    double noise; /* they may differ by so many for no reason; 0: not known */
};

/* Whether there are enough of them to tell. */
bool run_change_has_iterations(const struct run *run);

/* Whether the iterations of both can be compared: there are enough, and they
 * are not rounds of two loops.
 */
bool run_change_by_iterations(const struct run *before,
                              const struct run *after);

/* The loop that a run knows and that is the iteration of the other one, where
 * its own is another loop, of at least twice or half as many calls; else NULL.
 */
const struct run_loop *run_change_other_loop(
    const struct run_iterations *own, const struct run_iterations *other);

/* Whether neither knows that of the other one as another loop. */
bool run_change_same_loop(const struct run_iterations *a,
                          const struct run_iterations *b);

/* How long an iteration took in both, or if they cannot be compared, the runs.
 */
struct run_change_time run_change_time(const struct run *before,
                                       const struct run *after);

/* By how much an iteration of that run may take longer or shorter for no
 * reason; 0 when there are too few iterations to tell.
 */
double run_change_noise(const struct run *run);

/* Whether the difference may be noise. */
bool run_change_is_noise(const struct run_change_time *t);

/* By which part of 'before' it takes longer; below 0 when it takes shorter,
 * and 0 when that may be noise.
 */
double run_change_share(const struct run_change_time *t);

/* How a run does with its ranks, beside another one. */
struct run_change_scaling {
    double ranks;       /* on average over the run */
    double seconds;     /* of an iteration, or of the run */
    double speed_up;    /* how many times as fast as the other one */
    double of_ideal;    /* the part of the ranks' ratio that this is */
    double computation; /* what all compute there by what all compute here */
};

/* The runs are of the same problem, and compared by iterations, which both
 * have, or as a whole.  What is not known is 0.
 */
struct run_change_scaling run_change_scaling(const struct run *other,
                                             const struct run *run,
                                             bool iterations);

/* What all ranks of a run compute together, in an iteration or as a whole. */
double run_change_computed(const struct run *run, bool iterations);

/* How long first ranks had waited before changes for all to stand, where that
 * is more than all changes took; else 0.  At a sync of a script they wait for
 * the new ranks.
 */
double run_change_waited(const struct run *run);

/* How many ranks there were, on average over the run. */
double run_change_ranks(const struct run *run);

#endif /* !MITOSIS_REPORT_MODEL_RUN_CHANGE_H */
