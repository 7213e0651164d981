#!/bin/sh
# t0318-leave.t - a host that goes at a time that was said is empty before
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 3

ask_for() { ctl leave "$@" >said 2>&1; }
was_said() { cat said; grep -qE "$1" said; }
told() { cat leaves.err; grep -qE "^mitosis: $1" leaves.err; }
refused() { ! ask_for "$@"; }

# shellcheck disable=SC2046
start leaves -hosts h1,h2 -n 2 $(tempo 2000 even)
until_true lists 'h2: 1 rank'

check 'a host that is not one of the job cannot leave it' \
    refused h9 --within 30
check 'which is said' was_said 'host h9 is not one of this job'
check 'nor can that of the agent' refused h1 --within 30
check 'as the job ends with it' was_said 'the job ends with that host'

ctl hosts add h3
check 'a host without ranks goes at once' ask_for h3 --within 0.1
check 'which is said' was_said '^no rank is on h3$'
check 'and is not on offer any more' lists_not '^h3'

ctl hosts add h3
check 'a host is left in time' ask_for h2 --within 120
check 'of a first change nobody knows how long it takes' was_said \
    '^h2: 1 rank with .* go on elsewhere within 120.00 s; no change of'
check 'when that is done it is told' was_said 'done at sync'
check 'the ranks are elsewhere, and nobody is there' wait_until lists_not '^h2'
check 'the job says that the host is empty' until_true told \
    'h2 has no ranks any more, [0-9.]* s before it goes$'

# What that has taken is known now.
check 'what is on h3, too' refused h3 --within 0.000001
check 'is told not to be in time' was_said \
    '^h3 cannot be empty in 0.00 s: to have 1 rank with .* by 1 change before'
check 'nothing is begun' lists 'h3: 1 rank'
check 'a last host beside the agent goes to that of the agent' \
    ask_for h3 --within 120
check 'in numbers' was_said '^h3 is to be empty in 120.00 s: .* by 1 change'
check 'all ranks are there' wait_until lists 'h1: 2 ranks, the agent'

# A change is under way: nothing is in its way, and it is not in ours.
rank_on() {
    for pid in $(hosts_do processes "$1"); do
        grep -qa "^$programs/tempo" "/proc/$pid/cmdline" && echo "$pid"
    done 2>/dev/null | head -n 1
}
is_put_off() { grep 'as soon as nothing else is under way' "$1"; }
ctl hosts add h2
rank=$(rank_on h1)
kill -STOP "$rank"
ctl migrate 1 h2 >moved 2>&1 &
moving=$!
until_true eval 'ctl status | grep "^under way"'
ctl leave h2 --within 90000 >first 2>&1 &
leaving=$!
check 'a notice in the middle of a change is taken' \
    wait_until lists 'h2: 0 ranks, to be left in [0-9]* s'
check 'a second one as well' ask_for h2 --within 900
check 'and nobody waits for that' is_put_off said
check 'and a third one' ask_for h2 --within 80000
kill -CONT "$rank"
wait "$moving"
wait "$leaving"
check 'it is told that it is put off' is_put_off first
check 'and who has asked is told the end' grep 'done at sync' first
check 'the change is carried out' grep 'done at sync' moved
check 'and then the host left' wait_until lists 'h1: 2 ranks, the agent'
check 'the earliest time holds' until_true told \
    'h2 has no ranks any more, [0-9]{3}\.[0-9] s before it goes$'
finish

# Ranks stop at a sync, and these are far apart.
# shellcheck disable=SC2046
start slow -hosts h1,h2 -n 2 $(tempo 1500000 even)
until_true lists 'h2: 1 rank'
check 'a host that is empty later than it was to be is a failure' \
    refused h2 --within 0.01
check 'and it is told how much later' was_said '^that is [0-9.]* s too late$'
check 'though it is empty' until_true lists 'h1: 2 ranks, the agent'
ctl hosts add h3
ctl migrate 1 h3
check 'a host is not left when its ranks stop too late' refused h3 --within 2
check 'which is said in numbers' was_said \
    '^h3 cannot be empty in 2.00 s: .*, up to ([2-9]|[1-9][0-9]+)\.[0-9]* s until all have come'
check 'and nothing is begun' lists 'h3: 1 rank'
finish

# A line of the hosts file that is as it was says nothing new.
printf 'h1\nh2\nh3\n' >hostfile
export MITOSIS_HOSTS_FILE="$scratch/hostfile"
# shellcheck disable=SC2046
start stays -hosts h1,h2 -n 2 $(tempo 2000 even)
until_true lists 'h3: 0 ranks, on offer'
check 'a host of the hosts file is left' ask_for h3 --within 900
echo h9 >>hostfile
until_true grep -q 'there is no host h9' stays.err
check 'and is not on offer again as another line comes' lists_not '^h3'
printf 'h1\nh2\n' >hostfile
wait_read() { echo "$1" >>hostfile; until_true grep -q "there is no host $1" stays.err; }
wait_read h8
printf 'h1\nh2\nh3\n' >hostfile
check 'but it is when its own line comes' wait_until lists 'h3: 0 ranks, on offer'
unset MITOSIS_HOSTS_FILE

# What cannot be is taken back, when that turns out later, too.
ctl hosts remove h1
until_true lists 'h3: 1 rank'
rank=$(rank_on h2)
kill -STOP "$rank"
ctl leave h2 --within 900 >first 2>&1 &
leaving=$!
until_true eval 'ctl status | grep "^under way"'
ctl leave h3 --within 900 >second 2>&1 &
second=$!
until_true is_put_off second
kill -CONT "$rank"
wait "$leaving"
refused_later() { ! wait "$second"; }
check 'a host that cannot be left once it can begin' refused_later
check 'is told to whom has asked' grep 'there is no other host than h3' second
stays_there() { lists 'h3: 2 ranks' && lists_not 'to be left'; }
check 'and stays' until_true stays_there
finish
tap_done
