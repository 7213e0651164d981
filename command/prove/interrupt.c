/* interrupt.c - a signal ends the run that is under way, and then the command
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>

#include "command/doctor/timed_command.h"
#include "command/prove/interrupt.h"

static volatile sig_atomic_t interrupted; /* by this signal */

static void on_signal(int number)
{
    interrupted = number;
    timed_command_stop();
}

void interrupt_catch(void)
{
    static const int caught[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_signal }, before;

    for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++)
        if (sigaction(caught[i], NULL, &before) == 0
            && before.sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
}

bool interrupt_came(struct error *err)
{
    if (interrupted)
        error_set(err, "interrupted");
    return interrupted;
}

void interrupt_end(void)
{
    if (!interrupted)
        return;
    signal(interrupted, SIG_DFL);
    raise(interrupted);
}
