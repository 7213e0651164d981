/* low_priority.c - do work beside others that matter more
 *
 * A thread cannot get its priority back without privileges, so it is one that
 * ends with the work.  Priorities are of threads in Linux.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/resource.h>
#include <unistd.h>

#include "base/system/masked_thread.h"
#include "pmpi/state/low_priority.h"

enum { LOWER = 5 }; /* a third of the time that others get */

struct job {
    void (*work)(void *arg);
    void *arg;
};

static void *run(void *arg)
{
    const struct job *job = arg;
    id_t self = (id_t)gettid();

    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + LOWER);
    job->work(job->arg);
    return NULL;
}

void low_priority_run(void (*work)(void *arg), void *arg)
{
    struct job job = { work, arg };
    pthread_t thread;

    if (masked_thread_start(&thread, run, &job) == 0)
        pthread_join(thread, NULL);
    else
        work(arg);
}
