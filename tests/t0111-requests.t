#!/bin/sh
# What completes requests completes the right ones: in any order, by any
# call, once or many times, in parts, or never.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job completions 3 completions
same_output
sound
table 'messages are the same however they are completed' messages <<'END'
0>1 24 9600 512:24
1>2 24 9600 512:24
2>0 24 9600 512:24
END
table 'their bytes are told by what began them' calls <<'END'
MPI_Cancel 3 0
MPI_Irecv 75 28800
MPI_Isend 72 28800
MPI_Wait 27 0
MPI_Waitall 3 0
MPI_Waitany 27 0
END
fact 'a receive that was cancelled is of no size' \
    'call("MPI_Irecv").sizes' '{"512":72}'

watch_job persistent 3 persistent
same_output
sound
table 'each start of a persistent request is a message' messages <<'END'
0>1 12 480 64:12
1>2 12 480 64:12
2>0 12 480 64:12
END
table 'of the start, not of making the request' calls <<'END'
MPI_Barrier 9 0
MPI_Bsend_init 3 0
MPI_Buffer_detach 3 0
MPI_Recv_init 12 0
MPI_Request_free 24 0
MPI_Rsend_init 3 0
MPI_Send_init 3 0
MPI_Ssend_init 3 0
MPI_Start 18 720
MPI_Startall 27 1080
MPI_Waitall 36 0
END

watch_job partitioned 3 partitioned
same_output
sound
table 'a message in parts is one message' messages <<'END'
0>1 3 768 256:3
1>2 3 768 256:3
2>0 3 768 256:3
END
table 'whoever says that its parts are ready' calls <<'END'
MPI_Pready 18 0
MPI_Pready_list 9 0
MPI_Pready_range 9 0
MPI_Precv_init 3 0
MPI_Psend_init 3 0
MPI_Request_free 6 0
MPI_Startall 9 2304
MPI_Waitall 9 0
END

watch_job failing 2 failing
same_output
fact 'what came with a failure beside it was received' '.ranks[0]
    | [.received_count, .received_bytes]' '[34,1360]'
fact 'and the bytes are told by what began it' \
    '[bytes("MPI_Irecv", "MPI_Startall")]' '[1080,280]'
fact 'what failed is told, and nothing is open' '.unseen' \
    '["10 receives failed or had an end that could not be seen; their bytes'"\
"' are not counted as received"]'
tap_done
