/* elastisim_model.h - a program as an application model for ElastiSim
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_ELASTISIM_MODEL_H
#define MITOSIS_FORESEE_ELASTISIM_MODEL_H

#include <stdint.h>
#include <stdio.h>

#include "report/model/scaling_fit.h"

struct elastisim_model {
    struct scaling_fit iteration; /* seconds of one */
    uint64_t iterations;
    double start_up;  /* seconds before the first */
    double wind_down; /* and after the last */
    double stopped;   /* that a change holds up the job */
};

/* Print it: a phase of iterations with a scheduling point after each, and what
 * a change takes, in operations of a node that does 1e9 a second.
 */
void elastisim_model_print(const struct elastisim_model *m, FILE *out);

#endif /* !MITOSIS_FORESEE_ELASTISIM_MODEL_H */
