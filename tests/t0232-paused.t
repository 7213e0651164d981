#!/bin/sh
# t0232-paused.t - a program that is not watched is not changed: nobody knows
# what is under way
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(hostname)

# unseen WAY CHANGE  - run crossing, which has watching paused at step 3
unseen() {
    job=$1
    MITOSIS_SCRIPT="10 $2" run_watched "$job" -n 3 "$programs/crossing" 30 "$job"
    check "$job: no message is lost" is_well
    check 'the change is given up' is_told "$2"
    check 'nothing is left behind' is_tidy
}
is_well() {
    cat "$job.err"
    grep -qx 'exit status 0' "$job.status" \
        && grep -qx 'crossing: ok after 30 steps' "$job.out"
}
is_told() {
    cat "$job.err"
    test "$(wc -l <"$job.err")" -eq 1 && grep -qx "mitosis: $1 was given up: \
rank [0-2]: the program has called MPI_Pcontrol(0), so it is not known which \
messages and requests are under way" "$job.err"
}
is_tidy() { ! find "$MITOSIS_PAGES" -mindepth 1 | grep .; }

unseen paused "migrate 1 $host"
unseen pending 'resize 2'
tap_done
