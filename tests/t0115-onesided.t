#!/bin/sh
# One-sided: who put what where and got it from there, by world ranks.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

# To the next rank 40 bytes put, 20 accumulated, 8 and 24 put, 8 swapped; from
# it 40 got and 8 swapped.  To and from rank 0 10 times 8 bytes.
watch_job onesided 3 onesided
same_output
sound
table 'what changes a window is put, what comes from it is got' \
    onesided <<'END'
0>0 put 10 80 got 10 80
0>1 put 5 100 got 2 48
1>0 put 10 80 got 10 80
1>2 put 5 100 got 2 48
2>0 put 15 180 got 12 128
END
fact 'and no message' '.messages | length' 0
table 'each call counts what it moves, there and back' calls <<'END'
MPI_Accumulate 3 60
MPI_Barrier 9 0
MPI_Compare_and_swap 3 48
MPI_Fetch_and_op 30 480
MPI_Get 3 120
MPI_Put 6 144
MPI_Rput 3 72
MPI_Wait 3 0
MPI_Win_allocate 3 0
MPI_Win_complete 3 0
MPI_Win_create 3 0
MPI_Win_fence 12 0
MPI_Win_flush 30 0
MPI_Win_free 6 0
MPI_Win_lock 3 0
MPI_Win_lock_all 3 0
MPI_Win_post 3 0
MPI_Win_start 3 0
MPI_Win_unlock 3 0
MPI_Win_unlock_all 3 0
MPI_Win_wait 3 0
END
table 'and so does each rank' \
    '.ranks[] | "\(.rank) \(.put_count) \(.put_bytes) \(.get_count) \(.get_bytes)"' <<'END'
0 15 180 12 128
1 15 180 12 128
2 15 180 12 128
END
tap_done
