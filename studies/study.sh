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

# built FOLDER FILE...  - $build is the folder, in which these are
built() {
    folder=$1; shift
    for file in libmitosis.so mitosis "$@"; do
        test -e "$folder/$file" || fail "there is no $file in $folder"
    done
    build=$(cd "$folder" && pwd)
}
# needs PROGRAM...  - and hosts of its own
needs() {
    for name in jq ip lua5.4 mpiexec.hydra "$@"; do
        command -v "$name" >/dev/null \
            || fail "there is no $name here, which it needs"
    done
    test "$(id -u)" -eq 0 || fail 'hosts of its own take root'
    unshare --net --uts --ipc --mount true 2>/dev/null \
        || fail 'no namespaces can be made here'
}
needs_processor_groups() {
    test -f /sys/fs/cgroup/cpu/cpu.shares \
        || fail 'there are no control groups of version 1 for processors here'
}
