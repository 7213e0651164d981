/* finalize_guard.c - keep MPI_Finalize() from hanging, or failing
 *
 * Connections are left open, for the end of the process closes them as well.
 * So that nothing is on its way in them then, there are two barriers: in the
 * first one all that the program sends has been received, and the connections
 * that a barrier takes get opened; the second goes through open ones, and
 * nobody gets into it while anybody still needs an answer for the first.
 *
 * UCX looks at what is left of its own when it is closed, and MPICH closes it
 * in MPI_Finalize() for nothing but that: the end of the process does the
 * rest.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "pmpi/mpi/got_patch.h"
#include "pmpi/mpi/mpi_bugs.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/finalize_guard.h"
#include "pmpi/watch/launcher_variables.h"

enum { BARRIERS = 2 };

/* Whether this is a version that hangs. */
static bool is_afflicted(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;

    return REAL(MPI_Get_library_version)(text, &length) == MPI_SUCCESS
           && mpi_bugs_hangs_at_end(text);
}

/* Memory shared by all ranks needs no such connections. */
static bool is_over_network(void)
{
    const char *transports = getenv("UCX_TLS");
    struct launcher_variables launch = launcher_variables_find();

    return launch.local_size != launch.size
           || (transports && strstr(transports, "tcp"));
}

/* In place of ucp_disconnect_nb(): done already, UCS_OK. */
static void *leave_open(void *connection)
{
    (void)connection;
    return NULL;
}

static const struct got_patch_call disconnect[] = {
    { "ucp_disconnect_nb", (void *)leave_open, NULL },
    { NULL, NULL, NULL },
};

/* In place of what closes, or destroys: done already. */
static int keep(void *worker_context_or_lock)
{
    (void)worker_context_or_lock;
    return 0;
}

static const struct got_patch_call closing[] = {
    { "ucp_worker_destroy", (void *)keep, NULL },
    { "ucp_cleanup", (void *)keep, NULL },
    { "pthread_mutex_destroy", (void *)keep, NULL },
    { NULL, NULL, NULL },
};

bool finalize_guard_prepare(void)
{
    int ranks = 1;

    REAL(MPI_Comm_size)(MPI_COMM_WORLD, &ranks);
    if (ranks < 2 || !is_over_network() || !is_afflicted())
        return false;
    got_patch_redirect(GOT_PATCH_MPICH, disconnect);
    for (int i = 0; i < BARRIERS; i++)
        REAL(MPI_Barrier)(MPI_COMM_WORLD);
    return true;
}

void finalize_guard_leave_in_use(void)
{
    got_patch_redirect(GOT_PATCH_MPICH, closing);
}
