/* completions.c - requests completed in every way there is
 *
 * Messages, r+1 being 0 after the last rank:
 *   r -> r+1   24 of 400 bytes, by MPI_Isend, taken by MPI_Irecv
 * They go in 6 batches of 4; all 8 requests of a batch, the receives before
 * the sends, are completed by one of: MPI_Waitany (9 calls, the last of them
 * finds nothing), MPI_Waitsome, MPI_Testany, MPI_Testsome, MPI_Testall (as
 * often as it takes), and MPI_Request_get_status (as often as it takes)
 * followed by 8 MPI_Wait. Calls on each rank besides: MPI_Irecv 1 that nobody
 * sends to, MPI_Cancel 1, MPI_Wait 1, MPI_Test_cancelled 1, MPI_Waitall 1 of
 * no requests.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { COUNT = 100, BATCH = 4, ALL = 2 * BATCH };

static int left, right;

static void by_waitany(MPI_Request *requests)
{
    MPI_Status status;
    int which = 0;

    while (which != MPI_UNDEFINED)
        MPI_Waitany(ALL, requests, &which, &status);
}

static void by_testany(MPI_Request *requests)
{
    int flag, which;
    MPI_Status status;

    for (int sum = 0; sum < ALL; sum += flag)
        MPI_Testany(ALL, requests, &which, &flag, &status);
}

typedef int some_t(int, MPI_Request *, int *, int *, MPI_Status *);

static void by_some(some_t *some, MPI_Request *requests)
{
    int done, which[ALL];
    MPI_Status statuses[ALL];

    for (int sum = 0; sum < ALL; sum += done)
        some(ALL, requests, &done, which, statuses);
}

static void by_waitsome(MPI_Request *requests)
{
    by_some(MPI_Waitsome, requests);
}

static void by_testsome(MPI_Request *requests)
{
    by_some(MPI_Testsome, requests);
}

static void by_testall(MPI_Request *requests)
{
    int flag = 0;
    MPI_Status statuses[ALL];

    while (!flag)
        MPI_Testall(ALL, requests, &flag, statuses);
}

static void by_get_status(MPI_Request *requests)
{
    MPI_Status status;

    for (int i = 0; i < ALL; i++) {
        int flag = 0;

        while (!flag)
            MPI_Request_get_status(requests[i], &flag, &status);
        MPI_Wait(&requests[i], &status);
    }
}

/* Start a batch and leave its completion to 'complete'. */
static void batch(void (*complete)(MPI_Request *))
{
    static int out[COUNT], in[BATCH][COUNT];
    MPI_Request requests[ALL];

    for (int i = 0; i < BATCH; i++)
        MPI_Irecv(in[i], COUNT, MPI_INT, left, i, MPI_COMM_WORLD,
                  &requests[i]);
    for (int i = 0; i < BATCH; i++)
        MPI_Isend(out, COUNT, MPI_INT, right, i, MPI_COMM_WORLD,
                  &requests[BATCH + i]);
    complete(requests);
}

/* Returns whether the receive was cancelled. */
static int cancel(void)
{
    int in, cancelled;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv(&in, 1, MPI_INT, left, 999, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    return cancelled;
}

int main(int argc, char **argv)
{
    int rank, size, cancelled;
    MPI_Status none[1];

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    batch(by_waitany);
    batch(by_waitsome);
    batch(by_testany);
    batch(by_testsome);
    batch(by_testall);
    batch(by_get_status);
    cancelled = cancel();
    MPI_Waitall(0, NULL, none);
    if (rank == 0)
        printf("completions: %s\n", cancelled ? "cancelled" : "not cancelled");
    MPI_Finalize();
    return !cancelled;
}
