#!/bin/sh
# t0433-sim-calibrate.t - a platform is measured here, written down and read by
# mitosis sim; what cannot be measured is told
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
unset MITOSIS_YIELD

calibrate() { timeout 200 "$mitosis" sim calibrate "$@" >out 2>err </dev/null; }
gives_platform() {
    calibrate --output -
    rc=$?
    cat err
    return "$rc"
}
# so EXPRESSION  - holds of the platform
so() { cat platform.json; jq -e "$1" platform.json >/dev/null; }
# gives STATUS TEXT WORD...  - it ends so, and says so in one line
gives() {
    want=$1 text=$2; shift 2
    calibrate "$@"
    rc=$?
    echo "status $rc"; cat out err
    test "$rc" -eq "$want" && test "$(wc -l <err)" -eq 1 && grep -q -- "$text" err
}

check 'this host is measured' calibrate
cat out
check 'it is in the file, by its own name' \
    so "[.hosts[].name] == [\"$(hostname)\"]"
check 'as the measure of speed' so '.hosts[0].speed == 1'
check 'with its cores, as far as they are for us' \
    so ".hosts[0].cores | . >= 1 and . <= $(nproc --all)"
check 'and what messages cost' \
    so '.memory | .latency >= 0 and .latency < 1 and .bandwidth > 1e5'
check 'and their processor' so '.hosts[0].delay > 0 and .hosts[0].delay < 1'
check 'and from which size they wait' so '.eager_limit >= 8'
check 'nothing is said of a network that was not there' so 'has("network") | not'
check 'the text tells of it' grep -q '^Within a host (.*): latency .* MB/s' out
check 'and where it is' grep -q '^Written to platform.json, in ' out

# doubted  - a busy machine is told of, in one line, and else nothing is
doubted() {
    cat err
    if so '(.spread // 0) > 0.5'; then
        test "$(wc -l <err)" -eq 1 && grep -q 'not to be trusted: .* times as long' err
    else
        test ! -s err
    fi
}
check 'how much repeats differ is in the file, and told where it is much' doubted

export MITOSIS_PROFILE=trace
run_watched ring -n 2 "$programs/ring"
check 'a run is replayed on it' \
    "$mitosis" sim ring.json --platform platform.json

jq '.spread = 3' platform.json >busy.json
"$mitosis" sim ring.json --platform busy.json | tr '\n' ' ' | tr -s ' ' >line
check 'figures from a busy machine are doubted in what is made of them' \
    grep -q 'repeats took up to 4.0 times as long: do not trust' line

check 'it can be printed' gives_platform
check 'standard output has the platform alone' jq -e .memory out

# What is wrong
cp platform.json before.json
check 'a folder that is not there is told, before anything is measured' \
    gives 1 '^mitosis: none/p.json: No such file or directory$' \
    --output none/p.json
check 'so is a file that is a folder' \
    gives 1 '^mitosis: /: Is a directory$' --output /
check 'and no name' gives 2 '^mitosis: --output needs a value$' --output ''
check 'a host that is not there is told' \
    gives 1 'no job starts on the host nowhere.invalid: ' \
    --hosts nowhere.invalid
check 'and what has no hosts in it' gives 2 'there is no host in ","' --hosts ,
export MITOSIS_MPIEXEC=/nowhere/mpiexec
check 'no mpiexec is told' \
    gives 1 '^mitosis: /nowhere/mpiexec: No such file or directory$'
unset MITOSIS_MPIEXEC
check 'the file is as it was' cmp before.json platform.json
check 'a program is not to be given' \
    gives 2 "'./heat': only options of mpiexec" ./heat
check 'nor how many ranks there are' gives 2 'for us to try' -n 4
check 'nor an option that is none' gives 2 "'--hostz' is no option" --hostz a
tap_done
