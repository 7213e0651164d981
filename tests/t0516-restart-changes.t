#!/bin/sh
# t0516-restart-changes.t - an agent that is killed in a change is started again
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/restart.sh"

# stop_one GENERATION  - one of its ranks, until go_on
stop_one() {
    until_true one "$1" fickle
    victim=$(one "$1" fickle)
    kill -STOP "$victim"
}
go_on() { kill -CONT "$victim"; }

# falls CHANGE  - the agent is killed in the midst of it
falls() {
    kill_agent
    test -z "$victim" || go_on
    await_another
    touch gate.start
    wait "$asking"
    asking=
    check "$job: who asked is told that the agent is gone" \
        grep -x "mitosis: the job's agent is gone" ctl.out
    check 'and the user what has become of the change' until_true \
        grep -x "mitosis: the agent was lost and is there again; $1 was given up" \
        "$job.err"
    rm gate.start
}

start launch tardy
victim=
ask_for resize 4
phase 'getting the new ranks ready'
falls 'resize 4'
touch gate.start
works resize 3
rm gate.start
ask_for resize 5
phase 'getting the new ranks ready'
falls 'resize 5'
touch gate.start
works resize 2
ends 2 'resize 2 4 the agent was lost' 'resize 2 3 done' \
    'resize 3 5 the agent was lost' 'resize 3 2 done'

start agree long
stop_one 1
ask_for resize 4
phase agreeing
falls 'resize 4'
works resize 3
stop_one 3
ask_for resize 5
phase agreeing
falls 'resize 5'
works resize 2
ends 2 'resize 2 4 the agent was lost' 'resize 2 3 done' \
    'resize 3 5 the agent was lost' 'resize 3 2 done'

# moving OLD NEW CHANGE...  - a new rank stands in its way
moving() {
    stop_one "$1"
    old_rank=$victim
    ask_for "$3" "$4"
    phase agreeing
    stop_one "$2"
    kill -CONT "$old_rank"
    phase 'moving'
}
start move long
moving 1 2 resize 4
falls 'resize 4'
works resize 3
moving 3 4 resize 5
falls 'resize 5'
works resize 2
ends 2 'resize 2 4 the agent was lost' 'resize 2 3 done' \
    'resize 3 5 the agent was lost' 'resize 3 2 done'
tap_done
