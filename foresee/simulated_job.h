/* simulated_job.h - a run that is replayed through changes
 *
 * As a live job it is a series of generations.  Each replays its iterations
 * where its ranks are; a change stops all ranks before an iteration, the job
 * stands still as long as the change is priced, and the next generation goes
 * on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_SIMULATED_JOB_H
#define MITOSIS_FORESEE_SIMULATED_JOB_H

#include "foresee/replay/replay.h"
#include "foresee/simulated_policy.h"
#include "foresee/sizes/size_model.h"
#include "job/change_script.h"
#include "policy/price.h"
#include "report/model/run.h"

struct simulated_generation {
    struct mapped_run mapped;
    size_t from; /* iterations, up to those of 'outcome' */
    double start;
    double waited;  /* at first the ranks before it did, for its own to be
                       ready, */
    double stopped; /* and then all stood still for so long */
    struct outcome outcome;
};

struct simulated_job {
    size_t generations;
    struct simulated_generation *generation;
    size_t changes;
    struct run_change *change; /* as a report has them; texts in 'texts' */
    arena_t *texts;
    char policy[64];         /* its file, "": there is none */
    double every;            /* seconds it would be asked */
    int asked;               /* times */
    char said[DECISION_WHY]; /* when it was asked last: why it wants no change,
                                or why nothing came of one; or "" */
};

/* What is done of a plan, one after the other. */
enum simulated_job_part {
    SIMULATED_JOB_SIZE,   /* make the run one of as many ranks as it begins
                             with, */
    SIMULATED_JOB_PLACES, /* put these on hosts that have links, */
    SIMULATED_JOB_PLAY,   /* and all else */
};

/* What is to happen to it. */
struct simulated_job_plan {
    const struct recording *recording;
    const struct platform *platform;
    size_model_t *size_model;           /* of that recording; or NULL */
    size_t size;                        /* ranks; 0: as many as recorded */
    const char *map;                    /* or NULL */
    const struct change_script *script; /* at syncs, the first one
                                           begins iteration 0; or NULL */
    simulated_policy_t *policy;         /* or NULL */
    struct policy_limits limits;        /* of the policy; max 0: none */
    const struct sizes *sizes;          /* that can be had, or NULL: all */
    bool even_shares;                   /* are all that ranks can have */
    struct price price;                 /* by which changes are priced */
    double start_up; /* processor time of a new rank, until it is ready */
    double bytes;    /* of state, or JOB_UNKNOWN */
    enum simulated_job_part *part; /* what is being done is written there, so
                                      what failed is; or NULL */
};

/* Play it.  Returns 0 with 'job' to be freed by simulated_job_destroy(), or -1
 * with the reason in 'err'.
 */
int simulated_job_play(struct simulated_job *job,
                       const struct simulated_job_plan *plan,
                       struct error *err);

/* Free what it holds. */
void simulated_job_destroy(struct simulated_job *job);

#endif /* !MITOSIS_FORESEE_SIMULATED_JOB_H */
