/* collectives.c - each blocking collective once, most also in place
 *
 * No message between two ranks but what the collectives themselves send.
 * Calls on each rank, a block being 4 ints, 16 bytes, for each rank, the root
 * being 0 and the operation MPI_SUM of ints:
 *   MPI_Barrier 1, MPI_Bcast 1 (of a block)
 *   MPI_Gather 2, MPI_Scatter 2 (of a block; the second in place at the root)
 *   MPI_Gatherv 1, MPI_Scatterv 1 (of r + 1 ints from or to rank r)
 *   MPI_Allgather 2, MPI_Alltoall 2 (of a block; the second in place)
 *   MPI_Allgatherv 1, MPI_Alltoallv 1, MPI_Alltoallw 1 (of a block)
 *   MPI_Reduce 2, MPI_Allreduce 2 (of a block; the second in place)
 *   MPI_Reduce_scatter_block 1, MPI_Reduce_scatter 1 (a block for each)
 *   MPI_Scan 1, MPI_Exscan 1 (of a block), MPI_Reduce_local 1 (of a block)
 * At most 8 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { BLOCK = 4, RANKS = 8 };

static int rank, size;
static int mine[BLOCK * RANKS], all[BLOCK * RANKS];
static int counts[RANKS], starts[RANKS];

static void gather_and_scatter(MPI_Comm comm)
{
    int lengths[RANKS], places[RANKS];

    for (int r = 0; r < size; r++) {
        lengths[r] = r + 1;
        places[r] = r * BLOCK;
    }
    MPI_Gather(mine, BLOCK, MPI_INT, all, BLOCK, MPI_INT, 0, comm);
    MPI_Gather(rank == 0 ? MPI_IN_PLACE : mine, BLOCK, MPI_INT, all, BLOCK,
               MPI_INT, 0, comm);
    MPI_Scatter(all, BLOCK, MPI_INT, mine, BLOCK, MPI_INT, 0, comm);
    MPI_Scatter(all, BLOCK, MPI_INT, rank == 0 ? MPI_IN_PLACE : mine, BLOCK,
                MPI_INT, 0, comm);
    MPI_Gatherv(mine, rank + 1, MPI_INT, all, lengths, places, MPI_INT, 0,
                comm);
    MPI_Scatterv(all, lengths, places, MPI_INT, mine, rank + 1, MPI_INT, 0,
                 comm);
}

static void all_to_all(MPI_Comm comm)
{
    int offsets[RANKS];
    MPI_Datatype types[RANKS];

    for (int r = 0; r < size; r++) {
        offsets[r] = starts[r] * (int)sizeof(int);
        types[r] = MPI_INT;
    }
    MPI_Allgather(mine, BLOCK, MPI_INT, all, BLOCK, MPI_INT, comm);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, BLOCK, MPI_INT, comm);
    MPI_Alltoall(mine, BLOCK, MPI_INT, all, BLOCK, MPI_INT, comm);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, all, BLOCK, MPI_INT, comm);
    MPI_Allgatherv(mine, BLOCK, MPI_INT, all, counts, starts, MPI_INT, comm);
    MPI_Alltoallv(mine, counts, starts, MPI_INT, all, counts, starts, MPI_INT,
                  comm);
    MPI_Alltoallw(mine, counts, offsets, types, all, counts, offsets, types,
                  comm);
}

static void reduce(MPI_Comm comm)
{
    MPI_Reduce(mine, all, BLOCK, MPI_INT, MPI_SUM, 0, comm);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : mine, mine, BLOCK, MPI_INT, MPI_SUM,
               0, comm);
    MPI_Allreduce(mine, all, BLOCK, MPI_INT, MPI_SUM, comm);
    MPI_Allreduce(MPI_IN_PLACE, all, BLOCK, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter_block(mine, all, BLOCK, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter(mine, all, counts, MPI_INT, MPI_SUM, comm);
    MPI_Scan(mine, all, BLOCK, MPI_INT, MPI_SUM, comm);
    MPI_Exscan(mine, all, BLOCK, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_local(mine, all, BLOCK, MPI_INT, MPI_SUM);
}

int main(int argc, char **argv)
{
    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > RANKS)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int r = 0; r < size; r++) {
        counts[r] = BLOCK;
        starts[r] = r * BLOCK;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(mine, BLOCK, MPI_INT, 0, MPI_COMM_WORLD);
    gather_and_scatter(MPI_COMM_WORLD);
    all_to_all(MPI_COMM_WORLD);
    reduce(MPI_COMM_WORLD);
    if (rank == 0)
        printf("collectives: done\n");
    MPI_Finalize();
    return 0;
}
