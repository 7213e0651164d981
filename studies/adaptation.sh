#!/bin/sh
# adaptation.sh - jobs on hosts that get loaded, slow down, come and go
#
#     studies/adaptation.sh [--quick] [--to FOLDER] BUILD [EXPERIMENT...]
#
# Does the experiments of three papers again (studies/README.md says which) with
# the programs and policies in BUILD, on hosts that it makes itself, as root, and
# writes figures.csv and pictures into FOLDER, studies/adaptation without --to.
# With EXPERIMENTs only these are done, and what is known of the others stays.
# All take some twenty minutes; --quick takes each once, and shorter, two to three.
#
#     loaded       one of four hosts gets another load
#     fresh        the same, and a fifth host joins
#     slow         a slow host among fast ones gets a load, and a fast one joins
#     gradual      splits, merges and migrations as hosts come and go
#     expansion    four hosts, then eight
#     granularity  more and more processes on one host
#     overhead     what the layer costs
#     components   4, 6, 8, 7, 5, 4 hosts
#     cost         of split and merge, and of migration
#
# Hosts are namespaces of this machine (tools/hosts), half of them on either of two
# cores, of which each has the same part whether it uses it or not. A load is
# processes on a host that compete for its part. Runs that are compared take turns,
# and what differs between them is told by the medians.
#
# SPDX-License-Identifier: BSD-3-Clause
set -eu
studies=$(cd "$(dirname "$0")" && pwd)
. "$studies/study.sh"
experiments='loaded fresh slow gradual expansion granularity overhead'
experiments="$experiments components cost"
built "$1" examples/heat examples/plain/heat
shift
choose "$@"
needs perl taskset nsenter
needs_processor_groups
# shellcheck disable=SC2086
test $# -gt 0 || set -- $experiments

# ---- hosts, jobs and loads ----

scratch=$(mktemp -d)
lab=$scratch/lab
running='' loads=''
export MITOSIS_CONFIG=/dev/null MITOSIS_SUMMARY=off
export MITOSIS_YIELD=on # or who waits would use up the share of its host
unset MITOSIS_PAGES

hosts() { what=$1; shift; "$tools/hosts" "$what" "$lab" "$@"; }
load_ends() {
    # shellcheck disable=SC2086
    test -z "$loads" || kill $loads 2>/dev/null || :
    loads=
}
hosts_end() {
    load_ends
    test -z "$running" || kill "$running" 2>/dev/null || :
    running=
    echo $$ >/sys/fs/cgroup/cpu/cgroup.procs
    test ! -f "$lab/grouped" || look_ends
    test ! -d "$lab" || hosts down
}
# look_ends  - those who looked are yet to be gone
look_ends() {
    at=/sys/fs/cgroup/cpu/$(cat "$lab/grouped")/look
    for _ in $(seq 100); do
        test ! -d "$at" || rmdir "$at" 2>/dev/null || { sleep 0.1; continue; }
        return 0
    done
}
trap 'hosts_end || :; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# hosts_begin COUNT  - an even number, half of them on either core
hosts_begin() {
    HOSTS_OWNER=$$ hosts up "$1"
    for i in $(seq "$1"); do
        hosts core "h$i" $((i % 2)) $((216 / $1))
    done
    # What looks at hosts has a part as large as theirs, or would wait for them.
    at=/sys/fs/cgroup/cpu/$(cat "$lab/grouped")/look
    mkdir "$at"
    echo 65536 >"$at/cpu.shares"
    echo $$ >"$at/cgroup.procs"
}
# slow_down HOST  - somebody else has half of it, and is not to be seen
slow_down() {
    at=/sys/fs/cgroup/cpu/$(cat "$lab/grouped")/$1/rest
    test ! -f "$at/cpu.idle" || echo 0 >"$at/cpu.idle"
    echo 1024 >"$at/cpu.shares" # as much as a process
}
# offer FIRST LAST  - jobs may be on the hosts with these numbers from now on
offer() {
    seq -f h%g:1 "$1" "$2" >"$scratch/offer.new"
    mv "$scratch/offer.new" "$scratch/offer"
}
# list FIRST LAST  - these hosts, for mpiexec
list() { seq -s , -f h%g "$1" "$2"; }

# start RANKS HOST,... PROGRAM WORD...  - a job under Mitosis
start() {
    ranks=$1 where=$2 program=$build/examples/$3; shift 3
    began=$(date +%s.%N)
    MITOSIS_HOSTS_FILE=$scratch/offer MITOSIS_OUTPUT=$scratch/report.json \
        timeout 400 "$tools/hosts" mpiexec "$lab" \
        -genv LD_PRELOAD "$build/libmitosis.so" -hosts "$where" -n "$ranks" \
        "$program" "$@" >"$scratch/out" 2>&1 </dev/null &
    running=$!
}
# finish  - how long it took, into $took
finish() {
    wait "$running" || { cat "$scratch/out" >&2; fail 'a job has failed'; }
    took=$(date +%s.%N | awk -v s="$began" '{ printf "%.4f\n", $1 - s }')
    running=
    load_ends
}
# reaches STEP  - wait until the job is there; false when it has ended.  Who
# looks is no load on the host.
reaches() {
    until test "${step:-0}" -ge "$1"; do
        kill -0 "$running" 2>/dev/null || return
        sleep 0.1
        step=$(hosts look h1 "$build/mitosis" ctl status --json 2>/dev/null \
            | jq '.sync // 0') || step=0
    done
    step=0
}
# load HOST COUNT  - so many processes that always compute
load() {
    for _ in $(seq "$2"); do
        "$tools/hosts" run "$lab" "$1" perl -e '1 while 1' &
        loads="$loads $!"
    done
}

# ---- what comes of it ----

# rates KIND PARTS  - iterations a second in each of as many parts of the run,
# the time that it stood still for changes included
rates() {
    jq -r --argjson parts "$2" '.iterations.iterations_per_sample as $each
        | .iterations.seconds as $s | ($s | length) as $n
        | [.changes[] | select(.outcome == "done")
            | { at: (.iteration / $each), seconds: .stopped_seconds }] as $stops
        | range($parts) | . as $part
        | ($part * $n / $parts | floor) as $from
        | (($part + 1) * $n / $parts | floor) as $to
        | ([$stops[] | select(.at >= $from and .at < $to) | .seconds] | add // 0)
            as $still
        | "\($part) \(($to - $from) * $each
            / ($still + ($s[$from:$to] | add) * $each))"' "$scratch/report.json" \
        >"$scratch/rates"
    while read -r at rate; do
        row "$1" rate "$at" "$rate"
    done <"$scratch/rates"
}
# changes KIND  - what was changed, how long it took, and what it was to bring
changes() {
    jq -r '.changes[] | select(.outcome == "done")
        | "\(.what | gsub(" and "; "+")) \(.iteration) \(.stopped_seconds)"' \
        "$scratch/report.json" >"$scratch/changes"
    while read -r what at seconds; do
        row "$1" "stopped for $what" "$at" "$seconds"
    done <"$scratch/changes"
    gains "$1"
    tell "$1 $took s," "$(jq -r '[.changes[] | "\(.order[:30]) at \(.iteration)"
        + (if .outcome == "done" then "" else " given up" end)]
        | if . == [] then "no change" else join(", ") end' "$scratch/report.json")"
}
result() {
    row "$1" seconds '' "$took"
    rates "$1" "$2"
    changes "$1"
}

# ---- one of four hosts ----

# disturbed KIND HOST COUNT NEXT  - a run in which a host is loaded by so many
# processes when an eighth is done, and another host joins at the sixteenth of
# that number, 0 for none
disturbed() {
    offer 1 4
    start 4 "$(list 1 4)" heat 8000 4000 "$steps"
    if test "$1" != quiet; then
        ! reaches $((steps / 8)) || load "$2" "$3"
        if test "$4" -gt 0 && reaches $((steps * $4 / 16)); then
            offer 1 5
        fi
    fi
    finish
    result "$1" 40
}
# with_and_without POLICY OPTIONS WORD...  - all kinds of run in turn
with_and_without() {
    policy=$1 options=$2; shift 2
    for turn in $(seq "$turns"); do
        for kind in quiet alone adapted; do
            MITOSIS_POLICY='' MITOSIS_POLICY_OPTIONS=''
            test $kind != adapted \
                || MITOSIS_POLICY=$policy MITOSIS_POLICY_OPTIONS=$options
            export MITOSIS_POLICY MITOSIS_POLICY_OPTIONS
            disturbed $kind "$@"
        done
    done
    unset MITOSIS_POLICY MITOSIS_POLICY_OPTIONS
}
loaded() {
    steps=$(either 100 160)
    hosts_begin 6
    with_and_without granularity every=1,pause=2 h2 4 0
}
fresh() {
    steps=$(either 60 160)
    hosts_begin 6
    with_and_without threshold every=1 h2 4 4
}
slow() {
    steps=$(either 40 100)
    hosts_begin 6
    slow_down h4
    with_and_without threshold every=1 h4 12 2
}

# ---- splits, merges and migrations ----

# A host with two processors is one on which two ranks share what it has.  Each
# event comes after as many steps as the one before; the paper does not tell of
# the fourth.  After a split or merge all have as much to do again.
gradual() {
    steps=$(either 20 100)
    HOSTS_OWNER=$$ hosts up 3
    for i in 1 2 3; do
        hosts cpu h$i 50
    done
    MITOSIS_SCRIPT=$(awk -v steps="$steps" 'NF > 1 { printf "%s%d %s",
        more, NR * steps, $0; more = "; " }' <<'EVENTS'
split 0 and rebalance 1 1 1
split 1 and rebalance 1 1 1 1
migrate 2 h2 and migrate 3 h2
-
split 0 and rebalance 1 1 1 1 1
split 3 and rebalance 1 1 1 1 1 1
migrate 2 h3 and migrate 3 h3
migrate 2 h2 and migrate 3 h2
merge 2 3 and rebalance 1 1 1 1 1
EVENTS
    )
    export MITOSIS_SCRIPT
    offer 1 3
    for turn in $(seq "$turns"); do
        start 2 h1 heat 4000 4000 $((10 * steps))
        finish
        result adapted 100
    done
    unset MITOSIS_SCRIPT
}
expansion() {
    steps=$(either 240 600)
    hosts_begin 8
    for turn in $(seq "$turns"); do
        offer 1 4
        export MITOSIS_POLICY=gradual MITOSIS_POLICY_OPTIONS=every=0.5,pause=1
        start 4 "$(list 1 4)" heat 4000 4000 "$steps"
        ! reaches $((steps / 2)) || offer 1 8
        finish
        result adapted 40
    done
    unset MITOSIS_POLICY MITOSIS_POLICY_OPTIONS
}

# ---- one host, all of the machine ----

# alone PRELOAD RANKS PROGRAM WORD...  - and see how long it takes
alone() {
    preload=$1 ranks=$2 program=$3; shift 3
    began=$(date +%s.%N)
    MITOSIS_OUTPUT=$scratch/report.json UCX_TLS=all UCX_NET_DEVICES=all \
        timeout 400 "$tools/hosts" mpiexec "$lab" -genv LD_PRELOAD "$preload" \
        -hosts h1 -n "$ranks" "$build/examples/$program" "$@" \
        >"$scratch/out" 2>&1 </dev/null &
    running=$!
    finish
}
granularity() {
    steps=$(either 100 600)
    HOSTS_OWNER=$$ hosts up 1
    for turn in $(seq "$turns"); do
        for ranks in 1 2 4 8 16; do
            alone "$build/libmitosis.so" "$ranks" heat 1000 1000 "$steps"
            row adapted rate "$ranks" "$(jq '1 / .iterations.median_seconds' \
                "$scratch/report.json")"
            tell "$ranks processes $took s"
        done
    done
}
# More ranks than there are cores wait for each other by using them up, unless
# Mitosis is there; so they do less.
overhead() {
    turns=$(either 1 5)
    HOSTS_OWNER=$$ hosts up 1
    for turn in $(seq "$turns"); do
        for ranks in 1 2 4 8; do
            steps=$(either 1000 4000)
            test $ranks -le 2 || steps=$((steps / 10))
            alone '' "$ranks" plain/heat 1000 1000 "$steps"
            row plain seconds "$ranks" "$took"
            plain=$took
            MITOSIS_POLICY=threshold MITOSIS_YIELD=auto \
                alone "$build/libmitosis.so" "$ranks" heat 1000 1000 "$steps"
            row adapted seconds "$ranks" "$took"
            row adapted account "$ranks" "$(jq .cost.percent \
                "$scratch/report.json")"
            tell "$ranks processes, without $plain s, with $took s"
        done
    done
}

# ---- four to eight hosts ----

components() {
    steps=$(either 50 130)
    hosts_begin 8
    for turn in $(seq "$turns"); do
        composed neither '' '' 4
        composed migrated "$studies/spread_evenly.lua" every=0.5,pause=1 8
        composed malleable gradual every=0.5,pause=1,small=0 4
    done
}
# composed KIND POLICY OPTIONS RANKS
composed() {
    offer 1 4
    export MITOSIS_POLICY="$2" MITOSIS_POLICY_OPTIONS="$3"
    start "$4" "$(list 1 4)" heat 4000 4000 $((6 * steps))
    stage=0
    for stand in '1 6' '1 8' '2 8' '4 8' '5 8'; do
        stage=$((stage + 1))
        test "$1" != neither || break
        reaches $((stage * steps)) || break
        # shellcheck disable=SC2086
        offer $stand
    done
    finish
    result "$1" 60
    unset MITOSIS_POLICY MITOSIS_POLICY_OPTIONS
}

# From N hosts to one more and back, several times: with a rank on each, all of
# which give a part, and with so many that N of them have to move.
cost() {
    turns=1 times=$(either 1 4)
    most=$(either 3 5)
    hosts_begin 6
    for turn in $(seq "$turns"); do
        for n in $(seq 2 "$most"); do
            offer 1 $((n + 1))
            there="" back="" first=0
            for i in $(seq "$n"); do
                there="$there and migrate $first h$((n + 1))"
                back="$back and migrate $first h$i"
                first=$((first + n + 1))
            done
            moved split "$n" "$n" "resize $((n + 1))" "resize $n"
            moved migrated "$n" $((n * (n + 1))) "${there# and }" "${back# and }"
        done
    done
}
# moved KIND HOSTS RANKS THERE BACK
moved() {
    script=
    for i in $(seq "$times"); do
        script="$script; $((i * 60 - 30)) $4; $((i * 60)) $5"
    done
    export MITOSIS_SCRIPT="${script#; }"
    # Neighbours are on one host, so that those who move are one of each.
    start "$3" "$(for i in $(seq "$2"); do echo "h$i:$(($3 / $2))"; done \
        | paste -sd,)" heat 1200 1000 $((times * 60 + 30))
    finish
    unset MITOSIS_SCRIPT
    jq '[.changes[] | select(.outcome == "done") | .stopped_seconds]
        | add / length' "$scratch/report.json" >"$scratch/mean"
    row "$1" stopped "$2" "$(cat "$scratch/mean")"
    row "$1" changes "$2" "$(jq '[.changes[] | select(.outcome == "done")]
        | length' "$scratch/report.json")"
    changes "$1 $2"
}

# ---- the whole ----

measure hosts_end "$@"
lua5.4 "$studies/adaptation_charts.lua" "$to"
