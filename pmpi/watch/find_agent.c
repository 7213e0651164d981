/* find_agent.c - let the ranks of a job know where its agent is, or that there
 * will be none
 *
 * A note of the latter is an empty file, for which there is room where pages
 * have none.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/system/host.h"
#include "job/files.h"
#include "job/job.h"
#include "net/agent_address.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/restart_agent.h"
#include "pmpi/watch/watch.h"

/* What rank 0 tells all others, by a way that others may listen to. */
struct invitation {
    char sealed[SECRET_SEALED]; /* empty when there is none, */
    struct error why;           /* for this reason */
    char host[HOST_NAME];
    char addresses[ADDRESS_TEXT];
};

static struct agent_address home;
static char sealed[SECRET_SEALED];
static struct error why_not; /* if 'sealed' is empty */
static bool known, opened;
static int unwatched = INT_MAX; /* the first such rank on several hosts */

static int make_secret(struct invitation *i, struct error *err)
{
    if (getrandom(home.secret, sizeof(home.secret), 0)
        != (ssize_t)sizeof(home.secret))
        return error_set(err, "getrandom: %s", strerror(errno));
    return secret_seal(home.secret, i->sealed, err);
}

static void invite(struct invitation *i)
{
    agent_address_here(&home);
    strcpy(i->host, home.host);
    strcpy(i->addresses, home.addresses);
    opened = make_secret(i, &i->why) == 0;
}

void find_agent_meet(void)
{
    static struct invitation i;
    int rank, first;

    REAL(MPI_Comm_rank)(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        invite(&i);
    known = REAL(MPI_Bcast)(&i, sizeof(i), MPI_BYTE, 0, MPI_COMM_WORLD)
            == MPI_SUCCESS;
    strcpy(home.host, i.host);
    strcpy(home.addresses, i.addresses);
    strcpy(sealed, i.sealed);
    why_not = i.why;
    first = watch.page ? INT_MAX : rank;
    REAL(MPI_Allreduce)
    (&first, &unwatched, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
}

bool find_agent_is_known(void)
{
    if (!known && agent_address_from_environment(&home)) {
        snprintf(sealed, sizeof(sealed), "%s", getenv(AGENT_ADDRESS_SEALED));
        known = true;
    }
    return known;
}

bool find_agent_is_away(void)
{
    return find_agent_is_known() && strcmp(host_own(), home.host) != 0;
}

/* Where somebody was let in who had it from elsewhere, it is in the folder. */
static int open_secret(const char *folder, struct error *err)
{
    struct error why = why_not;

    opened = opened
             || (*sealed && secret_unseal(sealed, home.secret, &why) == 0)
             || secret_read(folder, home.secret, NULL) == 0;
    if (opened)
        return 0;
    return error_set(err, "on %s the job's secret cannot be had: %.900s",
                     host_own(), why.text);
}

int find_agent_settle(const char *folder, struct error *err)
{
    if (!find_agent_is_known())
        return 0;
    if (open_secret(folder, err) < 0
        || agent_address_write(folder, &home, err) < 0)
        return -1;
    return find_agent_is_away() ? restart_agent_outpost(folder, err) : 0;
}

/* ---- that there is none ---- */

static const char *const reason[] = {
    [FIND_AGENT_UNWATCHED] = "a rank on this host is not watched",
    [FIND_AGENT_NOTHING] = "rank 0 has registered nothing",
    [FIND_AGENT_REFUSED] = "what rank 0 has registered is wrong",
};
enum { REASONS = sizeof(reason) / sizeof(reason[0]) };

static void compose(const char *folder,
                    int why,
                    char path[JOB_PATH + FILES_NAME])
{
    snprintf(path, JOB_PATH + FILES_NAME, "%s/" FILES_NO_AGENT "%d", folder,
             why);
}

void find_agent_note_none(const char *folder, enum find_agent_none why)
{
    char path[JOB_PATH + FILES_NAME];
    int fd;

    compose(folder, (int)why, path);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
}

int find_agent_check(const char *folder, struct error *err)
{
    char path[JOB_PATH + FILES_NAME];

    if (unwatched != INT_MAX)
        return error_set(err, "rank %d is not watched", unwatched);
    for (int why = 0; why < REASONS; why++) {
        compose(folder, why, path);
        if (access(path, F_OK) == 0)
            return error_set(err, "%s", reason[why]);
    }
    return 0;
}
