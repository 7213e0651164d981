/* comms.c - communicators made and freed, and messages over them
 *
 * All ranks here are those of MPI_COMM_WORLD, for an even number of ranks;
 * "next" wraps around.  Each message is 8 bytes, by MPI_Sendrecv.
 *   split       r -> the next lower rank of the same parity, 3 times (with two
 *               ranks r -> r); named "even" and "odd"
 *   dup         r -> r + 1, 2 times
 *   group       r -> r - 1, 4 times, over a communicator made by
 *               MPI_Comm_create_group with the ranks in reverse order
 *   inter       r -> its partner, r + 1 for even and r - 1 for odd r, 5 times,
 *               over an intercommunicator of the even and the odd ranks
 *   merged      r -> its partner, 1 time, over what MPI_Intercomm_merge makes
 *   cart        r -> r + 1, 6 times, over a periodic Cartesian communicator,
 *               which may reorder but in MPICH 4.0.2 does not
 *   again       r -> r + 1, 20 times, each over a new MPI_Comm_dup that is
 *               freed at once, so that handles are used again
 * That is 3 to the same parity, and from an even r 34 to r + 1 and 4 to r - 1,
 * from an odd r 28 to r + 1 and 10 to r - 1 (so 38 to the other of two ranks).
 * Calls on each rank: MPI_Sendrecv 41, MPI_Comm_dup 21, MPI_Comm_set_name 1,
 * MPI_Comm_split, MPI_Comm_create_group, MPI_Intercomm_create,
 * MPI_Intercomm_merge and MPI_Cart_create 1 each, MPI_Comm_free 26.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int rank, size;

/* Send our world rank to 'to' and expect that of 'expected' from 'from'. */
static void talk(MPI_Comm comm, int to, int from, int expected, int times)
{
    for (int i = 0; i < times; i++) {
        int mine[2] = { rank, i }, theirs[2] = { -1, -1 };

        MPI_Sendrecv(mine, 2, MPI_INT, to, 0, theirs, 2, MPI_INT, from, 0,
                     comm, MPI_STATUS_IGNORE);
        if (theirs[0] != expected) {
            fprintf(stderr, "comms: got %d, not %d\n", theirs[0], expected);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

/* Talk to the one after us in 'comm'; the one before us is 'before'. */
static void talk_round(MPI_Comm comm, int before, int times)
{
    int me, all;

    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &all);
    talk(comm, (me + 1) % all, (me + all - 1) % all, before, times);
}

static MPI_Comm reversed(void)
{
    int *order = calloc((size_t)size, sizeof(order[0]));
    MPI_Group all, group;
    MPI_Comm comm;

    for (int i = 0; i < size; i++)
        order[i] = size - 1 - i;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, size, order, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
    free(order);
    return comm;
}

int main(int argc, char **argv)
{
    int odd, partner, left, right, me, periodic = 1;
    MPI_Comm split, dup, group, inter, merged, cart;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size % 2 != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);
    odd = rank % 2;
    partner = rank + 1 - 2 * odd;
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;

    MPI_Comm_split(MPI_COMM_WORLD, odd, -rank, &split);
    MPI_Comm_set_name(split, odd ? "odd" : "even");
    talk_round(split, (rank + 2) % size, 3);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    talk_round(dup, left, 2);
    group = reversed();
    talk_round(group, right, 4);

    MPI_Intercomm_create(split, 0, MPI_COMM_WORLD, odd ? size - 2 : size - 1,
                         7, &inter);
    MPI_Comm_rank(inter, &me);
    talk(inter, me, me, partner, 5);
    MPI_Intercomm_merge(inter, odd, &merged);
    me = odd ? me : me + size / 2;
    talk(merged, me, me, partner, 1);

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 1, &cart);
    talk_round(cart, left, 6);
    MPI_Comm_free(&split);
    MPI_Comm_free(&dup);
    MPI_Comm_free(&group);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&cart);
    for (int i = 0; i < 20; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        talk_round(dup, left, 1);
        MPI_Comm_free(&dup);
    }
    if (rank == 0)
        printf("comms: done\n");
    MPI_Finalize();
    return 0;
}
