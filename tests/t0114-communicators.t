#!/bin/sh
# Communicators: ranks are those of MPI_COMM_WORLD whatever communicator was
# used, and a handle that comes again is another communicator.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job comms 4 comms
same_output
sound
table 'messages go from world rank to world rank' messages <<'END'
0>1 34 272 8:34
0>2 3 24 8:3
0>3 4 32 8:4
1>0 10 80 8:10
1>2 28 224 8:28
1>3 3 24 8:3
2>0 3 24 8:3
2>1 4 32 8:4
2>3 34 272 8:34
3>0 28 224 8:28
3>1 3 24 8:3
3>2 10 80 8:10
END
table 'communicators are told by their members, in their order' \
    communicators <<'END'
 2,0,3,1 size 4 made 1 ranks 4
 2,0|3,1 size 4 made 1 ranks 4
 3,2,1,0 size 4 made 1 ranks 4
MPI_COMM_SELF  size 1 made 1 ranks 4
MPI_COMM_WORLD 0-3 size 4 made 23 ranks 4
even 2,0 size 2 made 1 ranks 2
odd 3,1 size 2 made 1 ranks 2
END
table 'making and freeing them counts' calls <<'END'
MPI_Cart_create 4 0
MPI_Comm_create_group 4 0
MPI_Comm_dup 84 0
MPI_Comm_free 104 0
MPI_Comm_set_name 4 0
MPI_Comm_split 4 0
MPI_Intercomm_create 4 0
MPI_Intercomm_merge 4 0
MPI_Sendrecv 164 1312
END

watch_job reuse 4 reuse
same_output
sound
table 'a handle that comes again has its new members' messages <<'END'
0>1 3 36 8:2 32:1
0>2 1 8 8:1
0>3 3 60 16:1 32:2
1>0 3 60 16:1 32:2
1>2 3 36 8:2 32:1
1>3 1 8 8:1
2>0 1 8 8:1
2>1 3 60 16:1 32:2
2>3 3 36 8:2 32:1
3>0 3 36 8:2 32:1
3>1 1 8 8:1
3>2 3 60 16:1 32:2
END
table 'so has a window' onesided <<'END'
0>1 put 2 32 got 0 0
0>2 put 1 16 got 0 0
1>2 put 2 32 got 0 0
1>3 put 1 16 got 0 0
2>0 put 1 16 got 0 0
2>3 put 2 32 got 0 0
3>0 put 2 32 got 0 0
3>1 put 1 16 got 0 0
END
table 'all of them are known' communicators <<'END'
 0,2 size 2 made 1 ranks 2
 0,2-3 size 3 made 1 ranks 3
 0,2|1,3 size 4 made 1 ranks 4
 0-1,3 size 3 made 1 ranks 3
 0-2 size 3 made 1 ranks 3
 1,3 size 2 made 1 ranks 2
 1-3 size 3 made 1 ranks 3
 3,2,1,0 size 4 made 3 ranks 4
MPI_COMM_SELF  size 1 made 1 ranks 4
MPI_COMM_WORLD 0-3 size 4 made 5 ranks 4
END
table 'between two groups only the one that sends hands something in' \
    collectives <<'END'
MPI_Allgather 0,2|1,3 4 64 16:4
MPI_Alltoall 0,2|1,3 4 128 32:4
MPI_Bcast 0,2|1,3 4 48 0:1 16:3
MPI_Gather 0,2|1,3 4 32 0:2 16:2
END
tap_done
