#!/bin/sh
# MPI_Pcontrol and mito_sync: a program tells its iterations, and when not to
# look.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job marks 2 marks
same_output
sound
fact 'iterations are those the program marks' '.iterations
    | [.found, .manual, .agreed, .count, (.seconds | length)]' \
    '[true,true,true,10,10]'
fact 'each with its time' '[.iterations
    | .seconds[], .min_seconds, .median_seconds | . >= 0.005] | all' true
fact 'and the calls in it, on the mean' \
    '.iterations.calls_per_iteration' 3
table 'the marks are calls, too' own_calls <<'END'
MPI_Comm_rank 2 0
MPI_Comm_size 2 0
MPI_Finalize 2 0
MPI_Init 2 0
MPI_Pcontrol 20 0
END
table 'what goes on is counted as ever' calls <<'END'
MPI_Barrier 10 0
MPI_Bcast 6 240
MPI_Sendrecv 58 2320
END

job=sync
run_watched sync -n 2 "$top_builddir/examples/cg" 8 6
sound
fact 'a malleable program tells them by mito_sync()' '.iterations
    | [.found, .manual, .agreed, .count, .calls_per_iteration]' \
    '[true,true,true,6,52]'
"$top_builddir/mitosis" report sync.json >text 2>&1
check 'the loop within them is shown with its rounds' \
    grep -E '^ +96 .*MPI_Allgatherv in multiply' text
check 'and they are not found once more' \
    test "$(grep -cE '^ {6,}6 .* 52 ' text)" -eq 1

watch_job pauses 3 pauses
same_output
table 'nothing counts while the program wants nobody to look' calls <<'END'
MPI_Comm_free 6 0
MPI_Comm_split 3 0
MPI_Irecv 3 0
MPI_Isend 3 300
MPI_Put 3 48
MPI_Request_free 3 0
MPI_Sendrecv 30 444
MPI_Startall 9 288
MPI_Waitall 12 0
MPI_Win_fence 6 0
MPI_Win_free 3 0
END
table 'what was made then is known when it is used' messages <<'END'
0>1 13 332 8:3 16:4 32:5 128:1
0>2 1 12 16:1
1>0 1 12 16:1
1>2 13 332 8:3 16:4 32:5 128:1
2>0 13 332 8:3 16:4 32:5 128:1
2>1 1 12 16:1
END
table 'windows, too' onesided <<'END'
0>1 put 1 16 got 0 0
1>2 put 1 16 got 0 0
2>0 put 1 16 got 0 0
END
table 'of what was begun before and ended then the rest is not known' \
    ranks <<'END'
0 14 344 13 244
1 14 344 13 244
2 14 344 13 244
END
table 'the report says so' '.unseen[]' <<'END'
3 receives failed or had an end that could not be seen; their bytes are not counted as received
3 ranks switched watching off for a while (MPI_Pcontrol); what they did then is not in here
END
fact 'and how long it was' '[.ranks[]
    | .paused > 0 and (.wall - .compute - .mpi - .paused | fabs) < 1e-6]' \
    '[true,true,true]'

# Of what each step sleeps before its only call nothing is lost, and none of it
# counts to another one.
grows() {
    ask '.iterations | [.count, .seconds]'
    ask '(.iterations.seconds | length) == 8
        and ([.iterations.seconds | to_entries[]
            | .value >= 0.0299 * (.key + 1)] | all)
        and .iterations.start_up_seconds + .iterations.wind_down_seconds
            + (.iterations.seconds | add) <= .wall_seconds * 1.001 + 0.001' | grep -qx true
}
run_watched alone -n 2 "$programs/growing" 8 30000
check 'steps that end with a call have the time before it' grows
for changes in '3 resize 3; 6 resize 1' '8 resize 1'; do
    export MITOSIS_SCRIPT="$changes"
    run_watched changed -n 2 "$programs/growing" 8 30000
    check "so they do where ranks change: $changes" grows
done
unset MITOSIS_SCRIPT
tap_done
