/* scaling.h - what iterations took with each number of ranks, and what they
 * would take with others
 *
 * A job that is changed passes through several numbers of ranks.  What its
 * iterations took with each is fitted by the model of report/model/
 * scaling_fit.h, and as iterations may have become longer or shorter since,
 * what the model says counts beside what it says of now.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_SCALING_H
#define MITOSIS_POLICY_SCALING_H

#include <stddef.h>

#include "base/error.h"

struct run;
struct scaling_fit;

enum { SCALING_SIZES = 32 /* at most; more are not learnt */ };

struct scaling {
    int ranks;      /* that there are now; 0: not known */
    double seconds; /* of an iteration with them, lately */
    int count;
    struct scaling_size {
        int ranks;
        int times; /* that it was noted, up to a bound */
        double seconds;
    } size[SCALING_SIZES];
};

/* Note that an iteration of the job takes so long now.  What is no time above
 * 0 is passed over.
 */
void scaling_note(struct scaling *s, int ranks, double seconds);

/* Learn from the first so many generations of a run: the median of each. */
void scaling_learn(struct scaling *s,
                   const struct run *run,
                   size_t generations);

/* The model that fits what was seen.  Returns -1 with the reason in 'err'
 * where there were not two numbers of ranks.
 */
int scaling_model(const struct scaling *s,
                  struct scaling_fit *model,
                  struct error *err);

/* How long an iteration would take with so many ranks, and in 'how' whether
 * that is "measured", between sizes that were seen ("interpolated") or not
 * ("extrapolated").  Returns -1 with the reason in 'err' when it is not known.
 */
int scaling_predict(const struct scaling *s,
                    int ranks,
                    double *seconds,
                    const char **how,
                    struct error *err);

#endif /* !MITOSIS_POLICY_SCALING_H */
