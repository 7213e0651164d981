/* duplicates.c - communicators of the same members, used across each other
 *
 * For an even number of ranks; each talks to its partner, r + 1 for even and
 * r - 1 for odd r, always with the tag 0.
 *   crossed     over two communicators a message each, of 8 bytes over the one
 *               and 16 over the other, from even to odd ranks and then back.
 *               Who sends uses the second one first and sleeps before it uses
 *               the other; who receives posts for the first one first, and
 *               waits in the order in which they arrive, or, in even ranks, in
 *               that of posting.
 *               5 times: over two of MPI_Comm_dup(); over two that are of
 *               MPI_Comm_idup(), begun by even ranks in another order than by
 *               odd ones; over two of MPI_Comm_create_group() and
 *               MPI_Comm_split(); over two that may have the handles of others
 *               which were freed, other ones in even ranks than in odd ones;
 *               over two that were made while MPI_Pcontrol() had watching off
 *               in even ranks
 *   barriers    MPI_Ibarrier over the first two, and MPI_Iallreduce, begun by
 *               even ranks in another order than by odd ones
 * Calls on each rank: MPI_Send 10, MPI_Irecv 10.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static int rank, partner, odd;

static void must(int holds)
{
    if (!holds)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void give(MPI_Comm first, MPI_Comm second)
{
    int data[4] = { 0, 0, 0, 0 };

    MPI_Send(data, 4, MPI_INT, partner, 0, second);
    usleep(20000);
    MPI_Send(data, 2, MPI_INT, partner, 0, first);
}

static void take(MPI_Comm first, MPI_Comm second)
{
    int data[2][4], n;
    MPI_Request request[2];
    MPI_Status status;

    MPI_Irecv(data[0], 4, MPI_INT, partner, 0, first, &request[0]);
    MPI_Irecv(data[1], 4, MPI_INT, partner, 0, second, &request[1]);
    for (int i = 0; i < 2; i++) {
        int which = odd ? 1 - i : i;

        MPI_Wait(&request[which], &status);
        MPI_Get_count(&status, MPI_INT, &n);
        must(n == (which == 0 ? 2 : 4));
    }
}

static void crossed(MPI_Comm pair[2])
{
    if (odd) {
        take(pair[0], pair[1]);
        give(pair[0], pair[1]);
    } else {
        give(pair[0], pair[1]);
        take(pair[0], pair[1]);
    }
}

static void free_both(MPI_Comm pair[2])
{
    MPI_Comm_free(&pair[0]);
    MPI_Comm_free(&pair[1]);
}

static void barriers(MPI_Comm pair[2])
{
    int one = 1, sum = 0, size;
    MPI_Request request[2];
    MPI_Status status[2];

    if (odd)
        MPI_Ibarrier(pair[0], &request[0]);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, pair[1], &request[1]);
    if (!odd)
        MPI_Ibarrier(pair[0], &request[0]);
    MPI_Waitall(2, request, status);
    MPI_Comm_size(pair[0], &size);
    must(sum == size);
}

static void idups(MPI_Comm of[2])
{
    MPI_Comm pair[2];
    MPI_Request request[2];
    MPI_Status status[2];

    for (int i = 0; i < 2; i++) {
        int which = odd ? i : 1 - i;

        MPI_Comm_idup(of[which], &pair[which], &request[which]);
    }
    MPI_Waitall(2, request, status);
    crossed(pair);
    free_both(pair);
}

static void groups(void)
{
    MPI_Comm pair[2];
    MPI_Group all;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_create_group(MPI_COMM_WORLD, all, 3, &pair[0]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &pair[1]);
    MPI_Group_free(&all);
    crossed(pair);
    free_both(pair);
}

/* MPI gives the handles of those that were freed again. */
static void handles_again(void)
{
    MPI_Comm before[2], pair[2];

    MPI_Comm_dup(MPI_COMM_WORLD, &before[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &before[1]);
    MPI_Comm_free(&before[odd]);
    MPI_Comm_free(&before[!odd]);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[1]);
    crossed(pair);
    free_both(pair);
}

static void unwatched(void)
{
    MPI_Comm pair[2];

    if (!odd)
        MPI_Pcontrol(0);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[1]);
    if (!odd)
        MPI_Pcontrol(1);
    crossed(pair);
    free_both(pair);
}

int main(int argc, char **argv)
{
    MPI_Comm pair[2];
    int size;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    odd = rank % 2;
    partner = rank + 1 - 2 * odd;
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &pair[1]);
    crossed(pair);
    barriers(pair);
    idups(pair);
    groups();
    handles_again();
    unwatched();
    free_both(pair);
    if (rank == 0)
        printf("duplicates: done\n");
    MPI_Finalize();
    return 0;
}
