#!/bin/sh
# t0300-hosts.t - a job on several hosts is watched as one
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
hosts_up 3

# watch_nbody NAME WORD...  - the example, small, as these words of mpiexec's say
watch_nbody() {
    name=$1; shift
    run_watched "$name" "$@" "$top_builddir/examples/plain/nbody" 60 20
}

# The same on one host, to compare with.
matrix='[.messages[] | {from, to, count, bytes}] | sort_by(.from, .to)'
watch_nbody together -hosts h2 -n 6
ask "$matrix" >messages

watch_nbody apart -n 6
check 'a job on several hosts ends' grep -q 'status 0' apart.status
check 'and prints what it does on one' cmp together.out apart.out
fact 'the report is of all hosts' '[.ranks[].host] | join(" ")' \
    'h1 h2 h3 h1 h2 h3'
fact 'and complete' '.complete' true
fact 'nothing is said to be missing' '[faults] | length' 0
ask "$matrix" >came
check "the matrix is that of one host" cmp messages came
check 'nothing is left on any host' until_true nothing_left

watch_nbody placed -hosts h3:1,h1:2,h3:1 -n 4
fact 'a host may come twice' '[.ranks[].host] | join(" ")' 'h3 h1 h1 h3'
check 'nothing is left on any host' until_true nothing_left

MITOSIS_PROFILE=trace watch_nbody traced -n 3
mitosis=$top_builddir/mitosis
check "traces come along" test "$("$mitosis" trace traced.trace | grep -v "^#" | cut -f1 | sort -u | tr "\n" " ")" = "0 1 2 "

# What a killed job leaves where rank 0 is not goes when the next one comes.
run_watched killed -hosts h1,h2 -n 2 "$programs/accident" kill
pieces() { hosts_do run "$1" find /dev/shm -mindepth 1 -maxdepth 1 -name 'mitosis-*'; }
check 'a killed job leaves pages' test "$(pieces h1 | wc -l),$(pieces h2 | wc -l)" = 1,1
watch_nbody next -hosts h3,h2 -n 2
check 'the next one removes those of other hosts' test -z "$(pieces h2)"
check 'and leaves those of the first rank' test -n "$(pieces h1)"
hosts_do run h1 sh -c 'rm -rf /dev/shm/mitosis-*'
check 'nothing is left on any host' until_true nothing_left

# started  - mitosis run knows by itself how to get to the others
started() {
    timeout 100 "$top_srcdir/tools/hosts" start "$hosts" "$top_builddir/mitosis" \
        run --output started.json -hosts h1,h2 -n 2 "$programs/ring" </dev/null \
        && jq -e '[.ranks[].host] == ["h1", "h2"]' started.json
}
check 'mitosis run gets to all hosts as it is started there' started

# A link that was slow is then as it was at first.
link_is() { hosts_do run h2 ip -details link show eth0 | sed 's/ qlen [0-9]*//'; }
link_is >at_first
hosts_do rate h2 1mbit
link_is >slow
hosts_do rate h2 none
link_is >again
check 'a link can be made slow' test "$(cmp at_first slow | wc -l)" -eq 1
check 'and what it was before' cmp at_first again

# MPICH's own fault, which is cured along the way: without us few of these end.
ends() {
    for _ in 1 2 3 4 5 6; do
        launch -genv LD_PRELOAD "$preload" -n 6 \
            "$programs/ring" || return
    done
}

check 'MPI_Finalize() ends' ends
check 'nothing is left on any host' until_true nothing_left
tap_done
