# shellcheck shell=sh
# lost.sh - jobs over hosts of which one is lost
#
# Source it instead of reach.sh.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"

# begin_job NAME WORD...  - of mitosis run on h1, over h1, h2 and h3
begin_job() {
    job=$1; shift
    rm -f gate gate.start
    MITOSIS_OUTPUT="$scratch/$job.json" UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 \
        keep "$job" hosts_do run h1 timeout 200 "$mitosis" run -launcher ssh \
        -launcher-exec "$hosts/ssh" -iface eth0 -hosts h1,h2,h3 -n 3 "$@" \
        "$programs/fickle" 40 "$way" gate &
    running=$!
    until_true is_on || check "$job starts" false
}

# lose HOST  - its link and all that runs there
lose() {
    hosts_do cut "$1"
    hosts_do processes "$1" | xargs kill -9 2>/dev/null
}
said() { grep -E "$1" "$job.err" || ! cat "$job.err"; }
is_over() { test -s "$job.status"; }
not() { ! "$@"; }

# is_clean HOST...  - no process and no file of ours is left there
is_clean() {
    for host; do
        hosts_do processes "$host"
        hosts_do run "$host" find /dev/shm -mindepth 1
    done >left
    ! grep . left
}

comes_clean() {
    until_true is_clean "$@" && return
    cat left
    for host; do
        hosts_do run "$host" ls -lR /dev/shm
    done
    return 1
}

# over_and_clean HOST...  - the job has ended, and not well
over_and_clean() {
    check "$job: the job is ended" until_true is_over
    wait "$running"
    check 'with a status that says so' not grep -qx 'exit status 0' \
        "$job.status"
    check "and nothing is left on $*" comes_clean "$@"
}

# is_told  - the points about what is said of it
is_told() {
    check 'the user is told which host, since when, and what was waited for' \
        said "mitosis: host h2 could not be reached since [0-9:]{8} \(.*\) and no rank that can be reached has come to another mito_sync\(\) for [0-9]+ s, rank [0-9] is in MPI_[A-Za-z]+ for [0-9]+ s, so the job was ended"
    fact 'and the report has it' \
        '[.incidents[] | select(test("host h2 could not"))] | length' 1
    fact 'with the ranks of the hosts that are there' \
        '[.ranks[] | select(.host != "h2") | .host] | unique' '["h1","h3"]'
}
