#!/bin/sh
# t0321-request.t - more hosts are asked for while the job runs, used, and given
# back, by way of a file of grants
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 4
: >grants
export MITOSIS_BATCH="file:$scratch/grants" MITOSIS_GRANT_PATIENCE=6000

ask_for() { ctl "$@" >said 2>&1; }
refused() { ! ask_for "$@"; }
was_said() { cat said; grep -qE "$1" said; }
told() { cat "$job.err"; grep -qE "^mitosis: $1" "$job.err"; }
asked() { ctl request | grep -xE "$1"; }
# wrote LINE  - the job has, JOB being its name;  answers LINE  - the site does
wrote() { sed 's/ tempo-[a-z0-9]*\./ JOB./' grants | grep -xE "$1"; }
answers() { echo "$1" | sed "s/ JOB\./ $id./" >>grants; }

# shellcheck disable=SC2046
start grows -hosts h1,h2 -n 2 $(tempo 2000 even)
until_true lists 'h2: 1 rank'

check 'at first nothing is asked for' asked 'no hosts are asked for, and none were granted'
check 'hosts are asked for' ask_for request 2
check 'at once, and the request has a number' was_said '^request 1: 2 hosts are asked for$'
check 'who manages the cluster reads it' wrote 'request JOB\.1 hosts=2'
id=$(sed -n 's/^request \(.*\)\.1 .*/\1/p' grants)
check 'meanwhile the job goes on' asked 'request 1: 2 hosts, 0 came, waits for [0-9]+ s'
answers '# two for you, one of them later'
answers 'grant JOB.1 h3:3'
check 'a host that is granted is on offer' wait_until lists 'h3: 0 ranks, on offer, granted'
check 'the user is told' until_true told 'request 1: h3 was granted$'
check 'what is lacking still waits' asked 'request 1: 2 hosts, 1 came, waits for [0-9]+ s'
check 'ranks go there' ask_for migrate 1 h3
answers 'grant JOB.1 h4'
check 'grants add up' wait_until lists 'h4: 0 ranks, on offer, granted'
check 'and then nothing waits' asked 'h3: granted by request 1, 1 rank'
check 'how long a host is not used is told' \
    asked 'h4: granted by request 1, not used for [0-9]+ s, given back in [56][0-9]{3} s'

check 'the rank leaves again' ask_for migrate 1 h1
check 'and the host is given back at once' wait_until wrote 'release JOB\.1 h3'
check 'and not on offer any more' lists_not '^h3'
check 'this is told' until_true told 'h3 has no ranks any more and is given back'
check 'a host that the user removes' ask_for hosts remove h4
check 'is given back as well' wait_until wrote 'release JOB\.1 h4'
check 'then there is nothing' wait_until asked 'no hosts are asked for, and none were granted'

# What does not come
ask_for request 1
check 'a request can be cancelled' ask_for request cancel 2
check 'which is written' wrote 'cancel JOB\.2'
answers 'grant JOB.2 h3'
check 'what comes all the same is given back' wait_until wrote 'release JOB\.2 h3'
check 'and told' until_true told 'request 2 waits for no more hosts; h3 is given back'
answers 'grant JOB.9 h3'
check 'nor is one taken that was never asked for' \
    until_true told 'there is no request 9; h3 is given back'
answers 'leave h1 30'
check "that the agent's own host goes is told" until_true told \
    "the job's agent is on h1, with what has started the job"
check 'one that is not there cannot be cancelled' refused request cancel 2
check 'which is said' was_said '^no request 2 waits'
ask_for request 3
answers 'deny JOB.3 no room today'
check 'a refusal is told' until_true told 'request 3 was denied: no room today$'
ask_for request 3 --within 0.1
check 'a request that waits for too long is cancelled' wait_until wrote 'cancel JOB\.4'
check 'and told' until_true told 'request 4: 3 hosts did not come in [0-9]+ s; it is cancelled$'

# What makes no sense
ctl hosts add h2
ask_for request 4
answers 'grant JOB.5 h2 h9'
check 'a host that the job has already is given back' wait_until wrote 'release JOB\.5 h2'
check 'and told' until_true told "request 5: h2 is one of the job's hosts already; h2 is given back"
check 'as is one that nobody knows' wait_until wrote 'release JOB\.5 h9'
check 'and told' until_true told 'request 5: there is no host h9; h9 is given back'
answers 'grants JOB.5 h3'
check 'a line that nobody understands is told' until_true told \
    '.*/grants: "grants tempo-[a-z0-9]*\.5 h3" is no answer'
printf 'grant another-job.1 h3\nleave h3 30\ngrant %s.5 h3' "$id" >>grants
check 'what is for others is not ours, and half a line is none' lists_not '^h3'
ask_for request 1
check 'a line that is added makes it whole' wait_until lists 'h3: 0 ranks, on offer, granted'
check 'and stands by itself' wrote 'request JOB\.6 hosts=1'

# Used for a moment only
answers 'grant JOB.5 h4'
check 'a host is granted once more' wait_until lists 'h4: 0 ranks, on offer, granted'
check 'a rank goes there' ask_for migrate 1 h4
check 'and away at once' ask_for migrate 1 h1
check 'it is given back, too' wait_until wrote 'release JOB\.5 h4'

# Taken away, and lost
answers 'grant JOB.6 h4'
check 'a host for the second request' wait_until lists 'h4: 0 ranks, on offer, granted'
ask_for migrate 1 h4
answers 'leave h4 90000'
check 'a host that is taken away is left' wait_until told \
    'h4 has no ranks any more, [0-9.]+ s before it goes'
check 'and given back' wait_until wrote 'release JOB\.6 h4'
kill_head
until_true new_head
check 'an agent that was started again knows what is granted' \
    asked 'h3: granted by request 5, not used for [0-9]+ s, given back in [56][0-9]{3} s'
check 'and asked for' asked 'request 5: 4 hosts, 2 came, waits for [0-9]+ s'
check 'and is told no grant twice' test "$(grep -c 'h3 was granted' grows.err)" -eq 2
mv grants away
check 'without the file nothing can be asked for' refused request 1
check 'which is said' was_said 'grants: No such file or directory$'
check 'and told, once' until_true told '.*/grants: No such file or directory$'
mv away grants
check 'a rank goes to h3' ask_for migrate 0 h3
finish
check 'at the end what is asked for is cancelled' wrote 'cancel JOB\.5'
check 'and what was granted is given back' wrote 'release JOB\.5 h3'
check 'all that was granted was given back, once' test \
    "$(grep -c '^release' grants)" -eq "$(sort -u grants | grep -c '^release')"
check 'the agent told of its loss' until_true told 'the agent was lost and is there again'

# Nobody uses it
export MITOSIS_GRANT_PATIENCE=1
: >grants
# shellcheck disable=SC2046
start unused -hosts h1,h2 -n 2 $(tempo 2000 even)
until_true lists 'h2: 1 rank'
ask_for request 1
id=$(sed -n 's/^request \(.*\)\.1 .*/\1/p' grants)
answers 'grant JOB.1 h3'
check 'a host that nobody uses is given back' wait_until wrote 'release JOB\.1 h3'
check 'and told' until_true told 'nobody has used h3 for [0-9]+ s, it is given back'
finish

# Nobody to ask
unset MITOSIS_BATCH
# shellcheck disable=SC2046
start alone -hosts h1,h2 -n 2 $(tempo 2000 even)
until_true lists 'h2: 1 rank'
check 'without a batch system nobody is asked' refused request 1
check 'which is said' was_said '^nobody can be asked for hosts; MITOSIS_BATCH names'
finish
check 'and nothing else' silent
tap_done
