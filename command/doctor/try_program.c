/* try_program.c - what commands that try a program have in common: a folder
 * for its runs, and an end by a signal
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/doctor/timed_command.h"
#include "command/doctor/try_program.h"

enum { DESCRIPTORS = 16 }; /* to remove a folder with */

static int remove_one(const char *path,
                      const struct stat *status,
                      int type,
                      struct FTW *at)
{
    (void)status, (void)type, (void)at;
    remove(path);
    return 0;
}

char *trial_folder(const char *wanted, const char *command, struct error *err)
{
    const char *place = getenv("TMPDIR");
    char made[4096], *path = NULL;

    if (!wanted) {
        snprintf(made, sizeof(made), "%.4000s/mitosis-%s-XXXXXX",
                 place && *place ? place : "/tmp", command);
        if (mkdtemp(made))
            path = realpath(made, NULL);
    } else if (mkdir(wanted, 0700) == 0 || errno == EEXIST) {
        path = realpath(wanted, NULL);
    }
    if (!path)
        error_set(err, "%s: %s", wanted ? wanted : made, strerror(errno));
    return path;
}

void trial_folder_remove(const char *path)
{
    nftw(path, remove_one, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

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
