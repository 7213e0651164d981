#!/bin/sh
# t0211-ctl.t - mitosis ctl: what can be asked of a running job, and what is
# answered
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
program=fickle
host=$(uname -n)

# answer SENTENCE STATUS PATTERN WORD...  - what ctl says to these words, all of
# it in one line
answer() {
    sentence=$1 status=$2 pattern=$3; shift 3
    ctl "$@" >ctl.out 2>&1
    echo $? >ctl.status
    check "$sentence" is_answered
}
is_answered() {
    cat ctl.out ctl.status
    grep -qx "$status" ctl.status && grep -qEx "$pattern" ctl.out \
        && test "$(wc -l <ctl.out)" -eq 1
}
# say WHAT PATTERN  - the status has such a line
say() { check "$1" says "$2"; }
says() { ctl status >status.out; cat status.out; grep -qEx "$1" status.out; }

answer 'without a job it says so' 1 \
    'mitosis: no job that can be changed is running here' status

begin one 2 long "$scratch/gate"
are_there() { test "$(ctl status | grep -cE ', process [0-9]+, .*, sync [1-9]')" -eq 2; }
until_true are_there
id=$(find "$MITOSIS_PAGES" -mindepth 1 -maxdepth 1 \
    | sed 's/.*mitosis-[0-9]*-//')
say 'the status names the job' \
    "$id: 2 ranks, generation 1, sync [0-9]+, 0 changes"
say 'and each rank' "rank 1: on $host, process [0-9]+, (running|standing still), sync [0-9]+"
json() { ctl status --json | jq -e "$1"; }
check 'as JSON too' json '.ranks == 2 and .generation == 1 and .under_way == ""
    and (.rank | length == 2) and .rank[0].pid > 0 and .sync > 0'
# Each line says what a metric is or gives one of its values, the last one ends.
metric='mitosis_[a-z_]+\{job="[^"]+"(,[a-z]+="[^"]*")*\} [0-9.e+-]+'
are_metrics() {
    ctl metrics >metrics.out
    cat metrics.out
    test "$(tail -n 1 metrics.out)" = '# EOF' \
        && ! sed '$d' metrics.out | grep -vxE "# (TYPE|HELP) mitosis_[a-z_]+ .+|$metric"
}
check 'as metrics, too' are_metrics
has_metric() { cat metrics.out; grep -qxE "mitosis_$1" metrics.out; }
check 'of the job' has_metric "ranks\{job=\"[^\"]*$id\"\} 2"
check 'of a host' has_metric "host_ranks\{job=.*,host=\"$host\"\} 2"
check 'of a rank' has_metric \
    "rank_syncs_total\{job=.*,rank=\"1\",host=\"$host\"\} [1-9].*"
check 'of changes' has_metric 'changes_total\{job=.*,outcome="done"\} 0'
answer 'a job can be named' 1 'there are 2 ranks already' --job "$id" resize 2
answer 'by an option that has its value' 1 'there are 2 ranks already' \
    --job="$id" resize 2
answer 'behind the change' 1 'there are 2 ranks already' resize 2 --job "$id"
folder=$(find "$MITOSIS_PAGES" -mindepth 1 -maxdepth 1)
answer 'by its folder' 1 'there are 2 ranks already' --job "$folder" resize 2
answer 'by a wrong name' 1 'mitosis: .*nonsense.*' --job nonsense status
answer 'a rank that is not there' 1 'there is no rank 7, the last one is 1' \
    split 7
answer 'a merge with it' 1 'there is no rank 2, the last one is 1' merge 0 2
answer 'too few weights' 1 '1 weight is given for 2 ranks' rebalance 1
answer 'weights that change nothing' 1 \
    'the ranks have rows in this proportion already' rebalance 3 3
answer 'a host that is not there' 1 'there is no host elsewhere' \
    migrate 0 elsewhere
end_of_line='
'
answer 'one whose name has a line that ends, in one line' 1 \
    'there is no host a b' hosts add "a${end_of_line}b"
answer 'nor when it is removed' 1 "host a b is not one of this job's" \
    hosts remove "a${end_of_line}b"
answer 'or one that goes' 2 'mitosis: "leave a b --within 9" is not: leave .*' \
    leave "a${end_of_line}b" --within 9
answer 'nor is a request told in several' 2 \
    'mitosis: "request 1 x" is not: request .*' request "1${end_of_line}x"
answer 'nor a change' 2 'mitosis: "resize 2 --hosts a b" is not: resize N .*' \
    resize 2 --hosts "a${end_of_line}b"
answer 'nor a word that is none' 2 'mitosis: "ha lve" cannot be asked of .*' \
    "ha${end_of_line}lve"
answer 'an address in place of a host' 1 \
    "10.77.0.3 is an address; hosts go by the names that 'mitosis ctl hosts' tells" \
    migrate 1 10.77.0.3
answer 'far more ranks than cores' 1 \
    '100000 ranks are too many for [0-9]+ cores? on 1 host: 16 for each .* unless the job is started with --limits 1-100000' \
    resize 100000
answer 'by a split, too' 1 '100001 ranks are too many for .*' split 0 100000
answer 'no change at all' 2 'mitosis: "halve" cannot be asked of a job; there are resize, split, merge, migrate and rebalance, and status, metrics, why, wait, hosts, leave, request and invite' \
    halve
answer 'a misspelt one' 2 'mitosis: "Status" .*; did you mean status\?' Status
answer 'too many words' 2 'mitosis: "status foo" is not: status \[--json\]' \
    status foo
answer 'a wrong option' 2 'mitosis: "why --json" is not: why' why --json
answer 'half a question' 2 'mitosis: "hosts add" is not: hosts \[add .*' hosts add
answer 'a merge of one' 2 'mitosis: "merge 0" is not: .* at least two ranks.*' \
    merge 0
answer 'half a mix' 2 \
    'mitosis: "split 0 and": a change is missing after "and"' split 0 and
answer 'a number that is none' 2 'mitosis: "resize many" is not: resize N .*, with N at least 1' resize many
answer 'nothing' 2 "mitosis: what is to be done\\? 'mitosis help ctl' tells"
check 'with nothing under way there is nothing to wait for' ctl wait
say 'and all that changed nothing' "$id: 2 ranks, generation 1, .*, 0 changes"

# What would do harm where the job is.
joins() { "$top_builddir/mitosis" agent --join "$host" --ticket ticket; }
no_room() {
    (ulimit -f 0; "$top_builddir/mitosis" ctl invite half_ticket 2>&1) \
        | grep -qx 'mitosis: half_ticket: File too large' && test ! -e half_ticket
}
check 'of a ticket that there is no room for nothing is left' no_room
ctl invite ticket
check 'a host joins where there is an agent' refused 2 'needs a value' \
    "$top_builddir/mitosis" agent --join
check 'and with a ticket, told by its name' refused 1 'stdin: .*no ticket' \
    "$top_builddir/mitosis" agent --join "$host"
check 'its own host cannot join it' \
    refused 1 "this host takes part in $id already" joins
check 'nor are its pages collected while it runs' \
    refused 1 "$id still runs; nothing was removed" \
    "$top_builddir/mitosis" collect "$folder"
check 'or removed' refused 1 "$id still runs; nothing was removed" \
    "$top_builddir/mitosis" report "$folder" --remove --output away.json
say 'and all that changed nothing' "$id: 2 ranks, generation 1, .*, 0 changes"

done_at='done at sync [0-9]+'
still='stood still for [0-9.]+ [mu]?s'
answer 'resize' 0 "resize 3: $done_at, 3 ranks, $still" "resize${end_of_line}3"
cp ctl.out figures
answer 'split' 0 "split 1 2: $done_at, 4 ranks, $still" split 1 2
answer 'merge' 0 "merge 0 3: $done_at, 3 ranks, $still" merge 0 3
answer 'migrate' 0 "migrate 1 $host: $done_at, 3 ranks, $still" migrate 1 "$host"
answer 'rebalance' 0 "rebalance 1 2 3: $done_at, 3 ranks, $still" \
    rebalance 1 2 3
answer 'a mix' 0 "split 1 and merge 2 0 and migrate 2 $host and rebalance 1 2 3: $done_at, 3 ranks, $still" \
    split 1 and merge 2 0 and migrate 2 "$host" and rebalance 1 2 3
answer 'a mix that contradicts itself' 2 \
    'mitosis: rank 1 is to be split or merged more than once' \
    split 1 and merge 0 1
answer 'one of ranks that are not there' 1 \
    'there is no rank 3, the last one is 2' split 0 and merge 2 3
answer 'one that is to be in two places' 1 \
    "ranks 0 and 1 become one, which cannot be on both $host and localhost" \
    merge 0 1 and migrate 0 "$host" and migrate 1 localhost
say 'the status follows' "$id: 3 ranks, generation 7, sync [0-9]+, 6 changes"
check 'who keeps its mpiexec has a name of its own' \
    pgrep -fx "mitosis keep $folder"
check 'nor are its pages collected when others are the job' \
    refused 1 "$id still runs; nothing was removed" \
    "$top_builddir/mitosis" collect "$folder"
are_running() { test "$(ctl status | grep -c ', running, sync ')" -eq 3; }
until_true are_running # each hears that the change is done by itself
say 'and knows the new ranks' "rank 2: on $host, process [0-9]+, running, sync [0-9]+"
now() { "$top_builddir/mitosis" report --now "$id"; }
tells_now() {
    now >now.out 2>&1
    cat now.out
    grep -E 'ranks? [0-9,-]*2: running' now.out
}
check 'mitosis report --now tells where they are' tells_now
in_all() { now | grep 'in 7 generations'; }
check 'in the report of all generations' in_all
first=$running

# Another job beside it.
begin two 2 tardy "$scratch/gate2"
are_two() { ctl status 2>&1 | grep '2 jobs'; }
until_true are_two
answer 'of two jobs one must be named' 1 "mitosis: 2 jobs that can be changed are running; name one with --job, as 'mitosis jobs' lists them" status
touch gate
wait "$first"
check 'the first ends well' grep -x 'exit status 0' one.status
check 'and is gone' until_true none one
job=one
same_figures() {
    sed -n 's/.* stood still for //p' figures >told
    "$top_builddir/mitosis" report one.json >text || return
    cat told text
    grep -E "^ .* resize .* $(cat told)  " text
}
check 'the time it stood still is that of the report' same_figures
check 'which tells which ranks became one' grep -F '  merge 0 3 ' text
ordered() {
    "$top_builddir/mitosis" report one.json --csv changes | grep ",done,$1\$"
}
check 'and where one went' ordered "migrate 1 $host"
fact 'when it was asked for is told to less than a second' \
    '[.changes[].asked | select(. != floor)] | length' 6

# Two at once; the second one's start-up waits for gate2.start, and it ends
# once who waits has been told.
until_true are_there
ask_for resize 3
phase 'getting the new ranks ready'
answer 'a second change is refused while one is under way' 1 \
    'another change is under way: resize 3: getting the new ranks ready for [0-9.]+ s' resize 4
say 'the status tells of it' \
    'under way: resize 3: getting the new ranks ready for [0-9.]+ s'
ctl wait &
waiting=$!
touch gate2.start
check "who waits is told when it is over" wait "$waiting"
check "who asked is told that it is done" wait "$asking"
asking=
touch gate2
wait "$running"
check 'the second ends well' grep -x 'exit status 0' two.status
gone

# The program asks itself.
rm -f gate2
begin asks 2 asks "$scratch/gate3"
phase 'agreeing'
touch gate3
finish
check 'a program can ask, too' grep -x 'exit status 0' asks.status
cat >wanted <<'END'
mitosis: rank 0: mito_request(): "" is no change; there are resize, split, merge, migrate and rebalance
mitosis: rank 0: mito_request(): "foo" is no change; there are resize, split, merge, migrate and rebalance
mitosis: rank 0: mito_request(): "resize x" is not: resize N [--hosts HOST,HOST...], with N at least 1
mitosis: rank 0: mito_request(): there is no rank 77, the last one is 1
mitosis: rank 0: mito_request(): there are 2 ranks already
END
check 'and is told at once what cannot be' diff wanted asks.err
fact 'and the report says that it did' \
    '.changes[] | "\(.what) \(.to) \(.why) \(.outcome)"' \
    'resize 3 asked for by the program done'
gone

# A kernel that is too old.
on_old_kernel() { timeout 120 "$programs/forbidden" pidfd "$mpiexec" "$@"; }
launcher=on_old_kernel begin old 2 - "$scratch/gate"
until_true ctl status
answer 'on an old kernel nothing can be changed' 1 \
    'pidfd_open: Function not implemented .Linux 5.3 or later has it.' resize 3
touch gate gate.start
wait "$running"
check 'and the program runs on' grep -x 'exit status 0' old.status
gone

# Forbidden.
MITOSIS_MALLEABLE=off
export MITOSIS_MALLEABLE
begin forbidden 2 - "$scratch/gate4"
is_up() { "$top_builddir/mitosis" jobs | grep fickle; }
until_true is_up
answer 'a job that may not be changed has no agent' 1 \
    'mitosis: no job that can be changed is running here: the one that runs has not come to the first mito_sync\(\) yet, registers no state or is started with MITOSIS_MALLEABLE=off' status
folder=$(find "$MITOSIS_PAGES" -mindepth 1 -maxdepth 1)
answer 'nor has one that is named, which may have one yet' 1 \
    'mitosis: .* cannot be changed: it has no agent, as it has not come to its first mito_sync\(\) yet, registers no state .*' --job "$folder" status
touch gate4
wait "$running"
check 'and runs' grep -x 'exit status 0' forbidden.status
tap_done
