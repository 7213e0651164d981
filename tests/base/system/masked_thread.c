/* Tests of base/system/masked_thread.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>

#include "base/system/masked_thread.h"
#include "tests/tap.h"

/* Those of POSIX but for the two that nobody can block. */
static bool blocks_all(void)
{
    sigset_t now;

    pthread_sigmask(SIG_SETMASK, NULL, &now);
    for (int i = 1; i < 32; i++)
        if (i != SIGKILL && i != SIGSTOP && sigismember(&now, i) != 1)
            return false;
    return true;
}

static void *look(void *arg)
{
    bool *blocked = arg;

    *blocked = blocks_all();
    return NULL;
}

int main(void)
{
    sigset_t own, after;
    pthread_t thread;
    bool blocked = false;
    int rc;

    sigemptyset(&own);
    sigaddset(&own, SIGUSR2);
    pthread_sigmask(SIG_SETMASK, &own, NULL);
    rc = masked_thread_start(&thread, look, &blocked);
    if (rc == 0)
        pthread_join(thread, NULL);
    ok(rc == 0 && blocked, "the thread takes no signals");
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    ok(sigismember(&after, SIGUSR2) == 1 && sigismember(&after, SIGUSR1) == 0
           && sigismember(&after, SIGTERM) == 0,
       "who started it blocks what it did before");
    return tap_done();
}
