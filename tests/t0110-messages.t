#!/bin/sh
# Point to point: who sent what to whom, however it was sent and received.
# tests/programs/*.c say what they send.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job ring 3 ring
same_output
sound
table 'each message of the ring counts' messages <<'END'
0>1 10 40 4:10
1>2 10 40 4:10
2>0 10 40 4:10
END
table 'and so does each call' calls <<'END'
MPI_Recv 30 120
MPI_Send 30 120
END
table 'even those that are for the rank itself' own_calls <<'END'
MPI_Comm_rank 3 0
MPI_Comm_size 3 0
MPI_Finalize 3 0
MPI_Init 3 0
END

watch_job wildcard 3 wildcard
same_output
sound
table 'what came from anyone counts for who it was' ranks <<'END'
0 0 0 6 48
1 3 24 0 0
2 3 24 0 0
END
table 'by the sizes of the messages' messages <<'END'
1>0 3 24 4:1 8:1 16:1
2>0 3 24 4:1 8:1 16:1
END
table 'in calls that ignore the status, too' calls <<'END'
MPI_Barrier 9 0
MPI_Irecv 4 40
MPI_Recv 2 8
MPI_Send 6 48
MPI_Wait 2 0
MPI_Waitall 1 0
END

watch_job probes 3 probes
same_output
sound
table 'what a probe found counts for who sent it' ranks <<'END'
0 0 0 8 80
1 4 40 0 0
2 4 40 0 0
END
table 'a message is received by the call that takes it' calls <<'END'
MPI_Barrier 12 0
MPI_Imrecv 2 32
MPI_Mprobe 2 0
MPI_Mrecv 2 24
MPI_Probe 2 0
MPI_Recv 4 24
MPI_Send 8 80
MPI_Wait 2 0
END
fact 'probes are counted, whatever they find' \
    '[count("MPI_Iprobe"), count("MPI_Improbe")] | map(. >= 2) | all' true

watch_job modes 3 modes
same_output
table 'each way to send sends' messages <<'END'
0>1 9 360 64:9
1>2 9 360 64:9
2>0 9 360 64:9
END
table 'and is a call of its own' calls <<'END'
MPI_Barrier 27 0
MPI_Bsend 3 120
MPI_Buffer_detach 3 0
MPI_Ibsend 3 120
MPI_Irecv 27 1080
MPI_Irsend 3 120
MPI_Isend 3 120
MPI_Issend 3 120
MPI_Request_free 3 0
MPI_Rsend 3 120
MPI_Send 3 120
MPI_Send_init 3 0
MPI_Ssend 3 120
MPI_Start 3 120
MPI_Wait 39 0
END
sound
tap_done
