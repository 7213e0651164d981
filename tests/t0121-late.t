#!/bin/sh
# A program that loads MPI late, and for the one who loads it only, as Python
# does; and one whose settings come late.
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

# What the library does before a rank has its page takes time, here until the
# settings come; a run begins when the process does all the same.
job=begun
mkfifo settings
MITOSIS_CONFIG="$scratch/settings" run_watched $job -n 1 "$programs/marks" &
timeout 120 sh -c 'exec 9>settings; date +%s%N >waiting'
wait
less() { echo "$1 $2"; test "$1" -lt "$2"; }
check 'a run begins before its page is made' \
    less "$(ask .started_ns)" "$(cat waiting)"
tap_done
