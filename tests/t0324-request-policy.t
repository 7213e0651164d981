#!/bin/sh
# t0324-request-policy.t - a policy has hosts asked for and takes them, gives to
# jobs that wait, and gives back what the job was started with
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 4
hosts_share 100 h1 h2 h3 h4
: >grants
export MITOSIS_BATCH="file:$scratch/grants" MITOSIS_GRANT_PATIENCE=600

told() { cat "$job.err"; grep -qE "^mitosis: $1" "$job.err"; }
asked() { ctl request | grep -xE "$1"; }
# wrote LINE  - the job has, JOB being its name;  answers LINE  - the site does
wrote() { sed 's/ tempo-[a-z0-9]*\./ JOB./' grants | grep -xE "$1"; }
wrote_not() { ! wrote "$1"; }
answers() { echo "$1" | sed "s/ JOB\./ $id./" >>grants; }
job_is() { id=$(sed -n 's/^request \(.*\)\.1 .*/\1/p' grants | tail -n 1); }
has_ranks() { ctl status | grep -E "^tempo-.*: $1 ranks?, "; }

# ---- it asks ----

lists_hosts h1:1 h2:1
shipped throughput pause=0.1
# shellcheck disable=SC2046
MITOSIS_LIMITS=1-4,2 start asks -hosts h1,h2 -n 2 $(tempo 20000 divided)
until_true lists 'h2: 1 rank'
check 'as long as the batch system says nothing there is no queue' \
    wait_until why 'nothing is idle'
check 'and nothing is asked for' wrote_not 'request .*'
answers 'queue pending=0 idle=1'
check 'for a node that is idle the policy asks' wait_until wrote 'request JOB\.1 hosts=1'
check 'which is told' until_true told 'request 1: 1 host is asked for by the policy$'
check 'and why' why 'request 1: nobody else needs them'
check 'it waits like that of a user' asked 'request 1: 1 host, 0 came, waits for [0-9]+ s'
job_is
answers 'grant JOB.1 h3:1'
answers 'queue pending=0 idle=0'
check 'what is granted is taken' wait_until lists 'h3: 1 rank, granted'
check 'by one change' wait_until has_ranks 3
check 'and no more is asked for' wait_until why 'nothing is idle'
answers 'queue pending=0 idle=2'
check 'only as many as the job may have ranks' wait_until wrote 'request JOB\.2 hosts=1'
answers 'queue pending=0 idle=0'
check 'what nobody has any more is not asked for' wait_until wrote 'cancel JOB\.2'
kill_head
until_true new_head
answers 'queue pending=0 idle=1'
check 'an agent that was started again goes on' wait_until wrote 'request JOB\.3 hosts=1'
answers 'deny JOB.3 not for you'
check 'a refusal is told' until_true told 'request 3 was denied: not for you$'
answers 'queue pending=1 least=1 idle=0'
check 'for a job that waits a rank is given up' wait_until has_ranks 2
check 'and its host given back' wait_until wrote 'release JOB\.1 h3'
check 'but not one that the job was started with' asked 'no hosts are asked for, and none were granted'
answers 'queue pending=0 idle=1'
check 'the job is asked again' wait_until why 'request 1: nobody'
check 'what was refused is not asked for at once' wrote_not 'request JOB\.4.*'
finish

# ---- it gives back ----

: >grants
lists_hosts h1:1 h2:1 h3:1
answers 'queue pending=1 least=1 idle=0'
# shellcheck disable=SC2046
MITOSIS_GIVE_BACK=on MITOSIS_LIMITS=1-3,1 start gives -hosts h1,h2,h3 -n 3 \
    $(tempo 20000 divided)
check 'hosts of the start are given back, if the user says so' \
    wait_until wrote 'release JOB\.0 h3'
check 'as soon as they have no ranks' until_true told 'h3 has no ranks any more and is given back$'
check 'each by itself' wait_until wrote 'release JOB\.0 h2'
check 'and are not on offer any more' lists_not '^h[23]'
check 'but not that of the agent' wait_until why 'nothing is idle'
check 'which stays' lists 'h1: 1 rank, the agent'
finish
check 'at the end nothing else is given back' test "$(grep -c '^release' grants)" -eq 2

# ---- nobody can be asked ----

unset MITOSIS_BATCH
cat >wants.lua <<'END'
return { decide = function() return { request = 2, why = "a try" } end }
END
export MITOSIS_POLICY="$scratch/wants.lua" MITOSIS_POLICY_OPTIONS=every=0.4
lists_hosts h1:1 h2:1
# shellcheck disable=SC2046
start alone -hosts h1,h2 -n 2 $(tempo 20000 divided)
check 'without a batch system the user is told' wait_until told \
    'the policy asks for hosts: nobody can be asked for hosts; MITOSIS_BATCH names'
check 'and the policy goes on' wait_until why 'request 2: a try'
finish
check 'once' test "$(grep -c 'the policy asks' alone.err)" -eq 1
tap_done
