/* runner.h - a process that runs the mpiexec of a generation
 *
 * It starts mpiexec, keeps back what that prints until the generation has
 * taken over, passes it on behind the last word of the generation before, and
 * notes how the job has ended.  It does not depend on the agent: when that is
 * gone, the record of who has taken over decides, and a generation that has
 * not is ended.  When what is left of the job's first rank is gone, somebody
 * has ended the job, and the runner ends its mpiexec.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_RUNNER_H
#define MITOSIS_AGENT_LAUNCH_RUNNER_H

#include <sys/types.h>

#include "agent/launch/launcher.h"
#include "base/error.h"

struct process_id;

struct runner {
    pid_t pid;
    int order; /* how runner_open() and runner_drop() reach it, and what it
                  has to say comes back */
    int ended; /* a descriptor that can be read when it has ended */
};

/* Start one that starts 'order', behind that of the generation that is the
 * job.  Returns -1 with the reason in 'err'.
 */
int runner_start(struct runner *k,
                 const launcher_t *l,
                 const struct launch_order *order,
                 struct error *err);

/* Take over one that another agent has started; it is none of our children,
 * and needs no order: it has asked the record.  'ended' is -1 when it is not
 * there any more.
 */
void runner_adopt(struct runner *k, const struct process_id *process);

/* The generation has taken over. */
void runner_open(struct runner *k);

/* It will not: end it. */
void runner_drop(struct runner *k);

/* Reap one that has ended.  Returns the status of its mpiexec, 1 where it was
 * adopted.
 */
int runner_reap(struct runner *k);

/* What new ranks have said, before they took over, of why they cannot; an
 * empty text when nothing was said.  Once the runner has ended.
 */
void runner_reason(const struct runner *k, struct error *reason);

/* Close its descriptors. */
void runner_close(struct runner *k);

#endif /* !MITOSIS_AGENT_LAUNCH_RUNNER_H */
