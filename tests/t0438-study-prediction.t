#!/bin/sh
# t0438-study-prediction.t - the study of predictions runs from its script, draws
# its pictures, and leaves nothing behind, also when it is interrupted
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
study=$(cd "$top_srcdir/studies" && pwd)/prediction.sh || exit 1
build=$(cd "$top_builddir" && pwd) || exit 1
if ! unshare --net --uts --ipc --mount true 2>/dev/null \
    || ! command -v ip >/dev/null || ! test -f /sys/fs/cgroup/cpu/cpu.shares; then
    echo '1..0 # SKIP hosts of its own take root, iproute2 and control groups'
    exit 0
fi
cd "$scratch" || exit 1
mkdir left empty
export TMPDIR="$scratch/left"

run() { timeout 250 "$study" --quick --to to "$build"; }
drawn() {
    for picture; do
        grep -q '</svg>' "to/$picture.svg" || return
        ! grep -E 'nan|inf' "to/$picture.svg" || return
    done
}
nothing_left() {
    ls left
    test -z "$(ls left)" && ! grep -l "$scratch/left" /proc/[0-9]*/mountinfo
}

check 'a build that is none is told' refused 1 \
    '^prediction.sh: there is no libmitosis.so in empty' \
    "$study" --quick --to to empty
check 'nothing was written' test ! -e to
check 'it runs' run
check 'each run was foreseen and done' \
    test "$(grep -cE '^24,(waiting|ahead),200mbit,[^,]+,[0-9.]+,[0-9.]+$' \
        to/figures.csv)" -eq 12
check 'so was each step of one' test "$(grep -c , to/efficiency.csv)" -eq 26
check 'and pictures are drawn of them' drawn errors runs efficiency
check 'nothing else is left' until_true nothing_left

run >out 2>&1 &
running=$!
until_true grep -q 'foreseen .* ran ' out
kill "$running" # timeout passes it on
wait "$running"
check 'nothing is left of one that is ended' until_true nothing_left
tap_done
