/* icollectives.c - each nonblocking collective once, all at the same time
 *
 * No message between two ranks but what the collectives themselves send.
 * Calls on each rank, a block being 4 ints, 16 bytes, for each rank, the root
 * being 0 and the operation MPI_SUM:
 *   MPI_Ibarrier, MPI_Ibcast, MPI_Igather, MPI_Igatherv, MPI_Iscatter,
 *   MPI_Iscatterv, MPI_Iallgather, MPI_Iallgatherv, MPI_Ialltoall,
 *   MPI_Ialltoallv, MPI_Ialltoallw, MPI_Ireduce, MPI_Iallreduce (in place),
 *   MPI_Ireduce_scatter_block, MPI_Ireduce_scatter, MPI_Iscan, MPI_Iexscan
 * 1 each, all of a block, and MPI_Waitall 1 of these 17 requests.  At most 8
 * ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { CALLS = 17, BLOCK = 4, RANKS = 8 };

static int counts[RANKS], starts[RANKS], offsets[RANKS];
static MPI_Datatype types[RANKS];

static void set_up(int size)
{
    for (int r = 0; r < size; r++) {
        counts[r] = BLOCK;
        starts[r] = r * BLOCK;
        offsets[r] = starts[r] * (int)sizeof(int);
        types[r] = MPI_INT;
    }
}

static void start(MPI_Comm comm, MPI_Request *to)
{
    static int in[CALLS][BLOCK * RANKS], out[BLOCK * RANKS];

    MPI_Ibarrier(comm, &to[0]);
    MPI_Ibcast(in[1], BLOCK, MPI_INT, 0, comm, &to[1]);
    MPI_Igather(out, BLOCK, MPI_INT, in[2], BLOCK, MPI_INT, 0, comm, &to[2]);
    MPI_Igatherv(out, BLOCK, MPI_INT, in[3], counts, starts, MPI_INT, 0, comm,
                 &to[3]);
    MPI_Iscatter(out, BLOCK, MPI_INT, in[4], BLOCK, MPI_INT, 0, comm, &to[4]);
    MPI_Iscatterv(out, counts, starts, MPI_INT, in[5], BLOCK, MPI_INT, 0, comm,
                  &to[5]);
    MPI_Iallgather(out, BLOCK, MPI_INT, in[6], BLOCK, MPI_INT, comm, &to[6]);
    MPI_Iallgatherv(out, BLOCK, MPI_INT, in[7], counts, starts, MPI_INT, comm,
                    &to[7]);
    MPI_Ialltoall(out, BLOCK, MPI_INT, in[8], BLOCK, MPI_INT, comm, &to[8]);
    MPI_Ialltoallv(out, counts, starts, MPI_INT, in[9], counts, starts,
                   MPI_INT, comm, &to[9]);
    MPI_Ialltoallw(out, counts, offsets, types, in[10], counts, offsets, types,
                   comm, &to[10]);
    MPI_Ireduce(out, in[11], BLOCK, MPI_INT, MPI_SUM, 0, comm, &to[11]);
    MPI_Iallreduce(MPI_IN_PLACE, in[12], BLOCK, MPI_INT, MPI_SUM, comm,
                   &to[12]);
    MPI_Ireduce_scatter_block(out, in[13], BLOCK, MPI_INT, MPI_SUM, comm,
                              &to[13]);
    MPI_Ireduce_scatter(out, in[14], counts, MPI_INT, MPI_SUM, comm, &to[14]);
    MPI_Iscan(out, in[15], BLOCK, MPI_INT, MPI_SUM, comm, &to[15]);
    MPI_Iexscan(out, in[16], BLOCK, MPI_INT, MPI_SUM, comm, &to[16]);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Request requests[CALLS];
    MPI_Status statuses[CALLS];

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > RANKS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    set_up(size);
    start(MPI_COMM_WORLD, requests);
    MPI_Waitall(CALLS, requests, statuses);
    if (rank == 0)
        printf("icollectives: done\n");
    MPI_Finalize();
    return 0;
}
