/* simulated_job_internal.h - what the files of a simulated job share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIMULATED_JOB_INTERNAL_H
#define MITOSIS_FORESEE_SIMULATED_JOB_INTERNAL_H

#include "foresee/simulated_job.h"
#include "foresee/simulated_view.h"

/* The generation that is being played. */
struct playing {
    struct simulated_job *job;
    const struct simulated_job_plan *plan;
    size_t generation_room;
    size_t change_room;
    int step; /* of the script */
    replay_t *replay;
    simulated_view_t *view;
    double question; /* when the policy is asked next */
    int questions;
    struct decision made;    /* its change that is under way, or none */
    double ready;            /* when its new ranks stand ready, or INFINITY */
    double launch;           /* when those of the script's next change are
                                started, INFINITY: they are, or need not be */
    double launched;         /* when they were, or NAN */
    double changed;          /* when the last change was done, or NAN */
    struct policy_job *seen; /* when it was decided */
};

/* It is time for a question: ask the policy, unless a change of its is under
 * way.  What it decides is in p->made then.  Returns -1 with the reason in
 * 'err'.
 */
int simulated_job_ask(struct playing *p, double when, struct error *err);

/* The new ranks of a change are started, and compute beside the old ones until
 * they are ready.  Returns -1 with the reason in 'err'.
 */
int simulated_job_start_ranks(struct playing *p,
                              const struct change *change,
                              double when,
                              struct error *err);

#endif /* !MITOSIS_FORESEE_SIMULATED_JOB_INTERNAL_H */
