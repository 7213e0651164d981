#!/bin/sh
# A program that loads MPI late, and for the one who loads it only, as Python
# does.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job late 3 late "$programs/late_plugin.so"
same_output
sound
table 'messages count' messages <<'END'
0>1 5 60 16:5
1>2 5 60 16:5
2>0 5 60 16:5
END
table 'and calls' calls <<'END'
MPI_Barrier 3 0
MPI_Sendrecv 15 180
END
sites 'call sites are those in the library that was loaded' <<'END'
MPI_Barrier 3 0 late_plugin_run: MPI_Barrier(MPI_COMM_WORLD
MPI_Sendrecv 15 180 late_plugin_run: MPI_Sendrecv(out, 3
END
tap_done
