/* no_agent.c - tell other ranks that there will be no agent
 *
 * The note is an empty file, for which there is room where pages have none.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#include "job/files.h"
#include "job/job.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/no_agent.h"
#include "pmpi/watch/watch.h"

static int unwatched = INT_MAX; /* the first such rank on several hosts */

static const char *const reason[] = {
    [NO_AGENT_UNWATCHED] = "a rank on this host is not watched",
    [NO_AGENT_NOTHING] = "rank 0 has registered nothing",
    [NO_AGENT_REFUSED] = "what rank 0 has registered is wrong",
};

enum { REASONS = sizeof(reason) / sizeof(reason[0]) };

static void compose(const char *folder,
                    int why,
                    char path[JOB_PATH + FILES_NAME])
{
    snprintf(path, JOB_PATH + FILES_NAME, "%s/" FILES_NO_AGENT "%d", folder,
             why);
}

void no_agent_note(const char *folder, enum no_agent_why why)
{
    char path[JOB_PATH + FILES_NAME];
    int fd;

    compose(folder, (int)why, path);
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
}

void no_agent_meet(void)
{
    int rank;

    REAL(MPI_Comm_rank)(MPI_COMM_WORLD, &rank);
    if (watch.page)
        rank = INT_MAX;
    REAL(MPI_Allreduce)
    (&rank, &unwatched, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
}

int no_agent_check(const char *folder, struct error *err)
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
