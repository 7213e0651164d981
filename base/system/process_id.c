/* process_id.c - which process it is, though numbers are given again
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/system/process.h"
#include "base/system/process_id.h"

/* Who sees the number sees the time that belongs to it. */
void process_id_set(struct process_id *id, pid_t pid)
{
    atomic_store(&id->started, process_field(pid, PROCESS_STARTED));
    atomic_store(&id->pid, pid);
}

bool process_id_runs(const struct process_id *id)
{
    pid_t pid = atomic_load(&id->pid);

    return pid > 0 && kill(pid, 0) == 0 && process_state(pid) != 'Z'
           && process_field(pid, PROCESS_STARTED) == atomic_load(&id->started);
}

/* If it is the right one after it was opened, it was so before. */
int process_id_open(const struct process_id *id)
{
    pid_t pid = atomic_load(&id->pid);
    int fd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;

    if (fd >= 0 && !process_id_runs(id)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

void process_id_kill(const struct process_id *id)
{
    if (process_id_runs(id))
        kill(atomic_load(&id->pid), SIGKILL);
}
