# shellcheck shell=sh
# hosts.sh - tests on several hosts that the test makes itself
#
# Source it instead of job.sh, then say hosts_up COUNT.  launch goes over all
# hosts unless it is told which.  Without root, or where no namespaces can be
# made, the test is skipped.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
hosts=$scratch/hosts
export MITOSIS_YIELD=on # and all of them the same cores

# hosts_do WHAT WORD...  - see tools/hosts
hosts_do() {
    what=$1; shift
    "$top_srcdir/tools/hosts" "$what" "$hosts" "$@"
}

hosts_up() {
    host_count=$1
    if ! unshare --net --uts --ipc --mount true 2>/dev/null \
        || ! command -v ip >/dev/null; then
        echo '1..0 # SKIP hosts of our own take root and iproute2'
        exit 0
    fi
    trap 'hosts_do down; rm -rf "$scratch"' EXIT
    HOSTS_OWNER=$$ hosts_do up "$host_count" || exit 1
    unset MITOSIS_PAGES # each host has its own /dev/shm
}

launch() { timeout 300 "$top_srcdir/tools/hosts" mpiexec "$hosts" "$@" </dev/null; }

# nothing_left EXCEPTION...  - no process and no file of ours on any of them, but
# for what find is told
nothing_left() {
    for pid in $(hosts_do processes); do
        echo "$pid $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    done >left 2>/dev/null
    hosts_do files "$@" >>left
    ! grep . left
}

# head_agent  - the process of it, on h1; what it starts looks like itself for a
# moment
head_agent() {
    for pid in $(hosts_do processes h1); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q '^mitosis agent' \
            && ! grep -q runner "/proc/$pid/comm" && echo "$pid"
    done 2>/dev/null | head -n 1
}
# kill_head  - and new_head tells whether there is one after it
kill_head() {
    old=$(head_agent)
    kill -9 "$old"
}
new_head() {
    new=$(head_agent)
    test -n "$new" && test "$new" != "$old" && ctl status
}
