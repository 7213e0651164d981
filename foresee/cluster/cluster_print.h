/* cluster_print.h - what became of the jobs of a cluster, for people, for
 * programs and as a picture
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_CLUSTER_PRINT_H
#define MITOSIS_FORESEE_CLUSTER_CLUSTER_PRINT_H

#include <stdio.h>

#include "base/emit.h"
#include "foresee/cluster/cluster_result.h"

enum { CLUSTER_PRINT_KWH = 3600000 /* joules */ };

/* The figures of 'r'; beside them those of 'before', unless that is NULL. */
void cluster_print_text(const struct cluster_result *r,
                        const struct cluster_result *before,
                        FILE *out);

/* All that is in it, as doc/mitosis.1 has it. */
void cluster_print_json(const struct cluster_result *r, FILE *out);

/* The figures, as fields of the object that is begun. */
void cluster_print_figures(struct emit *e, const struct cluster_figures *f);

/* Nodes in use and jobs that run and wait over time, as SVG, and in pale those
 * of 'before', unless that is NULL.
 */
void cluster_print_svg(const struct cluster_result *r,
                       const struct cluster_result *before,
                       FILE *out);

#endif /* !MITOSIS_FORESEE_CLUSTER_CLUSTER_PRINT_H */
