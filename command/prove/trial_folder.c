/* trial_folder.c - the folder for the runs of a command that tries a program
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/prove/trial_folder.h"

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
