#!/bin/sh
# t0436-study-adaptation.t - the study of adaptation runs from its script, draws
# its pictures, and leaves nothing behind, also when it is interrupted
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
study=$(cd "$top_srcdir/studies" && pwd)/adaptation.sh || exit 1
build=$(cd "$top_builddir" && pwd) || exit 1
if ! unshare --net --uts --ipc --mount true 2>/dev/null \
    || ! command -v ip >/dev/null || ! test -f /sys/fs/cgroup/cpu/cpu.shares; then
    echo '1..0 # SKIP hosts with a share take root, iproute2 and control groups'
    exit 0
fi
cd "$scratch" || exit 1
mkdir left empty
export TMPDIR="$scratch/left"

run() { timeout 200 "$study" --quick --to to "$build" "$@"; }
rows() { grep -c "^$1" to/figures.csv; }
drawn() {
    for picture; do
        grep -q '</svg>' "to/$picture.svg" || return
        ! grep -E 'nan|inf' "to/$picture.svg" || return
    done
}
# Each host has the folder of the study in its /dev/shm, and in its words.
nothing_left() {
    ls left
    test -z "$(ls left)" && ! grep -l "$scratch/left" /proc/[0-9]*/mountinfo
}

check 'an experiment that is not there is told' refused 1 \
    '^adaptation.sh: "large" is none of: loaded fresh slow' run large
check 'and a build that is none' refused 1 \
    '^adaptation.sh: there is no libmitosis.so in empty' \
    "$study" --quick --to to empty
check 'nothing was written' test ! -e to

# Only what takes no host with a part of a core: these come before all others, so
# other tests would have no core meanwhile.
mkdir to
printf '%s\n' experiment,kind,turn,what,at,value other,adapted,1,rate,1,2 \
    granularity,adapted,1,rate,32,1 >to/figures.csv
check 'one runs' run granularity
check 'and draws its picture' drawn granularity
check 'what it has measured takes the place of the old' \
    test "$(rows granularity,)" -eq 5
check 'what was measured of others is kept' test "$(rows other,)" -eq 1
check 'nothing else is left' until_true nothing_left

run granularity >out 2>&1 &
running=$!
until_true grep -q '1 processes' out
kill "$running" # timeout passes it on
wait "$running"
check 'nothing is left of one that is ended' until_true nothing_left
tap_done
