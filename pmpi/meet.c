/* meet.c - let the ranks of a job on several hosts know where its agent is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/host.h"
#include "migrate/home.h"
#include "pmpi/meet.h"
#include "pmpi/real.h"
#include "pmpi/start.h"

static struct home home;
static bool known;

void meet(void)
{
    int rank;

    REAL(MPI_Comm_rank)(MPI_COMM_WORLD, &rank);
    if (rank == 0
        && getrandom(home.secret, sizeof(home.secret), 0)
               == (ssize_t)sizeof(home.secret))
        home_here(&home); /* without a secret there is no home */
    known = REAL(MPI_Bcast)(&home, sizeof(home), MPI_BYTE, 0, MPI_COMM_WORLD)
                == MPI_SUCCESS
            && *home.host;
}

bool meet_is_known(void)
{
    if (!known)
        known = home_from_environment(&home);
    return known;
}

bool meet_is_away(void)
{
    return meet_is_known() && strcmp(host_own(), home.host) != 0;
}

/* The one who makes this file starts it. */
static bool is_first(const char *folder)
{
    char path[4096 + 16];
    int fd;

    snprintf(path, sizeof(path), "%s/outpost", folder);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int start_outpost(const char *folder, struct error *err)
{
    char command[START_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"agent",
                            (char *)"--outpost", (char *)folder, NULL };
    int nothing, rc;

    if (!is_first(folder))
        return 0;
    if (!start_find(command))
        return error_set(err, "the command 'mitosis' is not beside the "
                              "library");
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    rc = start_apart(command, words, nothing, err);
    close(nothing);
    return rc;
}

int meet_settle(const char *folder, struct error *err)
{
    if (!meet_is_known())
        return 0;
    if (home_write(folder, &home, err) < 0)
        return -1;
    return meet_is_away() ? start_outpost(folder, err) : 0;
}
