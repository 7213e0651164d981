#!/bin/sh
# MPI_THREAD_MULTIPLE: several threads in MPI at the same time, and no count
# gets lost between them.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job threads 3 threads
same_output
sound
table 'messages of all threads count' messages <<'END'
0>1 40 400 4:10 8:10 16:20
1>2 40 400 4:10 8:10 16:20
2>0 40 400 4:10 8:10 16:20
END
table 'so do their calls' calls <<'END'
MPI_Irecv 120 1200
MPI_Isend 120 1200
MPI_Wait 120 0
END
fact 'and questions, counted or timed' 'count("MPI_Test") >= 120' true
fact 'which are of two places' \
    '[.callsites[] | select(.call == "MPI_Wait" or .call == "MPI_Test")]
    | length' 2
fact 'the report tells how many threads called MPI' '[.ranks[].threads]' \
    '[5,5,5]'
fact 'how long those but the main one were in MPI' \
    '[.ranks[] | .other_threads_mpi_seconds > 0] | all' true
fact 'time is that of the thread that started MPI' \
    '[.ranks[] | .mpi <= .wall] | all' true
tap_done
