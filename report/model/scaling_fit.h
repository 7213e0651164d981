/* scaling_fit.h - how a figure goes with the number of ranks
 *
 * One model for all: constant + factor * n^power * log2(n)^logs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_SCALING_FIT_H
#define MITOSIS_REPORT_MODEL_SCALING_FIT_H

#include <stddef.h>

enum { SCALING_FIT_TEXT = 80, SCALING_FIT_POINTS = 64 };

struct scaling_fit {
    double constant;
    double factor;
    double power;
    int logs;
    double error; /* by which it misses the points it was made of, a share */
};

struct scaling_fit_point {
    double ranks;
    double value;
};

/* Find the model that goes best with the points, of which there is one at
 * least.  Neither constant nor factor is negative; of models that go as well
 * with them the one that is more usual is taken, work that is divided first.
 */
struct scaling_fit scaling_fit_find(const struct scaling_fit_point *point,
                                    size_t count);

double scaling_fit_at(const struct scaling_fit *s, double ranks);

/* Write it down, "0.2 + 3 n^-1". */
void scaling_fit_tell(const struct scaling_fit *s,
                      char text[SCALING_FIT_TEXT]);

#endif /* !MITOSIS_REPORT_MODEL_SCALING_FIT_H */
