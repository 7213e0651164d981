#!/bin/sh
# C++: exceptions pass us by, calls inside of calls are not counted twice.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

export MITOSIS_DEPTH=2
watch_job cplusplus 3 cplusplus
same_output
sound
table 'messages count' messages <<'END'
0>1 6 144 32:6
1>2 6 144 32:6
2>0 6 144 32:6
END
table 'and calls' calls <<'END'
MPI_Allreduce 6 72
MPI_Sendrecv 18 432
END
fact 'a destructor'"'"'s too, as an exception goes by' \
    '[count("MPI_Type_commit", "MPI_Type_free")]' '[18,18]'
fact 'names are those of the source' \
    '[.callsites[] | select(.call == "MPI_Sendrecv") | .frames[]
    | sub("[(]cplusplus.cc:[0-9]+[)]"; "") | sub(".*::"; "")
    | sub("[(].*"; "") | rtrimstr(" ")]' '["pass_on","main"]'
fact 'no time of a callback is taken twice' \
    '[.ranks[] | .mpi <= .wall] | all' true
tap_done
