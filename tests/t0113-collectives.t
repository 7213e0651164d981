#!/bin/sh
# Collectives: what each rank hands in, as the head of pmpi/mpi/mpi.list has it.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job collectives 3 collectives
same_output
sound
table 'a rank hands in what it sends, in place or not' collectives <<'END'
MPI_Allgather MPI_COMM_WORLD 6 96 16:6
MPI_Allgatherv MPI_COMM_WORLD 3 48 16:3
MPI_Allreduce MPI_COMM_WORLD 6 96 16:6
MPI_Alltoall MPI_COMM_WORLD 6 288 64:6
MPI_Alltoallv MPI_COMM_WORLD 3 144 64:3
MPI_Alltoallw MPI_COMM_WORLD 3 144 64:3
MPI_Barrier MPI_COMM_WORLD 3 0 0:3
MPI_Bcast MPI_COMM_WORLD 3 48 16:3
MPI_Exscan MPI_COMM_WORLD 3 48 16:3
MPI_Gather MPI_COMM_WORLD 6 96 16:6
MPI_Gatherv MPI_COMM_WORLD 3 24 4:1 8:1 16:1
MPI_Reduce MPI_COMM_WORLD 6 96 16:6
MPI_Reduce_scatter MPI_COMM_WORLD 3 144 64:3
MPI_Reduce_scatter_block MPI_COMM_WORLD 3 144 64:3
MPI_Scan MPI_COMM_WORLD 3 48 16:3
MPI_Scatter MPI_COMM_WORLD 6 160 16:4 64:2
MPI_Scatterv MPI_COMM_WORLD 3 44 8:1 16:1 32:1
END
fact 'and sends nobody a message' '[.messages, .one_sided]' '[[],[]]'
fact 'calls and collectives are the same' '([.calls[]
    | select(.kind == "collective") | [.name, .count, .bytes]] | sort)
    == ([.collectives[] | [.call, .count, .bytes]] | sort)' true

watch_job icollectives 3 icollectives
same_output
sound
table 'those that are begun count when they begin' collectives <<'END'
MPI_Iallgather MPI_COMM_WORLD 3 48 16:3
MPI_Iallgatherv MPI_COMM_WORLD 3 48 16:3
MPI_Iallreduce MPI_COMM_WORLD 3 48 16:3
MPI_Ialltoall MPI_COMM_WORLD 3 144 64:3
MPI_Ialltoallv MPI_COMM_WORLD 3 144 64:3
MPI_Ialltoallw MPI_COMM_WORLD 3 144 64:3
MPI_Ibarrier MPI_COMM_WORLD 3 0 0:3
MPI_Ibcast MPI_COMM_WORLD 3 48 16:3
MPI_Iexscan MPI_COMM_WORLD 3 48 16:3
MPI_Igather MPI_COMM_WORLD 3 48 16:3
MPI_Igatherv MPI_COMM_WORLD 3 48 16:3
MPI_Ireduce MPI_COMM_WORLD 3 48 16:3
MPI_Ireduce_scatter MPI_COMM_WORLD 3 144 64:3
MPI_Ireduce_scatter_block MPI_COMM_WORLD 3 144 64:3
MPI_Iscan MPI_COMM_WORLD 3 48 16:3
MPI_Iscatter MPI_COMM_WORLD 3 80 16:2 64:1
MPI_Iscatterv MPI_COMM_WORLD 3 80 16:2 64:1
END
fact 'and are completed by one call' 'call("MPI_Waitall") | [.count, .bytes]' \
    '[3,0]'

watch_job pcollectives 3 pcollectives
same_output
sound
table 'persistent ones count each time they are started' collectives <<'END'
MPI_Allgather_init MPI_COMM_WORLD 6 96 16:6
MPI_Allgatherv_init MPI_COMM_WORLD 6 96 16:6
MPI_Allreduce_init MPI_COMM_WORLD 6 96 16:6
MPI_Alltoall_init MPI_COMM_WORLD 6 288 64:6
MPI_Alltoallv_init MPI_COMM_WORLD 6 288 64:6
MPI_Alltoallw_init MPI_COMM_WORLD 6 288 64:6
MPI_Barrier_init MPI_COMM_WORLD 6 0 0:6
MPI_Bcast_init MPI_COMM_WORLD 6 96 16:6
MPI_Exscan_init MPI_COMM_WORLD 6 96 16:6
MPI_Gather_init MPI_COMM_WORLD 6 96 16:6
MPI_Gatherv_init MPI_COMM_WORLD 6 96 16:6
MPI_Reduce_init MPI_COMM_WORLD 6 96 16:6
MPI_Reduce_scatter_block_init MPI_COMM_WORLD 6 288 64:6
MPI_Reduce_scatter_init MPI_COMM_WORLD 6 288 64:6
MPI_Scan_init MPI_COMM_WORLD 6 96 16:6
MPI_Scatter_init MPI_COMM_WORLD 3 80 16:2 64:1
MPI_Scatterv_init MPI_COMM_WORLD 6 160 16:4 64:2
END
fact 'the start hands in their bytes' \
    '[count("MPI_Start", "MPI_Startall"), bytes("MPI_Start", "MPI_Startall"),
    bytes("MPI_Alltoall_init")]' '[6,6,0,2544,0]'

# Each edge of the ring, the row and the star takes 16 bytes each time: a rank
# of the ring has 2 of them, 1 of the row and 0 of the star 2, the others 1.
watch_job neighbours 3 neighbours
same_output
sound
table 'neighbours get what goes along the edges' calls <<'END'
MPI_Cart_create 6 0
MPI_Comm_free 9 0
MPI_Dist_graph_create_adjacent 3 0
MPI_Ineighbor_alltoall 9 224
MPI_Neighbor_allgather 9 144
MPI_Neighbor_allgather_init 9 0
MPI_Neighbor_allgatherv 9 144
MPI_Neighbor_alltoall 9 224
MPI_Neighbor_alltoallv 9 224
MPI_Neighbor_alltoallw 9 224
MPI_Request_free 9 0
MPI_Start 9 144
MPI_Wait 18 0
END
tap_done
