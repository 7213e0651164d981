/* launcher.h - what runs the job's processes, and another one like it
 *
 * The next generation is started as the first one was: by the same mpiexec or
 * srun, with the same words but for the number of ranks, in the same folder,
 * with the same environment, umask, limits, processors and ignored signals.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_LAUNCHER_H
#define MITOSIS_AGENT_LAUNCH_LAUNCHER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "net/agent_address.h"

typedef struct launcher launcher_t;

/* In this variable 'mitosis run' tells of it, see
 * agent/launch/quoted_command.h, for the case that it is on another host than
 * rank 0.
 */
#define LAUNCHER_WORDS "MITOSIS_LAUNCHER_WORDS"

/* Find what has started the process 'rank'.  'helper' is the command by which
 * Hydra's proxies are started within Slurm, or NULL.  Returns NULL with the
 * reason in 'err' when there is none that we can repeat.
 */
launcher_t *launcher_find(pid_t rank, const char *helper, struct error *err);

/* Write it down in the job's folder, for the agent after this one; and read
 * that.  Return -1, or NULL, with the reason in 'err'.
 */
int launcher_write(const launcher_t *l, const char *folder, struct error *err);
launcher_t *launcher_read(const char *folder, struct error *err);

/* Free it.  NULL is fine. */
void launcher_destroy(launcher_t *l);

/* Whether a second run could be as the first: not when the program has been
 * given something to read that is not there any more.  Returns -1 with the
 * reason in 'err'.
 */
int launcher_check(const launcher_t *l, pid_t rank, struct error *err);

/* The last arguments of the program go by the number of ranks, as 'text' says
 * (job/size_template.h), which is not copied; it had 'ranks' of them when it
 * was started first.  From then on launcher_start() makes those that fit.
 * Returns -1 with the reason in 'err' when it was started with others.
 */
int launcher_set_arguments(launcher_t *l,
                           const char *text,
                           int ranks,
                           struct error *err);

/* Whether it can start ranks in the allocation alone that the job was started
 * in.
 */
bool launcher_is_confined(const launcher_t *l);

/* Whether its ranks get a request to end that it gets, and may see to things
 * first.
 */
bool launcher_forwards(const launcher_t *l);

/* The folder in which it was started. */
const char *launcher_folder(const launcher_t *l);

/* What a new generation is to be told. */
struct launch_order {
    const char *folder; /* of the job */
    uint32_t generation;
    int ranks;
    const char *hosts;                /* "a:2,b:1", or NULL: as it was */
    const struct agent_address *home; /* of the agent, for ranks on other
                                hosts, or NULL */
    const char *sealed;               /* and its secret, see secret_seal() */
    int out; /* descriptors for its stdout and stderr */
    int err;
};

/* Start it.  Returns the process, or -1 with the reason in 'err'. */
pid_t launcher_start(const launcher_t *l,
                     const struct launch_order *order,
                     struct error *err);

/* The mpiexec that has started the first generation, while it is there. */
struct launcher_process {
    pid_t pid; /* 0 when it is on another host */
    int fd;    /* by which it can be told from others, or -1 */
};

/* Find it by the first rank, which is there.  srun has none: Slurm sees to
 * what is lost itself.
 */
struct launcher_process launcher_process_find(pid_t rank);

/* The job has ended: give it 'ms' to end, too, and then end it by force, with
 * all that it has started and that is still there.
 */
void launcher_process_end(const struct launcher_process *p, int ms);

/* Forget it. */
void launcher_process_close(struct launcher_process *p);

#endif /* !MITOSIS_AGENT_LAUNCH_LAUNCHER_H */
