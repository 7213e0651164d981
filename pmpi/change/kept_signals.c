/* kept_signals.c - signals that come while a rank stands still
 *
 * They are handled rather than blocked: any thread of the process may get
 * them.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/system/process.h"
#include "pmpi/change/kept_signals.h"

static bool (*is_over)(void); /* the program's turn in this process */

static struct {
    bool kept;
    volatile sig_atomic_t came;
    struct sigaction program;
} signals[NSIG];

/* In a handler of the signal, which waits until that is left. */
static void do_by_default(int number)
{
    signal(number, SIG_DFL);
    raise(number);
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
        signals[number].came = 1;
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

    signals[number].came = 0;
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
        if (signals[i].came)
            raise(i);
    }
}

bool kept_signals_came(int number)
{
    return signals[number].came;
}
