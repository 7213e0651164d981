# shellcheck shell=sh
# study.sh - a study of studies/: $study is the script, which a test names before
# it sources this
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
study=$(cd "$top_srcdir/studies" && pwd)/$study || exit 1
build=$(cd "$top_builddir" && pwd) || exit 1
cd "$scratch" || exit 1
mkdir left empty
export TMPDIR="$scratch/left"

# with_the_library_alone  - in front of programs, or it is left out
with_the_library_alone() {
    if readelf -d "$build/libmitosis.so" | grep -q 'NEEDED.*lib[a-z]*san\.so'; then
        echo '1..0 # SKIP a library with a sanitizer cannot be preloaded alone'
        exit 0
    fi
}
# on_hosts_of_its_own  - or it is left out
on_hosts_of_its_own() {
    if ! unshare --net --uts --ipc --mount true 2>/dev/null \
        || ! command -v ip >/dev/null || ! test -f /sys/fs/cgroup/cpu/cpu.shares; then
        echo '1..0 # SKIP hosts of its own take root, iproute2 and control groups'
        exit 0
    fi
}
# run EXPERIMENT...  - a quick look, into the folder 'to'
run() { timeout 250 "$study" --quick --to to "$build" "$@"; }
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
# needs_a_build  - what has none in it is told, and nothing is written
needs_a_build() {
    check 'a build that is none is told' refused 1 \
        "^${study##*/}: there is no libmitosis.so in empty" \
        "$study" --quick --to to empty
    check 'nothing was written' test ! -e to
}
# can_be_ended TEXT EXPERIMENT...  - once it has said that
can_be_ended() {
    text=$1; shift
    run "$@" >out 2>&1 &
    running=$!
    until_true grep -q "$text" out
    kill "$running" # timeout passes it on
    wait "$running"
    check 'nothing is left of one that is ended' until_true nothing_left
}
