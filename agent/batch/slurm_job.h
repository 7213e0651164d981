/* slurm_job.h - the job of Slurm that we are in, and its companions
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_SLURM_JOB_H
#define MITOSIS_AGENT_BATCH_SLURM_JOB_H

#include "agent/batch/slurm_options.h"
#include "agent/batch/slurm_queue.h"
#include "base/error.h"
#include "base/string_list.h"

enum { SLURM_JOB_NUMBER = 32, SLURM_JOB_NAME = 320 };

/* All companions of a job have the same name.  Which request they are of is in
 * their comment, for scanf() and printf().
 */
#define SLURM_JOB_COMMENT "mitosis request %u"

/* What companions take over from the job that we are in. */
struct slurm_job {
    char number[SLURM_JOB_NUMBER]; /* SLURM_JOB_ID */
    bool found;                    /* by the last squeue */
    double left;                   /* as of struct slurm_queue_job */
    char *nodes;                   /* as of that */
    struct slurm_options had;
};

/* The job that the environment tells.  Returns -1 with the reason in 'err'
 * when that is none.
 */
int slurm_job_find(struct slurm_job *j, struct error *err);

/* The name of its companions that are those of our job 'job'. */
void slurm_job_name(const struct slurm_job *j,
                    const char *job,
                    char name[SLURM_JOB_NAME]);

/* Take over what squeue says, if it is about this one. */
void slurm_job_take(struct slurm_job *j, const struct slurm_queue_job *from);

/* Free what was taken over. */
void slurm_job_clear(struct slurm_job *j);

/* Add the options that users have chosen in 'o', which may be NULL, or else
 * those that it has.
 */
void slurm_job_options(const struct slurm_job *j,
                       const struct slurm_options *o,
                       struct string_list *words);

/* Add the words that submit so many companions, which end with it, and are as
 * it is but for 'o'.  Returns -1 with the reason in 'err' when these could not
 * be of use.
 */
int slurm_job_submit(const struct slurm_job *j,
                     const struct slurm_options *o,
                     const char *name,
                     unsigned request,
                     int hosts,
                     struct string_list *words,
                     struct error *err);

/* Add the words that have the job do without these hosts from now on; those
 * that it has not any more are fine.
 */
void slurm_job_shrink(const struct slurm_job *j,
                      const struct string_list *hosts,
                      struct string_list *words);

/* Add the words that cancel all companions of that name. */
void slurm_job_cancel(const char *name, struct string_list *words);

#endif /* !MITOSIS_AGENT_BATCH_SLURM_JOB_H */
