/* decision.h - what a policy decided, checked
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_DECISION_H
#define MITOSIS_POLICY_DECISION_H

#include "base/error.h"
#include "job/change.h"
#include "policy/policy_job.h"

enum { DECISION_TEXT = 16 * 1024, DECISION_WHY = 512 };

/* A decision as bytes, as it leaves the process of the sandbox: see
 * lua/confine.h.
 */
struct decision_words {
    char text[DECISION_TEXT]; /* of the change, as job/change.h reads it; ""
                                 is to leave the job as it is */
    char why[DECISION_WHY];
    double gain;
    int request; /* as of struct decision */
};

/* What is in it is given back by decision_clear(); one that is zero is fine
 * for all of these.
 */
struct decision {
    struct change *change;  /* NULL is to leave the job as it is */
    char why[DECISION_WHY]; /* in the policy's words, or "" */
    struct error refused;   /* why it is none any more, where a number of
                               ranks or shares that cannot be had were asked
                               for, or "" */
    double gain;   /* the share of iterations' time that the policy expects to
                      save, or JOB_UNKNOWN */
    int request;   /* how many hosts are to be asked for, or 0; */
    char asks[32]; /* and if it is any, that in words */
};

/* Make them those to leave the job as it is, for no reason. */
void decision_words_clear(struct decision_words *words);

/* Make 'd' the decision to leave the job as it is, for no reason. */
void decision_clear(struct decision *d);

/* Make 'd' the same decision as 'from', which shares its change with it. */
void decision_copy(struct decision *d, const struct decision *from);

/* The change in words, or else what is asked for, or "nothing".  The text is
 * the decision's.
 */
const char *decision_text(const struct decision *d);

/* Make 'd' the decision that 'words' are for that job, which is checked with
 * decision_check().  Returns -1 with what is wrong in 'err'.
 */
int decision_read(struct decision *d,
                  const struct decision_words *words,
                  const struct policy_job *job,
                  struct error *err);

/* Check the change of 'd' against the job: ranks and hosts must be there.
 * One that would change nothing, or go beyond the limits, or lead to a number
 * of ranks or to shares that cannot be had, is made no change, and d->why says
 * so; the last of these d->refused, too.  Returns 0, or -1 with the first
 * fault in 'err'.
 */
int decision_check(struct decision *d,
                   const struct policy_job *job,
                   struct error *err);

/* Make the change of 'd' none, for a reason that d->why begins with, before
 * the policy's own.
 */
void decision_make_idle(struct decision *d, const char *reason);

#endif /* !MITOSIS_POLICY_DECISION_H */
