#!/bin/sh
# MPI without MPI_Init: sessions, in which there is no MPI_COMM_WORLD.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job sessions 3 sessions
same_output
sound
table 'ranks are those of mpi://WORLD' messages <<'END'
0>1 5 200 64:5
1>2 5 200 64:5
2>0 5 200 64:5
END
table 'calls count from the first session on' calls <<'END'
MPI_Allreduce 3 12
MPI_Comm_create_from_group 3 0
MPI_Comm_free 3 0
MPI_Sendrecv 15 600
END
table 'to its end' own_calls <<'END'
MPI_Comm_rank 3 0
MPI_Comm_size 3 0
MPI_Group_free 3 0
MPI_Group_from_session_pset 3 0
MPI_Session_finalize 3 0
MPI_Session_init 3 0
END
table 'a communicator of all is of all' collectives <<'END'
MPI_Allreduce MPI_COMM_WORLD 3 12 4:3
END
fact 'the start of MPI is timed' '[.ranks[].init > 0] | all' true
tap_done
