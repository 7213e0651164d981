#!/bin/sh
# prediction.sh - what 'mitosis sim' says of runs, and what these then take
#
#     studies/prediction.sh [--quick] [--to FOLDER] BUILD
#
# Solves a system of linear equations (examples/lu in BUILD) on two hosts that it
# makes itself, as root, in blocks of several widths, each step waiting for its
# block or having the next one ahead.  Each of these programs is recorded with four
# ranks and links that nothing holds up, right before the runs that are foreseen
# with links of one speed, as the machine's own may change within minutes.  Then
# links are slower, ranks are elsewhere, or the second host is left after some of
# the steps: 'mitosis sim' says how long that takes, by the recording and by what
# 'mitosis sim calibrate' measured of the links, and it is run.  What is foreseen
# for a machine that is as fast as it was in that run is told as well.  Writes
# figures.csv and pictures into FOLDER, studies/prediction without --to.
#
# SPDX-License-Identifier: BSD-3-Clause
set -eu
studies=$(cd "$(dirname "$0")" && pwd)
. "$studies/study.sh"
test $# -eq 1 || usage
built "$1" examples/lu
needs taskset nsenter
needs_processor_groups

scratch=$(mktemp -d)
lab=$scratch/lab
export MITOSIS_CONFIG=/dev/null MITOSIS_SUMMARY=off
export MITOSIS_YIELD=on # or who waits would use up the core of its host
export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 # as between hosts, also within one
unset MITOSIS_PAGES

hosts() { what=$1; shift; "$tools/hosts" "$what" "$lab" "$@"; }
hosts_end() { test ! -d "$lab" || hosts down; }
trap 'hosts_end || :; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# run PLACES WORD...  - a job under Mitosis, whose report is report.json
run() {
    places=$1; shift
    ranks=$(echo "$places" | tr , '\n' | awk -F: '{ n += $2 } END { print n }')
    rm -f "$scratch"/report.*
    MITOSIS_PROFILE=trace MITOSIS_OUTPUT=$scratch/report.json \
        timeout --foreground 400 "$tools/hosts" mpiexec "$lab" \
        -genv LD_PRELOAD "$build/libmitosis.so" -hosts "$places" -n "$ranks" \
        "$build/examples/lu" "$size" "$@" >"$scratch/out" 2>&1 </dev/null \
        || { cat "$scratch/out" >&2; fail 'a job has failed'; }
}
# loop_of FILE  - how long all its steps took, and what it stood still between
loop_of() {
    jq '([.iterations.seconds[]] | add)
        * (.iterations.iterations_per_sample // 1)
        + ([.changes[] | select(.outcome == "done") | .stopped_seconds]
            | add // 0)' "$1"
}
slow() { # RATE, of either host's link
    hosts rate h1 "$1"
    hosts rate h2 "$1"
}
calibrate() {
    "$tools/hosts" run "$lab" h1 "$build/mitosis" sim calibrate -launcher ssh \
        -launcher-exec "$lab/ssh" -iface eth0 --hosts h1,h2 \
        --output "$scratch/$1.json" >"$scratch/out" 2>&1 </dev/null \
        || { cat "$scratch/out" >&2; fail 'the hosts cannot be measured'; }
}
# one_core FILE  - a host sees all processors of the machine, and may use one
one_core() {
    jq '.hosts[].cores = 1' "$1" >"$scratch/cores"
    mv "$scratch/cores" "$1"
}

size=$(either 600 2600)
widths=$(either 24 '24 48 96')
rates=$(either 200mbit 'none 400mbit 200mbit')

# program WIDTH HOW  - $program is its name, and $words are its words
program() {
    width=$1 how=$2
    program=$width-$how words=$width
    test "$how" = waiting || words="$width $how"
}
# record NAME PLACES  - run it, and keep what is known of that
record() {
    # shellcheck disable=SC2086
    run "$2" $words
    one_core "$scratch/report.json"
    mv "$scratch/report.json" "$scratch/$1.json"
    mv "$scratch/report.trace" "$scratch/$1.trace"
}
# changes QUARTER  - the second host is left after so many quarters of the steps
changes() {
    echo "$((((size + width - 1) / width) * $1 / 4)) migrate 2 h1 and migrate 3 h1"
}
# foresee PLATFORM PLACES [SCRIPT]  - into sim.json
foresee() {
    platform=$1 places=$2 script=${3-}
    set --
    test -z "$script" || set -- --script "$script"
    "$build/mitosis" sim "$scratch/$program.json" "$scratch/$program-changed.json" \
        --platform "$platform" --map "$places" --json "$@" \
        >"$scratch/sim.json" 2>"$scratch/out" \
        || { cat "$scratch/out" >&2; fail "$program cannot be foreseen"; }
}
# computed NAME  - the ranks of that run, each with the processor time that it
# computed between its calls, as the traces of all its generations have it
computed() {
    for trace in "$scratch/$1.trace" "$scratch/$1".[0-9]*.trace; do
        test ! -f "$trace" || "$build/mitosis" trace "$trace" | awk -F'\t' '
            $3 == "call" && seen[$1]++ { sum[$1] += $7 == "-" ? $6 : $7 }
            END { for (rank in sum) print rank, sum[rank] }'
    done
}
# speeds PLACES  - how fast either host was in the run that was done last, by what
# the same ranks computed when recorded, or where one host was left both
speeds() {
    first=$(echo "$1" | sed 's/h1:\([0-9]*\),.*/\1/')
    test ! -f "$scratch/report.2.trace" || first=all
    computed "$program" >"$scratch/recorded"
    computed report | awk -v first="$first" -v recorded="$scratch/recorded" '
        function host(rank) { return first != "all" && rank >= first }
        BEGIN { while ((getline line <recorded) > 0) {
            split(line, of, " ")
            was[host(of[1])] += of[2]
        } }
        { is[host($1)] += $2 }
        END { h1 = was[0] / is[0]
            print h1, first == "all" ? h1 : was[1] / is[1] }'
}
# as_then RATE H1 H2  - beside the hosts of the recording those of the run
as_then() {
    jq --argjson h1 "$2" --argjson h2 "$3" '.hosts += [.hosts[]
        | .speed *= {$h1, $h2}[.name] | .name |= "then-" + .]' \
        "$scratch/$1.json" >"$scratch/then.json"
}
# compare RATE PLACES WHAT [SCRIPT]  - the run is foreseen, and done, and foreseen
# for a machine that is as fast as it was then
compare() {
    rate=$1 of=$2 what=$3 steps=${4-}
    foresee "$scratch/$rate.json" "$of" "$steps"
    foreseen=$(loop_of "$scratch/sim.json")
    export MITOSIS_SCRIPT="$steps"
    # shellcheck disable=SC2086
    run "$of" $words
    unset MITOSIS_SCRIPT
    measured=$(loop_of "$scratch/report.json")
    # shellcheck disable=SC2046
    as_then "$rate" $(speeds "$of")
    foresee "$scratch/then.json" "$(echo "$of" | sed 's/h/then-h/g')" \
        "$(echo "$steps" | sed 's/h1/then-h1/g')"
    at_speed=$(loop_of "$scratch/sim.json")
    echo "$width,$how,$rate,$what,$foreseen,$at_speed,$measured" \
        >>"$scratch/figures.csv"
    echo "$foreseen $at_speed $measured" | awk \
        -v what="$(date +%T) $program $rate $what" '{ printf "%s: foreseen %.3f s, %.3f s as " \
            "fast as it was, ran %.3f s, %+.1f %% and %+.1f %%\n", what, $1, $2, $3,
            ($1 / $3 - 1) * 100, ($2 / $3 - 1) * 100 }'
}
# efficiency  - of each step of the run that was compared last, but for the last
# one, which has nothing to do: what one rank alone takes for it, by what its hosts
# gave it
efficiency() {
    jq -r --slurpfile sim "$scratch/sim.json" --slurpfile one "$scratch/alone.json" '
        ([.changes[] | select(.outcome == "done") | .iteration][0]) as $left
        | .iterations.seconds as $ran | $sim[0].iterations.seconds as $foreseen
        | $one[0].iterations.seconds as $alone
        | range(($ran | length) - 1) | (if . < $left then 2 else 1 end) as $hosts
        | "\(. + 1),\($alone[.] / $hosts / $foreseen[.]),\($alone[.] / $hosts
            / $ran[.])"' "$scratch/report.json" >>"$scratch/efficiency.csv"
}

echo width,how,rate,what,foreseen,foreseen_at_speed,measured >"$scratch/figures.csv"
echo step,foreseen,measured >"$scratch/efficiency.csv"
HOSTS_OWNER=$$ hosts up 2
for rate in $rates; do
    slow "$rate"
    calibrate "$rate"
    one_core "$scratch/$rate.json"
done
slow none
hosts core h1 0
hosts core h2 1
program "${widths##* }" waiting
record alone h1:1
for rate in $rates; do
    for width in $widths; do
        for how in waiting ahead; do
            program "$width" "$how"
            slow none
            # What a change costs is known of an earlier one.
            MITOSIS_SCRIPT=$(changes 2) record "$program-changed" h1:2,h2:2
            record "$program" h1:2,h2:2
            slow "$rate"
            compare "$rate" h1:2,h2:2 '2 and 2'
            compare "$rate" h1:3,h2:1 '3 and 1'
            compare "$rate" h1:1,h2:3 '1 and 3'
            for quarter in 1 2 3; do
                compare "$rate" h1:2,h2:2 "left after $quarter quarters" \
                    "$(changes $quarter)"
                if test "$program-$rate-$quarter" \
                    = "${widths##* }-waiting-${rates%% *}-2"; then
                    efficiency
                fi
            done
        done
    done
done
mkdir -p "$to"
cp "$scratch/figures.csv" "$scratch/efficiency.csv" "$to"
lua5.4 "$studies/prediction_charts.lua" "$to"
