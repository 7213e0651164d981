/* runner.h - a process that runs the mpiexec of a generation
 *
 * It starts mpiexec, keeps back what that prints until the generation has
 * taken over, passes it on behind the last word of the generation before, and
 * notes how the job has ended.  It does not depend on the agent: when that is
 * gone, the record of who has taken over decides, and a generation that has
 * not is ended.  When what is left of the job's first rank is gone, somebody
 * has ended the job, and the keeper ends its mpiexec.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_RUNNER_H
#define MITOSIS_AGENT_LAUNCH_RUNNER_H

#include <stdint.h>
#include <sys/types.h>

#include "agent/launch/launcher.h"
#include "base/error.h"

struct keeper {
    pid_t pid;
    int order; /* how keeper_open() and keeper_drop() reach it, and what it
                  has to say comes back */
    int ended; /* a descriptor that can be read when it has ended */
};

/* Start one that starts 'order', behind the keeper 'before' if that is not 0.
 * Returns -1 with the reason in 'err'.
 */
int keeper_start(struct keeper *k,
                 const launcher_t *l,
                 const struct launch_order *order,
                 pid_t before,
                 struct error *err);

/* Take over one that another agent has started and that has the number 'pid';
 * it is none of our children, and needs no order: it has asked the record.
 * 'ended' is -1 when it is not there any more.
 */
void keeper_adopt(struct keeper *k, pid_t pid);

/* The generation has taken over. */
void keeper_open(struct keeper *k);

/* It will not: end it. */
void keeper_drop(struct keeper *k);

/* Reap one that has ended.  Returns the status of its mpiexec, 1 where it was
 * adopted.
 */
int keeper_reap(struct keeper *k);

/* What new ranks have said, before they took over, of why they cannot; an
 * empty text when nothing was said.  Once the keeper has ended.
 */
void keeper_reason(const struct keeper *k, struct error *reason);

/* Close its descriptors. */
void keeper_close(struct keeper *k);

#endif /* !MITOSIS_AGENT_LAUNCH_RUNNER_H */
