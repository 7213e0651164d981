#!/bin/sh
# Bytes are those of the data, whatever its datatype and its count.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job types 3 types
same_output
sound
table 'bytes are those that are sent, without what is between' messages <<'END'
0>1 9 3004108 0:3 32:3 64:1 4096:1 4194304:1
1>2 9 3004108 0:3 32:3 64:1 4096:1 4194304:1
2>0 9 3004108 0:3 32:3 64:1 4096:1 4194304:1
END
table 'large counts are calls of their own, and nobody gets nothing' \
    calls <<'END'
MPI_Irecv_c 3 9000000
MPI_Isend_c 3 9000000
MPI_Recv 3 0
MPI_Send 3 0
MPI_Sendrecv 21 324
MPI_Sendrecv_c 3 12000
MPI_Wait 6 0
END
fact 'a call that sends and receives is as large as what it sends' \
    'call("MPI_Sendrecv").sizes' '{"0":9,"32":9,"64":3}'
tap_done
