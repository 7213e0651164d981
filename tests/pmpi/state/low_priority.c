/* Tests of pmpi/state/low_priority.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmpi/state/low_priority.h"
#include "tests/tap.h"

struct seen {
    int priority;
    bool blocked;
    pid_t thread;
};

static void look(void *arg)
{
    struct seen *seen = arg;
    sigset_t set;

    pthread_sigmask(SIG_SETMASK, NULL, &set);
    seen->priority = getpriority(PRIO_PROCESS, 0);
    seen->blocked = sigismember(&set, SIGUSR1);
    seen->thread = gettid();
}

/* Where there is no room for a thread's stack. */
static int without_thread(void)
{
    struct seen seen = { .thread = 0 };
    pthread_attr_t huge;

    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, (size_t)1 << 46);
    pthread_setattr_default_np(&huge);
    low_priority_run(look, &seen);
    return seen.thread != gettid();
}

int main(void)
{
    int before = getpriority(PRIO_PROCESS, 0), status = -1;
    struct seen seen = { .thread = 0 };
    pid_t child;

    /* first, as the stacks of threads that have ended are kept */
    child = fork();
    if (child == 0)
        _exit(without_thread());
    waitpid(child, &status, 0);
    ok(status == 0, "without a thread it is done all the same");
    low_priority_run(look, &seen);
    ok(seen.thread > 0 && seen.thread != gettid(),
       "work is done, by a thread of its own");
    ok(seen.priority > before || before > 14, "which is behind others");
    ok(seen.blocked, "and takes no signal");
    ok(getpriority(PRIO_PROCESS, 0) == before, "we stay as we were");
    return tap_done();
}
