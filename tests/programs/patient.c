/* patient.c - questions answered with no many times, and then with yes
 *
 * Messages, one of each for each of five ways to ask:
 *   0 -> 1     5 of 0 bytes, by MPI_Send, taken by MPI_Recv
 *   1 -> 0     5 of 8 bytes, by MPI_Send, taken by MPI_Irecv for MPI_Test,
 *              MPI_Testall, MPI_Testany and MPI_Testsome, and by MPI_Imrecv
 *              and MPI_Wait for MPI_Improbe
 * Calls on rank 0: each of the five 20000 times before the message is sent,
 * and then as often as it takes.  Takes 2 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

enum { PATIENCE = 20000, WAYS = 5 };

static int got[2];

static int by_test(MPI_Request *request)
{
    int flag;

    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static int by_testall(MPI_Request *request)
{
    int flag;
    MPI_Status status[1];

    MPI_Testall(1, request, &flag, status);
    return flag;
}

static int by_testany(MPI_Request *request)
{
    int flag, which;

    MPI_Testany(1, request, &which, &flag, MPI_STATUS_IGNORE);
    return flag;
}

static int by_testsome(MPI_Request *request)
{
    int done, which[1];
    MPI_Status status[1];

    MPI_Testsome(1, request, &done, which, status);
    return done;
}

static int by_improbe(MPI_Request *request)
{
    int flag;
    MPI_Message message;

    MPI_Improbe(1, WAYS - 1, MPI_COMM_WORLD, &flag, &message,
                MPI_STATUS_IGNORE);
    if (flag) {
        MPI_Imrecv(got, 2, MPI_INT, &message, request);
        MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    return flag;
}

static int (*const ways[WAYS])(MPI_Request *) = { by_test, by_testall,
                                                  by_testany, by_testsome,
                                                  by_improbe };

/* Ask in vain, have the message sent, and ask until it is there.  Returns how
 * often the answer was yes too early.
 */
static int ask(int way)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int early = 0;

    if (ways[way] != by_improbe)
        MPI_Irecv(got, 2, MPI_INT, 1, way, MPI_COMM_WORLD, &request);
    for (int i = 0; i < PATIENCE; i++)
        early += ways[way](&request);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    while (!ways[way](&request))
        sched_yield();
    return early;
}

static void answer(int way)
{
    int out[2] = { way, way };

    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, 2, MPI_INT, 0, way, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, early = 0;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int way = 0; way < WAYS; way++)
        if (rank == 0)
            early += ask(way);
        else if (rank == 1)
            answer(way);
    if (rank == 0)
        printf("patient: %d too early\n", early);
    MPI_Finalize();
    return early != 0;
}
