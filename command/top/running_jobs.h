/* running_jobs.h - the jobs that run on this host, look by look
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_RUNNING_JOBS_H
#define MITOSIS_COMMAND_TOP_RUNNING_JOBS_H

#include "command/top/poll_agent.h"
#include "job/job.h"
#include "report/live/live.h"

struct running_job {
    char folder[JOB_PATH];
    live_t *watch;
    struct poll_agent agent; /* of its ranks elsewhere */
    const struct live *live; /* NULL: nothing is seen of it so far */
    bool gone;
};

struct running_jobs {
    const char *pages; /* where they are looked for, as in jobs.h */
    size_t count;
    size_t room;
    struct running_job **job; /* by name */
};

/* Look again: at those that are known, and whether there are others.  Jobs
 * that have ended go.
 */
void running_jobs_look(struct running_jobs *j);

/* Free all. */
void running_jobs_clear(struct running_jobs *j);

/* How fast the job is, as "12.3 iterations/s", or how often it could have been
 * changed, as "2 syncs/s"; "-" when that is not known.
 */
void running_jobs_pace(const struct running_job *job, char *text, size_t size);

#endif /* !MITOSIS_COMMAND_TOP_RUNNING_JOBS_H */
