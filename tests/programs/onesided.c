/* onesided.c - put, get and accumulate, with each kind of synchronisation
 *
 * No message between two ranks.  Calls on each rank, r+1 being 0 after the
 * last rank, on a window of 20 ints by MPI_Win_create (F) and one of 4 longs
 * by MPI_Win_allocate (L):
 *   F, between 2 MPI_Win_fence       MPI_Put 1 of 40 bytes to r+1
 *   F, between that and a 3rd one    MPI_Get 1 of 40 bytes from r+1
 *   F, between that and a 4th one    MPI_Accumulate 1 of 20 bytes to r+1
 *   F, MPI_Win_post, MPI_Win_start, MPI_Win_complete, MPI_Win_wait 1 each
 *                                    MPI_Put 1 of 8 bytes to r+1
 *   L, MPI_Win_lock, MPI_Win_unlock 1 each, of r+1
 *                                    MPI_Rput 1 of 24 bytes, MPI_Wait 1
 *   L, MPI_Win_lock_all, MPI_Win_unlock_all 1 each
 *                                    MPI_Fetch_and_op 10 of 8 bytes on 0,
 *                                    MPI_Win_flush 10,
 *                                    MPI_Compare_and_swap 1 of 8 bytes on r+1
 * that is 72 bytes put, 40 got and 20 accumulated on or from r+1, and 80
 * fetched from 0; MPI_Barrier 3.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { INTS = 20, LONGS = 4, TIMES = 10 };

static int rank, size, left, right;

static void fence_and_post(void)
{
    static int memory[INTS];
    int out[10] = { rank }, in[10];
    MPI_Group world, before, after;
    MPI_Win win;

    MPI_Win_create(memory, sizeof(memory), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(out, 10, MPI_INT, right, 0, 10, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Get(in, 10, MPI_INT, right, 0, 10, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(out, 5, MPI_INT, right, 0, 5, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (in[0] != rank || memory[0] != 2 * left)
        MPI_Abort(MPI_COMM_WORLD, 1);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &left, &before);
    MPI_Group_incl(world, 1, &right, &after);
    MPI_Win_post(before, 0, win);
    MPI_Win_start(after, 0, win);
    MPI_Put(out, 2, MPI_INT, right, 12, 2, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&world);
    MPI_Group_free(&before);
    MPI_Group_free(&after);
    MPI_Win_free(&win);
}

/* Returns what rank 0's counter was in the end. */
static long locks(void)
{
    long *memory, values[3] = { 1, 2, 3 }, one = 1, old, nothing = 0, counter;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate(LONGS * sizeof(long), sizeof(long), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < LONGS; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Rput(values, 3, MPI_LONG, right, 1, 3, MPI_LONG, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < TIMES; i++) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Compare_and_swap(&nothing, &values[2], &old, MPI_LONG, right, 3, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    counter = memory[0];
    if (memory[3] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_free(&win);
    return counter;
}

int main(int argc, char **argv)
{
    long counter;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    fence_and_post();
    counter = locks();
    if (rank == 0)
        printf("onesided: counter %ld, expected %d\n", counter, TIMES * size);
    MPI_Finalize();
    return rank == 0 && counter != TIMES * size;
}
