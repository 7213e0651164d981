/* neighbours.c - the neighbourhood collectives, on a ring, a row and a star
 *
 * The ring is a periodic Cartesian communicator of one dimension, so each rank
 * has two neighbours, with two ranks twice the same.  The row is one that does
 * not go round: at its ends there is MPI_PROC_NULL.  The star is a graph: 0
 * has edges from and to all others, which have them from and to 0 alone.
 *
 * Calls on each rank, 1 on the ring, the row and the star, so 3 in all:
 *   MPI_Neighbor_allgather, MPI_Neighbor_allgatherv, MPI_Neighbor_alltoall,
 *   MPI_Neighbor_alltoallv, MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoall,
 *   MPI_Neighbor_allgather_init, MPI_Start, MPI_Request_free
 * and MPI_Wait 6, MPI_Cart_create 2, MPI_Dist_graph_create_adjacent 1,
 * MPI_Comm_free 3.  Each of the 7 collectives moves 4 ints along each edge,
 * so 112 bytes in all go r -> r+1 and r -> r-1 on the ring, the same on the
 * row but for what there is beyond its ends, and 112 bytes 0 -> r and r -> 0
 * on the star.  At most 8 ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { BLOCK = 4, MOST = 8 };

/* All neighbourhood collectives on 'comm', where we have 'degree' neighbours
 */
static void talk(MPI_Comm comm, int degree)
{
    static int out[BLOCK * MOST], in[BLOCK * MOST];
    int counts[MOST], starts[MOST];
    MPI_Aint offsets[MOST];
    MPI_Datatype types[MOST];
    MPI_Request request;

    for (int i = 0; i < degree; i++) {
        counts[i] = BLOCK;
        starts[i] = i * BLOCK;
        offsets[i] = starts[i] * (MPI_Aint)sizeof(int);
        types[i] = MPI_INT;
    }
    MPI_Neighbor_allgather(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, comm);
    MPI_Neighbor_allgatherv(out, BLOCK, MPI_INT, in, counts, starts, MPI_INT,
                            comm);
    MPI_Neighbor_alltoall(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, comm);
    MPI_Neighbor_alltoallv(out, counts, starts, MPI_INT, in, counts, starts,
                           MPI_INT, comm);
    MPI_Neighbor_alltoallw(out, counts, offsets, types, in, counts, offsets,
                           types, comm);
    MPI_Ineighbor_alltoall(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, comm,
                           &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather_init(out, BLOCK, MPI_INT, in, BLOCK, MPI_INT, comm,
                                MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    int rank, size, periodic = 1, ends = 0, degree, others[MOST] = { 0 };
    MPI_Comm ring, row, star;

    alarm(120); /* whatever happens, this ends */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > MOST)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    talk(ring, 2);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &ends, 0, &row);
    talk(row, 2);

    degree = rank == 0 ? size - 1 : 1;
    for (int i = 0; rank == 0 && i < degree; i++)
        others[i] = i + 1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, others,
                                   MPI_UNWEIGHTED, degree, others,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &star);
    talk(star, degree);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&row);
    MPI_Comm_free(&star);
    if (rank == 0)
        printf("neighbours: done\n");
    MPI_Finalize();
    return 0;
}
