/* shm_cleanup.h - what ranks leave in /dev/shm when they are ended by force
 *
 * Between ranks of a host MPICH and UCX share memory by files there, whose
 * names they remove once all know them, before MPI_Init() returns.  Ranks that
 * are ended in it leave them; so who ends them notes before what they have,
 * and removes it afterwards.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_LAUNCH_SHM_CLEANUP_H
#define MITOSIS_AGENT_LAUNCH_SHM_CLEANUP_H

#include <sys/types.h>

#include "base/string_list.h"

/* All zero is nothing. */
struct shm_cleanup {
    struct string_list files; /* each its inode and its path */
};

/* Note such files that the processes below 'above' have mapped. */
void shm_cleanup_note(struct shm_cleanup *l, pid_t above);

/* Remove those that are still there, when these processes have ended, and
 * forget them.
 */
void shm_cleanup_remove(struct shm_cleanup *l);

#endif /* !MITOSIS_AGENT_LAUNCH_SHM_CLEANUP_H */
