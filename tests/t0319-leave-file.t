#!/bin/sh
# t0319-leave-file.t - the file of hosts says when one goes
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 3

says() { printf '%s\n' "$@" >new && mv new hostfile; }
told() { cat goes.err; grep -qE "^mitosis: $1" goes.err; }
rank_here() {
    for pid in $(hosts_do processes h1); do
        grep -qa "^$programs/tempo" "/proc/$pid/cmdline" && echo "$pid"
    done 2>/dev/null | head -n 1
}

says h1 h2 h3
export MITOSIS_HOSTS_FILE="$scratch/hostfile"
# shellcheck disable=SC2046
start goes -hosts h1,h2 -n 2 $(tempo 2000 even)
check 'as long as nobody says so all stay' wait_until lists 'h2: 1 rank'

# What is under way goes on while a rank stands still, and a notice waits.
rank=$(rank_here)
kill -STOP "$rank"
ctl migrate 1 h3 >moved 2>&1 &
moving=$!
until_true eval 'ctl status | grep "^under way"'
says h1 'h2 leaves_in=90000 user=me' h3
check 'a host goes that the file says so of' \
    wait_until lists 'h2: 1 rank, to be left in [0-9]* s'
check 'what it takes is told' until_true told 'h2: 1 rank with .* within 90000.00 s'
kill -CONT "$rank"
wait "$moving"
check 'what was under way is carried out' grep 'done at sync' moved
check 'the host has no ranks then' \
    until_true told 'h2 has no ranks any more, [0-9.]+ s before it goes$'
check 'and is not on offer' wait_until lists_not '^h2'
check 'one with a rank is left' lists 'h3: 1 rank'

# A file that is written anew with the same words is no news.
h2=$(grep -c '^mitosis: .*h2' goes.err)
says h1 'h2 leaves_in=90000' 'h3 leaves_in=0.000001'
check 'what cannot be in time is told in numbers' until_true told \
    'h3 cannot be empty in 0.00 s: to have 1 rank with .* by 1 change before'
check 'and tried all the same' wait_until lists 'h1: 2 ranks, the agent'
check 'as late as it is' \
    until_true told 'h3 has no ranks any more, [0-9.]+ s after it goes$'
check 'who has gone does not go again' \
    test "$(grep -c '^mitosis: .*h2' goes.err)" -eq "$h2"

says 'h1 leaves_in=30' h2
check 'the host of the agent cannot go' until_true told \
    "the job's agent is on h1, with what has started the job"
check 'one that is said to be there again is on offer' \
    wait_until lists 'h2: 0 ranks, on offer'
says h1 'h2 leaves_in=500'
check 'of one that nobody was on since it is not said that it has none any more' \
    until_true told 'h2 has no ranks, [0-9.]+ s before it goes$'
says h1 'h9 leaves_in=30'
check 'nor can one that is not of the job' \
    until_true told 'host h9 is not one of this job'
says h1 'h2 leaves_in=soon'
check 'a time that is none is told' until_true told \
    ".*hostfile:2: \"soon\" is no number of seconds, above 0 and up to 1000000"
check 'and changes nothing' lists 'h1: 2 ranks, the agent'
finish
fact 'each of these was one change' '[.changes[] | [.what, .outcome]] | unique' \
    '[["migrate","done"]]'
tap_done
