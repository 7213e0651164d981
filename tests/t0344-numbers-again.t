#!/bin/sh
# t0344-numbers-again.t - a process that got the number of a rank that has ended
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
last=/proc/sys/kernel/ns_last_pid
test -w "$last" || {
    echo '1..0 # SKIP nobody may say which number a process gets'
    exit 0
}
hosts_up 2

# ranks_on HOST  - the numbers of their processes
ranks_on() {
    for pid in $(hosts_do processes "$1"); do
        grep -qx tempo "/proc/$pid/comm" && echo "$pid"
    done 2>/dev/null
}
has_rank() { ranks_on h2 | grep .; }
is_gone() { ! ranks_on h2 | grep -qx "$1"; }

# takes NUMBER  - another process gets it; others may be quicker, a few times.
# Before it is "sleep", a child of a shell with traps loses what they catch.
takes() {
    for _ in $(seq 200); do
        echo $(($1 - 1)) >"$last"
        sleep 300 &
        taken=$!
        test "$taken" = "$1" && return
        kill -KILL "$taken"
        wait "$taken"
    done 2>/dev/null
    return 1
}

start again -hosts h1,h2 -n 2 $(tempo 5000 even)
wait_until has_rank >/dev/null
old=$(ranks_on h2)
check 'the rank of h2 gets a successor' wait_until ctl resize 3
check 'it ends' wait_until is_gone "$old"
check 'another process gets its number' takes "$old"
finish
check 'that one lives on' kill -0 "$taken"
kill "$taken"
tap_done
