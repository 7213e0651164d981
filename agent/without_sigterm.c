/* without_sigterm.c - run a command to which SIGTERM does nothing
 *
 *     mitosis-without-sigterm COMMAND...
 *
 * Slurm sends it to all that runs in a job that is preempted, when the time
 * begins that is left to it.  It is blocked and not ignored, as Hydra's proxy
 * catches it, and what that starts would have it as ever.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char *argv[])
{
    sigset_t set;

    if (argc < 2) {
        fprintf(stderr, "usage: mitosis-without-sigterm COMMAND...\n");
        return 2;
    }
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    execvp(argv[1], argv + 1);
    fprintf(stderr, "mitosis-without-sigterm: %s: %s\n", argv[1],
            strerror(errno));
    return 127;
}
