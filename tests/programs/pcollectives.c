/* pcollectives.c - each persistent collective, started twice (MPI 4)
 *
 * No message between two ranks but what the collectives themselves send.
 * Calls on each rank, a block being 4 ints, 16 bytes, for each rank, the root
 * being 0 and the operation MPI_SUM:
 *   MPI_Barrier_init, MPI_Bcast_init, MPI_Gather_init, MPI_Gatherv_init,
 *   MPI_Scatter_init, MPI_Scatterv_init, MPI_Allgather_init,
 *   MPI_Allgatherv_init, MPI_Alltoall_init, MPI_Alltoallv_init,
 *   MPI_Alltoallw_init, MPI_Reduce_init, MPI_Allreduce_init (in place),
 *   MPI_Reduce_scatter_block_init, MPI_Reduce_scatter_init, MPI_Scan_init,
 *   MPI_Exscan_init
 * 1 each, all of a block; in each of 2 rounds MPI_Start 1 of the barrier,
 * MPI_Startall 1 of the others, which are 16 and in the second round 15, and
 * MPI_Waitall 1 of all 17; in the end MPI_Request_free 17.  The scatter is
 * started only once: in MPICH 4.0.2 the second time fails with more than two
 * ranks (compare pmodels/mpich #7550).  At most 8 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { CALLS = 17, BLOCK = 4, RANKS = 8, ROUNDS = 2 };

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

/* Make all requests, the one of the scatter last. */
static void make(MPI_Comm comm, MPI_Request *to)
{
    static int in[CALLS][BLOCK * RANKS], out[BLOCK * RANKS];

    MPI_Barrier_init(comm, MPI_INFO_NULL, &to[0]);
    MPI_Bcast_init(in[1], BLOCK, MPI_INT, 0, comm, MPI_INFO_NULL, &to[1]);
    MPI_Gather_init(out, BLOCK, MPI_INT, in[2], BLOCK, MPI_INT, 0, comm,
                    MPI_INFO_NULL, &to[2]);
    MPI_Gatherv_init(out, BLOCK, MPI_INT, in[3], counts, starts, MPI_INT, 0,
                     comm, MPI_INFO_NULL, &to[3]);
    MPI_Scatterv_init(out, counts, starts, MPI_INT, in[4], BLOCK, MPI_INT, 0,
                      comm, MPI_INFO_NULL, &to[4]);
    MPI_Allgather_init(out, BLOCK, MPI_INT, in[5], BLOCK, MPI_INT, comm,
                       MPI_INFO_NULL, &to[5]);
    MPI_Allgatherv_init(out, BLOCK, MPI_INT, in[6], counts, starts, MPI_INT,
                        comm, MPI_INFO_NULL, &to[6]);
    MPI_Alltoall_init(out, BLOCK, MPI_INT, in[7], BLOCK, MPI_INT, comm,
                      MPI_INFO_NULL, &to[7]);
    MPI_Alltoallv_init(out, counts, starts, MPI_INT, in[8], counts, starts,
                       MPI_INT, comm, MPI_INFO_NULL, &to[8]);
    MPI_Alltoallw_init(out, counts, offsets, types, in[9], counts, offsets,
                       types, comm, MPI_INFO_NULL, &to[9]);
    MPI_Reduce_init(out, in[10], BLOCK, MPI_INT, MPI_SUM, 0, comm,
                    MPI_INFO_NULL, &to[10]);
    MPI_Allreduce_init(MPI_IN_PLACE, in[11], BLOCK, MPI_INT, MPI_SUM, comm,
                       MPI_INFO_NULL, &to[11]);
    MPI_Reduce_scatter_block_init(out, in[12], BLOCK, MPI_INT, MPI_SUM, comm,
                                  MPI_INFO_NULL, &to[12]);
    MPI_Reduce_scatter_init(out, in[13], counts, MPI_INT, MPI_SUM, comm,
                            MPI_INFO_NULL, &to[13]);
    MPI_Scan_init(out, in[14], BLOCK, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL,
                  &to[14]);
    MPI_Exscan_init(out, in[15], BLOCK, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL,
                    &to[15]);
    MPI_Scatter_init(out, BLOCK, MPI_INT, in[16], BLOCK, MPI_INT, 0, comm,
                     MPI_INFO_NULL, &to[16]);
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
    make(MPI_COMM_WORLD, requests);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Start(&requests[0]);
        MPI_Startall(CALLS - 1 - i, &requests[1]);
        MPI_Waitall(CALLS, requests, statuses);
    }
    for (int i = 0; i < CALLS; i++)
        MPI_Request_free(&requests[i]);
    if (rank == 0)
        printf("pcollectives: done\n");
    MPI_Finalize();
    return 0;
}
