/* kept_signals.c - signals that come while a rank stands still
 *
 * They are handled rather than blocked: any thread of the process may get
 * them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/system/process.h"
#include "pmpi/change/kept_signals.h"

static bool (*is_over)(void); /* the program's turn in this process */

static atomic_bool is_left; /* kept_signals_leave() was called */

static struct {
    bool kept;
    atomic_bool came;
    struct sigaction program;
} signals[NSIG];

/* In a handler of the signal, which waits until that is left. */
static void do_by_default(int number)
{
    signal(number, SIG_DFL);
    raise(number);
}

/* Have it wait in the process.  That is not told as its sender: what it sends
 * itself is the program's.
 */
static void leave(int number)
{
    siginfo_t info = { .si_signo = number, .si_code = SI_QUEUE };

    if (atomic_exchange(&signals[number].came, false))
        syscall(SYS_rt_sigqueueinfo, getpid(), number, &info);
}

/* In a thread that does not block it, which would get it over and over. */
static void note(int number, ucontext_t *interrupted)
{
    atomic_store(&signals[number].came, true);
    if (!atomic_load(&is_left))
        return;
    sigaddset(&interrupted->uc_sigmask, number);
    leave(number);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    const struct sigaction *program = &signals[number].program;
    bool caught = program->sa_handler != SIG_DFL;
    bool sent = (info->si_code == SI_USER || info->si_code == SI_QUEUE)
                && info->si_pid != getpid();

    if (!caught && !is_over())
        do_by_default(number);
    else if (sent)
        note(number, context);
    else if (!caught)
        return; /* from timers of a program that has gone on elsewhere */
    else if (program->sa_flags & SA_SIGINFO)
        program->sa_sigaction(number, info, context);
    else
        program->sa_handler(number);
}

static void keep(int number)
{
    struct sigaction *program = &signals[number].program;
    struct sigaction ours = { .sa_sigaction = on_signal };

    atomic_store(&signals[number].came, false);
    if (sigaction(number, NULL, program) < 0 || program->sa_handler == SIG_IGN)
        return;
    ours.sa_mask = program->sa_mask;
    ours.sa_flags = SA_SIGINFO | SA_RESTART | (program->sa_flags & SA_ONSTACK);
    signals[number].kept = sigaction(number, &ours, NULL) == 0;
}

void kept_signals_begin(bool (*over)(void))
{
    sigset_t passed;

    is_over = over;
    process_passed_signals(&passed);
    for (int i = 1; i < NSIG; i++)
        if (sigismember(&passed, i) == 1)
            keep(i);
}

void kept_signals_end(void)
{
    for (int i = 1; i < NSIG; i++) {
        if (!signals[i].kept)
            continue;
        signals[i].kept = false;
        sigaction(i, &signals[i].program, NULL);
        if (atomic_load(&signals[i].came))
            raise(i);
    }
}

void kept_signals_leave(void)
{
    sigset_t passed;

    process_passed_signals(&passed);
    sigprocmask(SIG_BLOCK, &passed, NULL);
    atomic_store(&is_left, true);
    for (int i = 1; i < NSIG; i++)
        leave(i);
}

bool kept_signals_came(int number)
{
    return atomic_load(&signals[number].came);
}
