/* sessions.c - MPI without MPI_Init: a session, a group, a communicator
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   5 of 40 bytes, by MPI_Sendrecv
 * Calls on each rank: those and MPI_Session_init,
 * MPI_Group_from_session_pset ("mpi://WORLD"), MPI_Comm_create_from_group,
 * MPI_Allreduce (of 4 bytes), MPI_Session_finalize 1 each.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { TIMES = 5, COUNT = 10 };

int main(void)
{
    int rank, size, one = 1, sum, out[COUNT] = { 0 }, in[COUNT];
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    alarm(120); /* whatever happens, this ends */
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "sessions", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < TIMES; i++)
        MPI_Sendrecv(out, COUNT, MPI_INT, (rank + 1) % size, 0, in, COUNT,
                     MPI_INT, (rank + size - 1) % size, 0, comm,
                     MPI_STATUS_IGNORE);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    if (rank == 0)
        printf("sessions: %d of %d ranks\n", sum, size);
    return sum != size;
}
