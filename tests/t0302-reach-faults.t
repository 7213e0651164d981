#!/bin/sh
# t0302-reach-faults.t - what goes wrong between hosts, and that the job goes on
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
mitosis=$top_builddir/mitosis
hosts_up 4
export MITOSIS_PATIENCE=10
patience=100

# start NAME WORD...  - a job that goes on until finish lets it end
start() {
    job=$1; shift
    rm -f gate
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
        -genv LD_PRELOAD "$preload" "$@" "$programs/fickle" 0 long gate &
    running=$!
    until_true is_on || check "$job starts" false
}
until_true() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        test "$tries" -lt 300 || return
        sleep 0.1
    done
}
ctl() { hosts_do run h1 "$mitosis" ctl "$@"; }
is_on() { ctl status | grep -q 'rank 1: on h2, running'; }

# ask_for CHANGE...  - and keep what is said of it
ask_for() { ctl "$@" >said 2>&1; }
says() { grep -E "$1" said; }

is_free() { test -z "$(hosts_do processes "$1")"; }

# finish  - let it end, and see that it ends as if nothing had been
finish() {
    touch gate
    wait "$running"
    check "$job: the program ends well" ended_well
    check "$job: nothing is left on any host" until_true nothing_left
}
# Its sum is that of as many steps elsewhere.
ended_well() {
    cat "$job.err" "$job.out"
    grep -qx 'exit status 0' "$job.status" || return
    steps=$(sed -n 's/^fickle: \([0-9]*\) steps.*/\1/p' "$job.out")
    "$programs/fickle" "$steps" >alone.out && cmp alone.out "$job.out"
}
is_reachable() { ctl hosts | grep -x 'h2: 1 rank'; }
# agents HOST WHAT  - the processes of ours that have WHAT in their words
agents() {
    for pid in $(hosts_do processes "$1"); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$2" && echo "$pid"
    done 2>/dev/null
}
kill_all() { agents "$1" "$2" | xargs kill -9; }

start refused -hosts h1,h2 -n 2
ask_for migrate 1 h9
check 'a host that does not exist is refused' says 'there is no host h9'
ask_for hosts remove h3
check 'one that the job is not on cannot leave' says 'host h3 is not one of'
ask_for hosts
check 'hosts are told' says '^h2: 1 rank$'
finish

start comes_and_goes -hosts h1,h2 -n 2
ask_for hosts add h3
ask_for resize 3
check 'a host that was added is used' says 'done at sync'
ask_for hosts
check 'by one rank' says '^h3: 1 rank$'
ask_for hosts remove h2
check 'a host is left' says 'done at sync'
check 'and freed wholly' until_true is_free h2
ask_for hosts
check 'it is not one of the job any more' sh -c '! grep h2 said'
finish

start strangers -hosts h1,h2 -n 2
port=$(hosts_do run h1 ss -Hltnp | grep mitosis | sed 's/.*:\(2[0-9]*\|3[01][0-9]*\) .*/\1/' | head -n 1)
check 'the agent listens' test -n "$port"
for _ in 1 2 3 4 5; do
    hosts_do run h3 bash -c \
        "head -c 400 /dev/urandom >/dev/tcp/10.77.0.1/$port" 2>/dev/null
done
hosts_do run h3 bash -c "exec 3<>/dev/tcp/10.77.0.1/$port; printf mitoship >&3; sleep 3" &
ask_for migrate 1 h3
check 'strangers are dropped and the job is changed' says 'done at sync'
finish

start no_outpost -hosts h1,h2 -n 2
ask_for wait
before=$(agents h2 outpost)
kill_all h2 outpost
is_another() {
    after=$(agents h2 outpost)
    test -n "$after" && test "$after" != "$before"
}
check 'an outpost that is killed is started again' until_true is_another
check 'and joins' until_true is_reachable
ask_for migrate 0 h3
check 'and changes work again' says 'done at sync'
finish

start no_agent -hosts h1,h2 -n 2
kill_all h1 'mitosis agent'
finish

start cut -hosts h1,h2 -n 2
hosts_do cut h2
ask_for resize 3 --hosts h1,h2,h3
check 'a change over a link that is cut is given up' \
    says 'was given up: (host h2 cannot be reached|getting the new ranks)'
hosts_do mend h2
check 'once it is mended, the host is found again' until_true is_reachable
ask_for migrate 1 h3
check 'and the next change is carried out' says 'done at sync'
finish

start slow -hosts h1,h2 -n 2
hosts_do rate h2 1mbit
ask_for migrate 1 h3
check 'a slow link takes its time' says 'done at sync'
finish
hosts_do rate h2 none
tap_done
