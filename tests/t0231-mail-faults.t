#!/bin/sh
# t0231-mail-faults.t - messages under way when a change is given up while they
# are collected: none is lost
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
host=$(hostname)

# at_gate NAME WAY  - start crossing under a script, and have it wait
at_gate() {
    job=$1
    rm -rf gate "${MITOSIS_PAGES:?}"/*
    MITOSIS_SCRIPT="10 migrate 1 $host" MITOSIS_OUTPUT="$scratch/$job.json" \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 3 \
        "$programs/crossing" 30 "$2" gate &
    running=$!
    until_true is_there || check "$job: it comes to its gate" false
    folder=$(echo "$MITOSIS_PAGES"/mitosis-*)
}
is_there() {
    ctl status >standing 2>&1
    test "$(grep -c 'running, sync 6$' standing)" -eq 3
}

# goes_on SENTENCE  - let it go on; the change is given up, the program is not
goes_on() {
    touch gate
    wait "$running"
    check "$job: no message is lost" is_well
    check 'and the reason is told' grep -Eq "^mitosis: $1" "$job.err"
    gone
}
given_up="migrate 1 $host was given up:"
is_well() {
    cat "$job.err"
    grep -qx 'exit status 0' "$job.status" \
        && grep -qx 'crossing: ok after 30 steps' "$job.out"
}

# Rank 1 cannot begin to collect, while rank 2 still waits for what was sent
# on a communicator that nobody looks at.
at_gate early split
mkdir "$folder/mail-1-1"
touch gate
until_true test -s "$job.err"
# The job may end before that, and then cannot remove its folder.
rmdir "$folder/mail-1-1" && rmdir "$folder" 2>/dev/null
goes_on "$given_up rank 1: .*/mail-1-1: Is a directory"

# The agent is killed while two ranks still collect, and another one tells.
at_gate killed split
touch gate
phase collecting
kill -KILL "$(agent)"
goes_on "the agent was lost and is there again; ${given_up%:}"
tap_done
