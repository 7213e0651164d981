/* job_generator.h - jobs that are drawn by chance, as real ones are spread
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_JOB_GENERATOR_H
#define MITOSIS_FORESEE_CLUSTER_JOB_GENERATOR_H

#include "foresee/cluster/workload.h"

enum job_generator_model {
    JOB_GENERATOR_FEITELSON,    /* sizes and times as his of 1996 */
    JOB_GENERATOR_APPLICATIONS, /* of the applications, by their shares */
    JOB_GENERATOR_MODELS
};

extern const char *const job_generator_word[JOB_GENERATOR_MODELS];

struct job_generator {
    enum job_generator_model model;
    size_t jobs;
    double arrival; /* seconds from one to the next one, in the mean */
    double seconds; /* of the short jobs of Feitelson's model, in the mean */
    int nodes;      /* of the cluster */
    uint64_t seed;
};

/* Add them to 'w', which is empty.  Returns -1 with the reason in 'err'. */
int job_generator_fill(struct workload *w,
                       const struct job_generator *g,
                       const struct applications *all,
                       struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_JOB_GENERATOR_H */
