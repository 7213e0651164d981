# shellcheck shell=sh
# study.sh - what the scripts of studies share: their options, and what they need
#
# A script sets $studies, its folder, and sources this, which takes the options
# out of its words: --quick ($quick is not empty then) and --to FOLDER ($to; a
# folder of the script's name unless it is given).
#
# SPDX-License-Identifier: BSD-3-Clause
tools=$studies/../tools
quick='' to=$studies/$(basename "$0" .sh)

# either QUICK FULL
either() { if test -n "$quick"; then echo "$1"; else echo "$2"; fi; }
fail() { echo "${0##*/}: $*" >&2; exit 1; }
usage() { sed -n '/^#  /s/^# *//p' "$0" >&2; exit 2; }
while test $# -gt 0; do
    case $1 in
    --quick) quick=--quick ;;
    --to) test $# -gt 1 || usage; to=$2; shift ;;
    -*) usage ;;
    *) break ;;
    esac
    shift
done
test $# -gt 0 || usage
readonly to

# built FOLDER FILE...  - $build is the folder, in which these are
built() {
    folder=$1; shift
    for file in libmitosis.so mitosis "$@"; do
        test -e "$folder/$file" || fail "there is no $file in $folder"
    done
    build=$(cd "$folder" && pwd)
}
# needs_programs PROGRAM...  - beside those that all studies take
needs_programs() {
    for name in jq lua5.4 mpiexec.hydra "$@"; do
        command -v "$name" >/dev/null \
            || fail "there is no $name here, which it needs"
    done
}
# needs PROGRAM...  - and hosts of its own
needs() {
    needs_programs ip "$@"
    test "$(id -u)" -eq 0 || fail 'hosts of its own take root'
    unshare --net --uts --ipc --mount true 2>/dev/null \
        || fail 'no namespaces can be made here'
}
needs_processor_groups() {
    test -f /sys/fs/cgroup/cpu/cpu.shares \
        || fail 'there are no control groups of version 1 for processors here'
}

# ---- of several experiments, each of which is a function ----

# choose EXPERIMENT...  - each is to be one of $experiments
choose() {
    for name; do
        case " $experiments " in
        *" $name "*) ;;
        *) fail "\"$name\" is none of: $experiments" ;;
        esac
    done
}
# row KIND WHAT AT VALUE  - of this turn of this experiment
row() { echo "$experiment,$1,$turn,$2,$3,$4" >>"$scratch/figures.csv"; }
tell() { echo "$(date +%T) $experiment, turn $turn of $turns: $*"; }
# gains KIND  - of each change of the last run: the share of an iteration's time
# that it was to save, and what it saved, as far as both are known
gains() {
    jq -r '.changes[] | select(.outcome == "done" and .predicted_gain != 0
            and .before_seconds > 0 and .after_seconds > 0)
        | "\(.iteration) \(.predicted_gain) \(.realised_gain)"' \
        "$scratch/report.json" >"$scratch/gains"
    while read -r at predicted realised; do
        row "$1" predicted "$at" "$predicted"
        row "$1" realised "$at" "$realised"
    done <"$scratch/gains"
}

# measure AFTERWARDS EXPERIMENT...  - one after the other, and that after each.  What
# is in $to/figures.csv of others stays.
measure() {
    afterwards=$1; shift
    mkdir -p "$to"
    : >>"$scratch/figures.csv"
    test -z "$quick" || echo 'a quick look: each once, and shorter than it should be'
    for experiment; do
        turns=$(either 1 3) turn=0
        tell 'begins'
        $experiment
        $afterwards
    done
    done=$(echo "$@" | tr ' ' '|')
    {
        echo experiment,kind,turn,what,at,value
        test ! -f "$to/figures.csv" \
            || sed 1d "$to/figures.csv" | grep -vE "^($done)," || :
        cat "$scratch/figures.csv"
    } >"$scratch/all.csv"
    cp "$scratch/all.csv" "$to/figures.csv"
}
