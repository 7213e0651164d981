/* stub.c - an MPI of one rank whose calls do nothing, to measure wrappers by
 *
 * What a wrapper costs is lost in the noise of a real MPI's calls; here a
 * call costs three nanoseconds, and the rest is ours.  It says that it is
 * rank 0 of 64, so that messages have somewhere to go.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

enum { RANKS = 64 };

/* The MPI name of a PMPI call. */
#define ALSO(name) __typeof__(P##name) name __attribute__((alias("P" #name)))

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return MPI_SUCCESS;
}

int PMPI_Finalize(void)
{
    return MPI_SUCCESS;
}

int PMPI_Query_thread(int *provided)
{
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}

int PMPI_Get_library_version(char *version, int *length)
{
    *length = sprintf(version, "MPICH, or what stands in for it");
    return MPI_SUCCESS;
}

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    (void)comm;
    *rank = 0;
    return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = comm == MPI_COMM_SELF ? 1 : RANKS;
    return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    (void)comm;
    *flag = 0;
    return MPI_SUCCESS;
}

/* There is nobody on other hosts to gather pages from. */
int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy)
{
    (void)comm;
    (void)copy;
    return MPI_ERR_COMM;
}

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    *group = (MPI_Group)comm;
    return MPI_SUCCESS;
}

int PMPI_Group_size(MPI_Group group, int *size)
{
    return PMPI_Comm_size((MPI_Comm)group, size);
}

int PMPI_Group_translate_ranks(
    MPI_Group a, int n, const int from[], MPI_Group b, int to[])
{
    (void)a;
    (void)b;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *group)
{
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

int PMPI_Send(
    const void *buf, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    (void)buf, (void)n, (void)type, (void)to, (void)tag, (void)comm;
    return MPI_SUCCESS;
}

int PMPI_Irecv(void *buf,
               int n,
               MPI_Datatype type,
               int from,
               int tag,
               MPI_Comm comm,
               MPI_Request *request)
{
    (void)buf, (void)n, (void)type, (void)from, (void)tag, (void)comm;
    *request = (MPI_Request)0x6c000002;
    return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf,
               int n,
               MPI_Datatype type,
               int to,
               int tag,
               MPI_Comm comm,
               MPI_Request *request)
{
    (void)buf, (void)n, (void)type, (void)to, (void)tag, (void)comm;
    *request = (MPI_Request)0x6c000004;
    return MPI_SUCCESS;
}

int PMPI_Waitall(int n, MPI_Request request[], MPI_Status status[])
{
    for (int i = 0; i < n; i++) {
        request[i] = MPI_REQUEST_NULL;
        if (status != MPI_STATUSES_IGNORE)
            status[i] = (MPI_Status){ .MPI_SOURCE = MPI_PROC_NULL };
    }
    return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    *request = MPI_REQUEST_NULL;
    if (status != MPI_STATUS_IGNORE)
        *status = (MPI_Status){ .count_lo = 8, .MPI_SOURCE = 1 };
    return MPI_SUCCESS;
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    (void)request, (void)status;
    *flag = 0;
    return MPI_SUCCESS;
}

int PMPI_Allreduce(const void *in,
                   void *out,
                   int n,
                   MPI_Datatype type,
                   MPI_Op op,
                   MPI_Comm comm)
{
    (void)in, (void)out, (void)n, (void)type, (void)op, (void)comm;
    return MPI_SUCCESS;
}

ALSO(MPI_Init);
ALSO(MPI_Finalize);
ALSO(MPI_Query_thread);
ALSO(MPI_Get_library_version);
ALSO(MPI_Comm_rank);
ALSO(MPI_Comm_size);
ALSO(MPI_Comm_test_inter);
ALSO(MPI_Comm_dup);
ALSO(MPI_Comm_group);
ALSO(MPI_Group_size);
ALSO(MPI_Group_translate_ranks);
ALSO(MPI_Group_free);
ALSO(MPI_Send);
ALSO(MPI_Irecv);
ALSO(MPI_Isend);
ALSO(MPI_Wait);
ALSO(MPI_Waitall);
ALSO(MPI_Test);
ALSO(MPI_Allreduce);
