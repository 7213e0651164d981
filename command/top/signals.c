/* signals.c - signals that are waited for like keys
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "command/top/screen.h"
#include "command/top/signals.h"

int signals_take(void)
{
    static const int taken[] = { SIGINT,  SIGTERM,  SIGHUP, SIGQUIT,
                                 SIGPIPE, SIGWINCH, SIGTSTP };
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
        sigaddset(&set, taken[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int signals_hear(int fd)
{
    struct signalfd_siginfo info;

    if (read(fd, &info, sizeof(info)) != sizeof(info))
        return 0;
    if (info.ssi_signo == SIGTSTP) {
        screen_close();
        raise(SIGSTOP);
        screen_open();
    } else if (info.ssi_signo != SIGWINCH && info.ssi_signo != SIGCONT) {
        return (int)info.ssi_signo;
    }
    return 0;
}

int signals_status(int number)
{
    return number == SIGPIPE ? EXIT_SUCCESS : 128 + number;
}
