/* host_memory.c - how much memory this host has left, and its ranks have
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <unistd.h>

#include "agent/host/host_memory.h"

pid_t host_memory_process(const struct control *control, int rank)
{
    return control ? atomic_load(&control->slot[rank].process.pid) : 0;
}

bool host_memory_look(const struct control *control,
                      struct host_messages_memory *memory)
{
    int ranks = control ? (int)control->ranks : 0;
    pid_t one = getpid(); /* any that is in the job's control group */

    memory->used = 0;
    for (int r = 0; r < ranks; r++) {
        pid_t pid = host_memory_process(control, r);
        struct memory_left_use use;

        if (!memory_left_use("", pid, &use))
            continue;
        memory->used += use.own;
        one = pid;
    }
    return memory_left_find("", one, true, &memory->room);
}
