#!/bin/sh
# t0306-faults-in-moving.t - what goes wrong between hosts while the state moves:
# the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4

# plate NAME  - a job with more state than fickle, which changes at sync 5:
# nothing goes on without that, however long it takes to get there
plate() {
    job=$1
    MITOSIS_SCRIPT='5 migrate 1 h3' MITOSIS_COMPRESS=off \
        MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" \
        launch -genv LD_PRELOAD "$preload" -hosts h1,h2 -n 2 \
        "$top_builddir/examples/heat" 1200 600 800 &
    running=$!
}
# The same as by itself.
plate_ends() {
    wait "$running"
    check "$job: the program ends well" same_plate
    check "$job: nothing is left on any host" until_true nothing_left
}
same_plate() { grep -qx 'exit status 0' "$job.status" && cmp alone.plate "$job.out"; }
"$top_builddir/examples/heat" 1200 600 800 >alone.plate

# moving  - have the change come to where the state moves, slowly
moving() {
    hosts_do rate h3 "$2"
    plate "$1"
    phase=moving
    until_true in_phase || check "$job: it comes to moving" false
}
is_told() { cat "$job.err"; grep -E "was given up: .*($1)" "$job.err"; }
given_up() {
    check "$job: the change is given up, and why" until_true is_told "$1"
}
is_done() {
    cat "$job.err"
    ask '.changes[].outcome' >came && echo 'done' | diff - came
}

export MITOSIS_PATIENCE=20
hosts_do rate h3 1200kbit
plate slow_move
plate_ends
check 'what is slow and moves on is not given up' is_done
hosts_do rate h3 none

moving killed_move 1mbit
kill_all h3 "^$top_builddir/examples/heat"
hosts_do rate h3 none
given_up 'new rank|the new ranks ended'
plate_ends

moving agent_move 1mbit
kill_all h1 'mitosis agent'
hosts_do rate h3 none
plate_ends

# The link is back before anybody has lost patience, or after that.
moving mended_move 1mbit
hosts_do cut h3
sleep 1 # this is how long it is cut
hosts_do mend h3
hosts_do rate h3 none
plate_ends
check "$job: a link that is soon back is no fault" is_done

export MITOSIS_PATIENCE=8
moving cut_move 1mbit
hosts_do cut h3
given_up 'nothing came for 24 s|host h3 cannot be reached|new rank'
hosts_do mend h3
hosts_do rate h3 none
plate_ends
tap_done
