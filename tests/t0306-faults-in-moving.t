#!/bin/sh
# t0306-faults-in-moving.t - what goes wrong between hosts while the state moves:
# the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
patience=300

# plate NAME  - a job with more state than fickle; it takes a few seconds
plate() {
    job=$1
    MITOSIS_COMPRESS=off MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" \
        launch -genv LD_PRELOAD "$preload" -hosts h1,h2 -n 2 \
        "$top_builddir/examples/heat" 1200 600 1600 &
    running=$!
    until_true is_on || check "$job starts" false
}
# The same as by itself.
plate_ends() {
    wait "$running"
    check "$job: the program ends well" same_plate
    check "$job: nothing is left on any host" until_true nothing_left
}
same_plate() { grep -qx 'exit status 0' "$job.status" && cmp alone.plate "$job.out"; }
"$top_builddir/examples/heat" 1200 600 1600 >alone.plate

# moving  - have a change come to where the state moves, slowly
moving() {
    plate "$1"
    hosts_do rate h3 "$2"
    begin moving migrate 1 h3
}

export MITOSIS_PATIENCE=5
plate slow_move
hosts_do rate h3 1200kbit
ask_for migrate 1 h3
check 'what is slow and moves on is not given up' was_said 'done at sync'
hosts_do rate h3 none
plate_ends

moving killed_move 1mbit
kill_all h3 "^$top_builddir/examples/heat"
hosts_do rate h3 none
given_up 'new rank|the new ranks ended'
plate_ends

moving agent_move 1mbit
kill_all h1 'mitosis agent'
hosts_do rate h3 none
wait "$asking"
plate_ends

# The link is back before anybody has lost patience, or after that.
moving mended_move 1mbit
hosts_do cut h3
sleep 1 # this is how long it is cut
hosts_do mend h3
hosts_do rate h3 none
wait "$asking"
check "$job: a link that is soon back is no fault" says 'done at sync'
plate_ends

moving cut_move 1mbit
hosts_do cut h3
given_up 'nothing came for 15 s|host h3 cannot be reached|new rank'
hosts_do mend h3
hosts_do rate h3 none
plate_ends
tap_done
