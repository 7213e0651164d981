/* meet.c - let the ranks of a job on several hosts know where its agent is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

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
static bool away; /* and settled */

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

/* 'claim' is handed on, so that nobody else starts one meanwhile. */
static int start_outpost(const char *folder, int claim, struct error *err)
{
    char command[START_PATH];
    char *const words[] = { (char *)"mitosis", (char *)"agent",
                            (char *)"--outpost", (char *)folder, NULL };

    if (!start_find(command))
        return error_set(err, "the command 'mitosis' is not beside the "
                              "library");
    return start_apart(command, words, claim, err);
}

/* Start an outpost if none is there. */
static int see_to_outpost(const char *folder, bool make, struct error *err)
{
    int claim = home_claim(folder, make);
    int rc = claim < 0 ? 0 : start_outpost(folder, claim, err);

    if (claim >= 0)
        close(claim);
    return rc;
}

int meet_settle(const char *folder, struct error *err)
{
    if (!meet_is_known())
        return 0;
    if (home_write(folder, &home, err) < 0)
        return -1;
    away = meet_is_away();
    return away ? see_to_outpost(folder, true, err) : 0;
}

void meet_look(const char *folder)
{
    struct error err; /* it was told when the first one began */

    if (known && away)
        see_to_outpost(folder, false, &err);
}
