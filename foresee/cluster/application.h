/* application.h - what kind of program a job is: how its time goes with nodes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_CLUSTER_APPLICATION_H
#define MITOSIS_FORESEE_CLUSTER_APPLICATION_H

#include <stddef.h>

#include "foresee/cluster/job_kind.h"
#include "policy/price.h"
#include "report/model/scaling_fit.h"

enum {
    APPLICATIONS = 64,
    APPLICATION_NAME = 64,
    APPLICATION_NODES = 1000000, /* most that anything may have */
};

struct application {
    char name[APPLICATION_NAME];
    unsigned long executable;   /* its number in logs, or 0 */
    struct scaling_fit seconds; /* of a job, by its nodes */
    size_t points;              /* that this was made of, if several */
    struct scaling_fit_point point[SCALING_FIT_POINTS]; /* by their nodes */
    enum job_kind kind;                                 /* JOB_KINDS: any */
    int size;                   /* that users ask for, or 0 */
    int least, preferred, most; /* or 0 */
    double iterations;          /* of a job, or 0 */
    double bytes;               /* of state, or JOB_UNKNOWN */
    double weight;              /* how often it comes beside the others */
    struct price price;         /* of its changes */
};

struct applications {
    size_t count; /* one at least */
    struct application one[APPLICATIONS];
};

/* Make 'a' one that is known to nothing but its share of work that more nodes
 * do not speed up (Amdahl).
 */
void application_init(struct application *a, double serial);

/* Have its time go through these points, and beyond them as a model does that
 * is fitted to them.
 */
void application_fit(struct application *a,
                     const struct scaling_fit_point *point,
                     size_t count);

/* How long a job takes with 'nodes'. */
double application_seconds(const struct application *a, int nodes);

/* How long it takes at least with any number of them from 'least' to 'most'.
 */
double application_least_seconds(const struct application *a,
                                 int least,
                                 int most);

/* How much longer a job takes with 'nodes' than with 'size'. */
double application_stretch(const struct application *a, int nodes, int size);

/* Read those in the JSON file 'path'.  Returns -1 with the reason in 'err'. */
int application_read_file(struct applications *all,
                          const char *path,
                          struct error *err);

#endif /* !MITOSIS_FORESEE_CLUSTER_APPLICATION_H */
