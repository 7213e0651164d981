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
#include "pmpi/tend.h"

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

int meet_settle(const char *folder, struct error *err)
{
    if (!meet_is_known())
        return 0;
    if (home_write(folder, &home, err) < 0)
        return -1;
    return meet_is_away() ? tend_outpost(folder, err) : 0;
}
