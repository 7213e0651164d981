/* failing.c - receives that fail among others that do not
 *
 * For 2 ranks. Rank 1 sends rank 0 in each of 11 rounds 4 messages by
 * MPI_Send, of 40 bytes each, but the third of the first 10 rounds has 80,
 * which is more than the MPI_Irecv posted for it takes: 3 of each 4 are
 * received.  The rounds are completed by MPI_Waitall, with and without
 * statuses, MPI_Waitsome, with and without, MPI_Testall, MPI_Testsome,
 * MPI_Waitany, MPI_Testany and MPI_Wait; the last two rounds, of persistent
 * requests, by MPI_Waitall.  What a call leaves open is waited for by
 * MPI_Wait.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { ALL = 4, TAKEN = 10, LONG = 2 * TAKEN };

static int rank;

/* Say what a call that completes a round returned. */
static void tell(const char *call, int rc)
{
    int class = 0;

    MPI_Error_class(rc, &class);
    printf("%s: %s\n", call,
           class == MPI_SUCCESS         ? "fine"
           : class == MPI_ERR_IN_STATUS ? "some failed"
           : class == MPI_ERR_TRUNCATE  ? "truncated"
                                        : "failed otherwise");
}

static void by_waitall(MPI_Request *requests, MPI_Status *statuses)
{
    tell("MPI_Waitall", MPI_Waitall(ALL, requests, statuses));
}

static void by_waitsome(MPI_Request *requests, MPI_Status *statuses)
{
    int done, which[ALL];

    tell("MPI_Waitsome", MPI_Waitsome(ALL, requests, &done, which, statuses));
}

static void by_testall(MPI_Request *requests, MPI_Status *statuses)
{
    int flag;

    tell("MPI_Testall", MPI_Testall(ALL, requests, &flag, statuses));
}

static void by_testsome(MPI_Request *requests, MPI_Status *statuses)
{
    int done, which[ALL];

    tell("MPI_Testsome", MPI_Testsome(ALL, requests, &done, which, statuses));
}

static void by_waitany(MPI_Request *requests, MPI_Status *statuses)
{
    int which;

    for (int i = 0; i < ALL; i++)
        tell("MPI_Waitany", MPI_Waitany(ALL, requests, &which, statuses));
}

static void by_testany(MPI_Request *requests, MPI_Status *statuses)
{
    int flag, which;

    for (int i = 0; i < ALL; i++)
        tell("MPI_Testany",
             MPI_Testany(ALL, requests, &which, &flag, statuses));
}

static void by_wait(MPI_Request *requests, MPI_Status *statuses)
{
    for (int i = 0; i < ALL; i++)
        tell("MPI_Wait", MPI_Wait(&requests[i], statuses));
}

typedef void complete_t(MPI_Request *, MPI_Status *);

/* Send a round, when the other one is ready to take it; what was sent before
 * the second barrier has arrived after it.
 */
static void send_round(int third)
{
    static const int out[LONG];

    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ALL; i++)
        MPI_Send(out, i == 2 ? third : TAKEN, MPI_INT, 0, i, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void receive_round(complete_t *complete, bool ignore)
{
    MPI_Status statuses[ALL];
    static int in[ALL][TAKEN];
    MPI_Request requests[ALL];

    for (int i = 0; i < ALL; i++)
        MPI_Irecv(in[i], TAKEN, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    complete(requests, ignore ? MPI_STATUSES_IGNORE : statuses);
    for (int i = 0; i < ALL; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

static void receive_persistent(void)
{
    MPI_Status statuses[ALL];
    static int in[ALL][TAKEN];
    MPI_Request requests[ALL];

    for (int i = 0; i < ALL; i++)
        MPI_Recv_init(in[i], TAKEN, MPI_INT, 1, i, MPI_COMM_WORLD,
                      &requests[i]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(ALL, requests);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        by_waitall(requests, statuses);
        for (int i = 0; i < ALL; i++)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < ALL; i++)
        MPI_Request_free(&requests[i]);
}

int main(int argc, char **argv)
{
    static const struct {
        complete_t *complete;
        bool ignore;
    } ways[] = {
        { by_waitall, false }, { by_waitall, true },  { by_waitsome, false },
        { by_waitsome, true }, { by_testall, false }, { by_testsome, false },
        { by_waitany, false }, { by_testany, false }, { by_wait, true },
    };
    enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < WAYS; i++)
        if (rank == 0)
            receive_round(ways[i].complete, ways[i].ignore);
        else
            send_round(LONG);
    if (rank == 0) {
        receive_persistent();
    } else {
        send_round(LONG);
        send_round(TAKEN);
    }
    MPI_Finalize();
    return 0;
}
