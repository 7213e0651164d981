/* reuse.c - handles that come again and stand for something else
 *
 * For 4 ranks; r+1 is 0 after the last rank, r-1 the last before 0.
 *   without     4 times all but one rank, a different one each time, get a
 *               communicator and a window, each sends 8 bytes by MPI_Sendrecv
 *               to the next of them and puts 16 bytes there by MPI_Put:
 *               r -> r+1 twice, r -> r+2 once of each
 *   pending     r -> r-1 12 bytes, by MPI_Isend, taken by MPI_Irecv from any
 *               source, over a communicator that is freed, and its handle used
 *               again, before they are completed
 *   callback    r -> r-1 2 of 24 bytes, by MPI_Sendrecv, over communicators
 *               one of which may have the handle of one that was freed by a
 *               callback while another was being freed
 *   idup        r -> r+1 20 bytes, by MPI_Sendrecv, over what MPI_Comm_idup
 *               made
 *   partners    over an intercommunicator of 0 and 2 with 1 and 3, of 16 bytes
 *               for each: MPI_Bcast and MPI_Gather with the root 0,
 *               MPI_Allgather, MPI_Alltoall
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { RANKS = 4, BLOCK = 4 };

static int rank;

/* All but 'one'. */
static void without(int one)
{
    int me, all, out[2] = { rank }, in[4] = { 0 }, window[4] = { 0 };
    MPI_Comm comm;
    MPI_Win win;

    MPI_Comm_split(MPI_COMM_WORLD, rank == one ? MPI_UNDEFINED : 0, rank,
                   &comm);
    if (rank == one)
        return;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &all);
    MPI_Sendrecv(out, 2, MPI_INT, (me + 1) % all, 0, in, 2, MPI_INT,
                 (me + all - 1) % all, 0, comm, MPI_STATUS_IGNORE);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, comm,
                   &win);
    MPI_Win_fence(0, win);
    MPI_Put(in, 4, MPI_INT, (me + 1) % all, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
}

/* Returns a communicator of all ranks in reverse order. */
static MPI_Comm reversed(void)
{
    MPI_Comm comm;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
    return comm;
}

static void pending(void)
{
    int out[3] = { rank }, in[3];
    MPI_Comm comm = reversed(), other;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Irecv(in, 3, MPI_INT, MPI_ANY_SOURCE, 0, comm, &requests[0]);
    MPI_Isend(out, 3, MPI_INT, (RANKS - rank) % RANKS, 0, comm, &requests[1]);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Waitall(2, requests, statuses);
    MPI_Comm_free(&other);
    if (in[0] != (rank + 1) % RANKS)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static int also_free(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)state;
    return MPI_Comm_free(value);
}

static void callback(void)
{
    int key, out[6] = { rank }, in[6];
    MPI_Comm first, second, next[2];

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, also_free, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Comm_set_attr(first, key, &second);
    MPI_Comm_free(&first);
    MPI_Comm_free_keyval(&key);
    next[0] = reversed();
    next[1] = reversed();
    for (int i = 0; i < 2; i++) {
        MPI_Sendrecv(out, 6, MPI_INT, (RANKS - rank) % RANKS, 0, in, 6,
                     MPI_INT, (RANKS - rank + RANKS - 2) % RANKS, 0, next[i],
                     MPI_STATUS_IGNORE);
        if (in[0] != (rank + 1) % RANKS)
            MPI_Abort(MPI_COMM_WORLD, 1);
        MPI_Comm_free(&next[i]);
    }
}

static void idup(void)
{
    int out[5] = { rank }, in[5];
    MPI_Comm comm;
    MPI_Request request;

    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Sendrecv(out, 5, MPI_INT, (rank + 1) % RANKS, 0, in, 5, MPI_INT,
                 (rank + RANKS - 1) % RANKS, 0, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
}

static void partners(void)
{
    int out[BLOCK * RANKS] = { 0 }, in[BLOCK * RANKS], odd = rank % 2;
    int root = odd ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Comm half, inter;

    MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 7, &inter);
    MPI_Bcast(out, BLOCK, MPI_INT, root, inter);
    MPI_Gather(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, root, inter);
    MPI_Allgather(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, inter);
    MPI_Alltoall(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, inter);
    MPI_Comm_free(&half);
    MPI_Comm_free(&inter);
}

int main(int argc, char **argv)
{
    int size;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != RANKS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < RANKS; i++)
        without(i);
    pending();
    callback();
    idup();
    partners();
    if (rank == 0)
        printf("reuse: done\n");
    MPI_Finalize();
    return 0;
}
