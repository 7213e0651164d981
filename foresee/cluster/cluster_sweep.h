/* cluster_sweep.h - what becomes of the jobs of a cluster with several values
 * of one option, side by side
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CLUSTER_SWEEP_H
#define MITOSIS_FORESEE_CLUSTER_CLUSTER_SWEEP_H

#include <stdio.h>

#include "foresee/cluster/cluster_result.h"

/* What came of one value. */
struct cluster_sweep_row {
    struct cluster_figures figures;
    size_t jobs;
    int nodes;
    size_t changes;
};

struct cluster_sweep {
    const char *option; /* its name */
    size_t count;
    const char *const *value;
    const struct cluster_sweep_row *row; /* of each */
};

/* A line for each value. */
void cluster_sweep_print_text(const struct cluster_sweep *s, FILE *out);

/* As doc/mitosis.1 has it. */
void cluster_sweep_print_json(const struct cluster_sweep *s, FILE *out);

#endif /* !MITOSIS_FORESEE_CLUSTER_CLUSTER_SWEEP_H */
