#!/bin/sh
# t0214-aba.t - a job grows and shrinks many times, and nothing grows with that
#
# MITOSIS_TEST_LONG=1 makes it 200 times.
#
# SPDX-License-Identifier: BSD-3-Clause
early=4
times=12
test -z "${MITOSIS_TEST_LONG-}" || early=10 times=200

# A /dev/shm and System V memory of our own, where that can be had, so that
# what MPI leaves there is ours.
if test -z "${aba_apart-}" && unshare -mi true 2>/dev/null; then
    export aba_apart=yes MITOSIS_TEST_LONG
    # shellcheck disable=SC2016
    exec unshare -mi sh -c 'mount -t tmpfs none /dev/shm; exec sh "$0"' "$0"
fi
apart=${aba_apart-}
. "$top_srcdir/tests/change.sh"
program=fickle
# A sanitizer keeps what was freed for a while.
export ASAN_OPTIONS="$ASAN_OPTIONS:quarantine_size_mb=0:thread_local_quarantine_size_kb=0"

memory() { sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status"; }
descriptors() { find "/proc/$1/fd" -mindepth 1 | wc -l; }
# shellcheck disable=SC2009
zombies() { ps -o stat= --ppid "$1" | grep -c Z; }
holder() {
    for pid in $(members "$job"); do
        grep -qs 'hold' "/proc/$pid/cmdline" && echo "$pid"
    done
}
files() { find "$MITOSIS_PAGES" -type f ! -name '*.page' | wc -l; }
pages() { find "$MITOSIS_PAGES" -name '*.page' | wc -l; }
shared() { find /dev/shm -mindepth 1 | wc -l; }
segments() { tail -n +2 /proc/sysvipc/shm | wc -l; }

# count WHAT WORD  - the processes of the job that have WORD in that
count() {
    members "$job" | while read -r pid; do
        grep -lse "$2" "/proc/$pid/$1"
    done | wc -l
}

# settled  - nobody is about to end or to fold pages
settled() {
    echo "$(count comm runner) runners, $(count cmdline fold) fold $(pages) pages"
    test "$(count comm runner)" -eq 1 && test "$(count cmdline fold)" -eq 0 \
        && test "$(pages)" -le 40
}
settle() { until_true settled || until_true settled || until_true settled; }

# look FILE  - how large everything is
look() {
    check 'pages are put together, and past generations gone' settle
    {
        echo "memory $(memory "$agent")"
        echo "descriptors $(descriptors "$agent")"
        echo "zombies $(zombies "$agent")"
        echo "held $(memory "$hold")"
        echo "members $(members "$job" | wc -l)"
        echo "files $(files)"
        echo "shared $(shared)"
        echo "segments $(segments)"
    } >"$1"
    sed 's/^/# /' "$1"
}
value() { sed -n "s/^$2 //p" "$1"; }

# pace  - syncs in a second
syncs() { ctl status | sed -n '1s/.*sync \([0-9]*\),.*/\1/p'; }
pace() {
    from=$(syncs)
    sleep 1
    echo "# $(($(syncs) - from)) syncs in a second, $1"
}

round() { ctl resize 3 && ctl resize 2; }
rounds() {
    i=0
    while test "$i" -lt "$1" && round >>ctl.out; do
        i=$((i + 1))
    done
    test "$i" -eq "$1"
}

launch_long() { timeout 900 "$mpiexec" "$@" </dev/null; }
starter=launch_long
begin aba 2 long "$scratch/gate"
until_true ctl status
pace 'before'
check 'it grows and shrinks' rounds "$early"
agent=$(agent)
hold=$(holder)
look early
check 'and does so many times more' rounds $((times - early))
look late
pace 'after'

# same WHAT  - it did not grow
same() { test "$(value late "$1")" -le "$(value early "$1")"; }
near() { test "$(value late "$1")" -le $(($(value early "$1") + $2)); }
check "the agent's memory stays" near memory 256
check 'and its descriptors' same descriptors
check 'it has no zombies' test "$(value late zombies)" -eq 0
check 'what is left of rank 0 stays' near held 256
check 'there are as many processes' same members
check 'and files' near files 4
if test -n "$apart"; then
    check 'MPI leaves nothing in /dev/shm' near shared 2
    check 'nor System V memory' same segments
fi
touch gate
wait "$running"
check 'the program ends well' grep -x 'exit status 0' aba.status
all_done() {
    test "$(ask '.changes[].outcome' | grep -cx 'done')" -eq $((2 * times))
}
check 'all changes were done' all_done
gone
if test -n "$apart"; then
    check 'and /dev/shm is empty' test "$(shared)" -eq 0
fi
tap_done
