#!/bin/sh
# changes.sh - what it costs to change a running job, and whether it brings what
# was foreseen
#
#     studies/changes.sh [--quick] [--to FOLDER] BUILD [EXPERIMENT...]
#
# Measures on this machine, with what is in BUILD, and writes figures.csv and
# pictures into FOLDER, studies/changes without --to.  With EXPERIMENTs only these
# are done, and what is known of the others stays.  All take some six minutes;
# --quick takes each once, and shorter, a minute and a half.
#
#     bytes    how long a job stands still by the bytes of its state, and how long
#              memory alone takes to copy as many
#     many     200 changes of one job: memory, descriptors, processes and files
#     gain     what changes were to bring, and what they brought
#     restart  a restart file of the program's own, and Mitosis, in turn
#
# What is changed is a small program (restartable.c), which tells when its steps
# began and were done: what stands between two of them is what a change costs it,
# whoever makes it.
#
# SPDX-License-Identifier: BSD-3-Clause
set -eu
studies=$(cd "$(dirname "$0")" && pwd)
. "$studies/study.sh"
experiments='bytes many gain restart'
built "$1"
shift
choose "$@"
needs_programs "${MPICC:=mpicc.mpich}" perl pgrep
# shellcheck disable=SC2086
test $# -gt 0 || set -- $experiments

scratch=$(mktemp -d)
running='' load=''
host=$(hostname)
export MITOSIS_CONFIG=/dev/null MITOSIS_SUMMARY=off
export MITOSIS_PAGES="$scratch/pages" MITOSIS_OUTPUT="$scratch/report.json"
load_ends() {
    test -z "$load" || kill "$load" 2>/dev/null || :
    load=
}
job_ends() {
    load_ends
    test -z "$running" || kill "$running" 2>/dev/null || :
    test -z "$running" || wait "$running" || :
    running=
}
trap 'job_ends; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$scratch/pages"
"$MPICC" -O2 -I"$studies/../include" -o "$scratch/restartable" \
    "$studies/restartable.c"
"$MPICC" -O2 -o "$scratch/copy" "$studies/../bench/copy.c"

# ---- jobs ----

# start RANKS MB FROM TO [WORD...]  - a job; with words for mpiexec it is under
# Mitosis.  What it prints comes after what others have.
start() {
    ranks=$1 mb=$2 from=$3 into=$4; shift 4
    rm -f "$scratch/stop"
    timeout 900 mpiexec.hydra "$@" -n "$ranks" "$scratch/restartable" "$mb" \
        "$from" "$into" "$scratch/stop" >>"$scratch/steps" 2>"$scratch/err" \
        </dev/null &
    running=$!
}
start_malleable() {
    : >"$scratch/steps"
    start "$1" "$2" - - -genv LD_PRELOAD "$build/libmitosis.so"
    until_true ctl status
}
job_failed() { cat "$scratch/err" >&2; fail 'a job has failed'; }
# is_there COMMAND...  - wait until it is true; false when the job has ended
is_there() {
    until "$@"; do
        kill -0 "$running" 2>/dev/null || return
        sleep 0.02
    done
}
until_true() { is_there "$@" || job_failed; }
# finish [END]  - the job ends after its next step, and is to be whole, or END
finish() {
    touch "$scratch/stop"
    wait "$running" || job_failed
    running=
    test "$(tail -n 1 "$scratch/steps")" = "${1-whole}" || job_failed
}
# go_on SECONDS  - the job does steps, as many as it prints at once at least
go_on() {
    before=$(wc -l <"$scratch/steps")
    sleep "$1"
    until_true has_gone_on
}
has_gone_on() { test "$(wc -l <"$scratch/steps")" -gt "$before"; }
ctl() { "$build/mitosis" ctl "$@" >"$scratch/said" 2>&1; }
change() { ctl "$@" || { cat "$scratch/said" >&2; fail "no $*"; }; }
seconds() { date +%s.%N; }
# steps  - by what it printed, what stood between the steps of two generations
steps() { lua5.4 "$studies/changes_steps.lua" "$scratch/steps" "$@"; }

# ---- by bytes ----

# Floors are of as many processes as the smaller generation has: these have to
# touch all of it.
bytes() {
    for turn in $(seq "$turns"); do
        for mb in $(either '1 8 64' '1 4 16 64 256 512'); do
            start_malleable 2 "$mb"
            for order in "migrate 0 $host" 'resize 3' 'resize 2' 'resize 1'; do
                sleep 0.1
                # shellcheck disable=SC2086
                change $order
            done
            finish
            steps | while read -r old new still _; do
                row "$old to $new" still "$mb" "$still"
            done
            jq -r '.changes[] | "\(.from) \(.to) \(.stopped_seconds)"' \
                "$MITOSIS_OUTPUT" | while read -r old new still; do
                row "$old to $new" reported "$mb" "$still"
            done
            for ranks in 1 2; do
                timeout 100 mpiexec.hydra -n "$ranks" "$scratch/copy" "$mb" \
                    </dev/null >"$scratch/ms"
                row "copy by $ranks" still "$mb" "$(jq '. / 1000' "$scratch/ms")"
            done
            tell "$mb MB:" "$(jq -r '[.changes[] | "\(.from) to \(.to) in \(
                .stopped_seconds * 1e4 | round / 10) ms"] | join(", ")' \
                "$MITOSIS_OUTPUT"), copied in $(cat "$scratch/ms") ms"
        done
    done
}

# ---- many of one job ----

many() {
    turns=1 turn=1
    count=$(either 24 200)
    start_malleable 2 8
    until_true agent_is_known
    for i in $(seq 4 4 "$count"); do
        at=$((i - 3))
        for order in 'resize 3' "migrate 0 $host" 'resize 2' "migrate 0 $host"; do
            # shellcheck disable=SC2086
            change $order
            sample "$at"
            at=$((at + 1))
        done
        test $((i % 20)) -ne 0 || tell "$i changes"
    done
    finish
    jq -r '.changes | to_entries[] | select(.value.outcome == "done")
        | "\(.key + 1) \(.value.stopped_seconds) \(.value.ready_seconds)"' \
        "$MITOSIS_OUTPUT" | while read -r at still ready; do
        row job still "$at" "$still"
        row job ready "$at" "$ready"
    done
}
# members  - the processes of the job
members() {
    grep -lsF "MITOSIS_OUTPUT=$MITOSIS_OUTPUT" /proc/[0-9]*/environ | cut -d/ -f3
}
# What the agent starts looks like itself for a moment, but not before a change.
agent_is_known() {
    agent=$(members | while read -r pid; do
        ! grep -qsaz '^agent$' "/proc/$pid/cmdline" || echo "$pid"
    done)
    test "$(echo "$agent" | grep -c .)" -eq 1
}
# settled  - what a change leaves behind has ended: there are no ranks but those
# that the job has now
settled() {
    ctl status --json || return
    jq -r '.rank[].pid' "$scratch/said" | sort >"$scratch/ranks"
    pgrep -f "^$scratch/restartable " | sort | cmp -s - "$scratch/ranks"
}
# memory PID  - kB that are there, and its share of them
memory() {
    awk '/^Rss:/ { rss = $2 } /^Pss:/ { pss = $2 } END { print rss, pss }' \
        "/proc/$1/smaps_rollup"
}
descriptors() { find "/proc/$1/fd" -mindepth 1 | wc -l; }
# sample AT  - of the agent, of each rank (the mean) and of the job
sample() {
    until_true settled
    memory "$agent" | {
        read -r rss pss
        row agent rss "$1" "$rss"
        row agent pss "$1" "$pss"
    }
    row agent descriptors "$1" "$(descriptors "$agent")"
    while read -r pid; do
        echo "$(memory "$pid") $(descriptors "$pid")"
    done <"$scratch/ranks" | awk '{ rss += $1; pss += $2; open += $3 }
        END { print rss / NR, pss / NR, open / NR }' | {
        read -r rss pss open
        row rank rss "$1" "$rss"
        row rank pss "$1" "$pss"
        row rank descriptors "$1" "$open"
    }
    row job processes "$1" "$(members | wc -l)"
    row job files "$1" "$(find "$MITOSIS_PAGES" -type f | wc -l)"
    row job folder "$1" "$(du -sk "$MITOSIS_PAGES" | cut -f1)"
}

# ---- foreseen and come ----

# On this machine alone, of changes that are asked for and of a policy's: the job
# grows into what is idle, makes room for somebody else, and grows back.  Then of
# the runs of the study of adaptation, which has hosts for it.
gain() {
    turns=$(either 1 3)
    for turn in $(seq "$turns"); do
        asked_for
        grows_and_gives
    done
    if test -n "$quick" || ! has_hosts; then
        tell "without the runs of adaptation.sh: $(either 'it is a quick look' \
            "$(tail -n 1 "$scratch/said")")"
        return
    fi
    tell 'and those of adaptation.sh'
    "$studies/adaptation.sh" --quick --to "$scratch/adaptation" "$build" \
        loaded fresh slow gradual expansion components >"$scratch/out" 2>&1 &
    running=$! # so that it is ended where this is
    wait "$running" || { cat "$scratch/out" >&2; fail 'adaptation.sh has failed'; }
    running=
    gains_of_others <"$scratch/adaptation/figures.csv" >>"$scratch/figures.csv"
}
has_hosts() { (needs taskset nsenter && needs_processor_groups) >"$scratch/said" 2>&1; }
# gains_of_others  - the same of each experiment, which is a kind of run here
gains_of_others() {
    sed -nE 's/^([^,]*),[^,]*,([0-9]*,(predicted|realised),)/gain,\1,\2/p'
}
# What a change is to bring is told by an agent that has a policy, whoever asks.
# This policy has nothing to do on one host.
asked_for() {
    MITOSIS_POLICY=threshold start_malleable 1 8
    for ranks in 2 1 2 1 2; do
        go_on 1
        change resize "$ranks"
    done
    go_on 1
    finish
    gained 'asked for'
}
# A machine that is busy already has no room, so nobody waits for it for long.
grows_and_gives() {
    MITOSIS_POLICY=granularity MITOSIS_POLICY_OPTIONS=every=0.5,pause=1 \
        start_malleable 1 8
    if soon has_done 1; then
        sleep 1.5
        perl -e '1 while 1' &
        load=$!
        ! soon has_done 2 || sleep 1.5
        load_ends
        ! soon has_done 3 || sleep 1.5
    fi
    finish
    gained policy
}
has_done() { ctl status --json && jq -e ".changes >= $1" "$scratch/said" >/dev/null; }
# soon COMMAND...  - whether it is true within five seconds
soon() {
    for _ in $(seq 50); do
        ! "$@" || return 0
        sleep 0.1
    done
    return 1
}
gained() {
    gains "$1"
    tell "$1: $(jq -r '[.changes[] | "\(.order) to bring \(
        .predicted_gain * 100 | round) %, brought \(.realised_gain * 100 | round) %"]
        | if . == [] then "no change" else join("; ") end' "$MITOSIS_OUTPUT")"
}

# ---- a restart file ----

# From two ranks to one and back.  Both are told from outside, and go on meanwhile
# for as long as they can: until the file is asked for, and until the new ranks
# are ready.
restart() {
    for turn in $(seq "$turns"); do
        for mb in $(either '8 64' '8 64 256 512'); do
            by_mitosis
            by_file
        done
    done
}
by_mitosis() {
    start_malleable 2 "$mb"
    go_on 0.6
    asked=$(seconds)
    change resize 1
    go_on 0.6
    asked="$asked $(seconds)"
    change resize 2
    go_on 0.6
    finish
    came mitosis
}
by_file() {
    : >"$scratch/steps"
    file=$scratch/restart
    start 2 "$mb" - "$file"
    go_on 0.6
    asked=$(seconds)
    finish written
    start 1 "$mb" "$file" "$file"
    go_on 0.6
    asked="$asked $(seconds)"
    finish written
    start 2 "$mb" "$file" -
    go_on 0.6
    finish
    rm "$file"
    came file
}
came() {
    # shellcheck disable=SC2086
    steps $asked >"$scratch/came"
    while read -r old new still lost; do
        row "$1 $old to $new" still "$mb" "$still"
        test -z "$lost" || row "$1 $old to $new" lost "$mb" "$lost"
    done <"$scratch/came"
    tell "$mb MB, $1: $(awk '{ printf "%s%s to %s in %.3f s, %s lost in all", more,
        $1, $2, $3, $4 == "" ? "?" : $4 " s"; more = "; " }' "$scratch/came")"
}

measure job_ends "$@"
lua5.4 "$studies/changes_charts.lua" "$to"
