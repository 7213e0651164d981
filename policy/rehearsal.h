/* rehearsal.h - the agents of a job that never ran, to try protocols on
 *
 * Each host of a job has an agent that runs the protocol.  They see the job
 * as agents do, messages travel at once, and the first change that is
 * proposed in a round wins, as with the head of a real job.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_POLICY_REHEARSAL_H
#define MITOSIS_POLICY_REHEARSAL_H

#include "policy/protocol.h"

typedef struct rehearsal rehearsal_t;

/* Have as many agents as 'job' has hosts run the protocol in the file 'path',
 * with these options.  Returns what the caller gives back with
 * rehearsal_destroy(), or NULL with the reason in 'err'.
 */
rehearsal_t *rehearsal_create(const char *path,
                              const char *options,
                              const struct policy_job *job,
                              struct error *err);

/* Have the profile in the file 'path' make figures for each of them.  Returns
 * -1 with the reason in 'err'.
 */
int rehearsal_profile(rehearsal_t *r,
                      const char *path,
                      const char *options,
                      struct error *err);

/* Free it.  NULL is fine. */
void rehearsal_destroy(rehearsal_t *r);

/* Let all have a tick, and pass on messages until there are no more.  'job',
 * on which policy_job_derive() was called, has the same hosts as at first.
 * Returns 0 with the first proposal in 'd', "" if there was none, for which
 * the reason that was given last is in d->why; or -1 with the first fault in
 * 'err'.
 */
int rehearsal_round(rehearsal_t *r,
                    const struct policy_job *job,
                    struct decision *d,
                    struct error *err);

/* An agent is gone, with notice or without. */
void rehearsal_kill(rehearsal_t *r, int host);

/* What there was so far. */
int rehearsal_messages(const rehearsal_t *r);

/* Whether two were in contact in the last round. */
bool rehearsal_near(const rehearsal_t *r, int one, int other);

#endif /* !MITOSIS_POLICY_REHEARSAL_H */
