#!/bin/sh
# t0132-waiting.t - what is told of ranks that wait, however they do it
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

# Rank 0 sleeps for 120 ms before each of these, for which the two others wait 240
# in all, or less if they are late themselves.  Beside other work the first
# to come may take a core away from the others, but to move 8 bytes takes none.
watch_job always_late 3 always_late 40 3
same_output
sound
table 'who waits for a rank that is always late waits, whatever the call' \
    '[.calls[] | select(.name | IN("MPI_Wait", "MPI_Waitall", "MPI_Waitany",
        "MPI_Waitsome", "MPI_Probe", "MPI_Sendrecv", "MPI_Scatter",
        "MPI_Win_wait"))
    | "\(.name) \(.seconds > 0.1) \(.waiting_seconds > 0.9 * .seconds)"]
    | sort | .[]' <<'END'
MPI_Probe true true
MPI_Scatter true true
MPI_Sendrecv true true
MPI_Wait true true
MPI_Waitall true true
MPI_Waitany true true
MPI_Waitsome true true
MPI_Win_wait true true
END
fact 'and so it is in the lines of code' '[.callsites[]
    | select(.seconds > 0.2 and .waiting_seconds < 0.9 * .seconds).call]' '[]'
fact 'no other thread is in MPI than the main one' \
    '[.ranks[].other_threads_mpi_seconds]' '[0,0,0]'

# Right after a sync a rank that waits for a message may stand still there.
timeout 120 "$top_builddir/mitosis" run --summary off \
    --output "$scratch/synced.json" -n 2 "$programs/slow_first" 50 \
    </dev/null >synced.out 2>synced.err &
pid=$!
job=now
is_late() {
    "$top_builddir/mitosis" report --now "$MITOSIS_PAGES"/* \
        --output now.json >now 2>&1 \
        && test "$(ask '.ranks[1] | .sent_count == 0 and .received_count == 2
            and .inside.call == "MPI_Recv"')" = true
}
until_true is_late
fact 'whom a rank waits for is seen after a sync, too' \
    '.ranks[1].inside | [.call, .peer]' '["MPI_Recv",0]'
kill "$pid"
wait "$pid" 2>/dev/null
tap_done
