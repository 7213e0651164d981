/* history_scaling.h - how a program and its places go with the number of ranks
 *
 * Of each number of ranks the newest run counts, as the program may have been
 * changed since the others.  Runs of jobs that were changed do not.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_SCALING_H
#define MITOSIS_REPORT_HISTORY_HISTORY_SCALING_H

#include "report/history/history.h"
#include "report/model/scaling_fit.h"

enum { HISTORY_SCALING_FITTED = 3 }; /* of fewer sizes there is no model */

/* A figure of a rank on average, and its model. */
struct history_model {
    const char *name; /* "computing", or a place */
    double *seconds;  /* at each size */
    struct scaling_fit fit;
    double at_most; /* by the model, at the largest size */
    double beyond;  /* and at twice that */
};

struct history_scaling {
    bool iterations; /* the runs are compared by these, else as a whole */
    size_t sizes;
    const struct history_run **run; /* one for each, the smallest first */
    size_t models;                  /* 0 where there are too few sizes */
    struct history_model *model;    /* computing, then places by what they come
                                       to beyond */
};

/* Find what the runs of each problem tell.  Returns -1 when there is no
 * memory.
 */
int history_scaling_find_all(struct history *h);

/* How the 'i'-th does beside the first one; what is not known is 0. */
struct history_step {
    double seconds; /* of an iteration, or of the run */
    double speed_up;
    double of_ideal;
    double computation; /* what all compute there by what all compute here */
};
struct history_step history_scaling_step(const struct history_scaling *s,
                                         size_t i);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_SCALING_H */
