#!/bin/sh
# t0434-sim-calibrate-hosts.t - several hosts are measured, one of which is
# behind a slow link
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
unset MITOSIS_YIELD MITOSIS_PROFILE MITOSIS_SUMMARY
hosts_up 3

calibrate() {
    UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 timeout 250 \
        "$top_srcdir/tools/hosts" run "$hosts" h1 \
        "$top_builddir/mitosis" sim calibrate \
        -launcher ssh -launcher-exec "$hosts/ssh" -iface eth0 "$@" \
        >out 2>err </dev/null
    rc=$?
    cat out err
    return "$rc"
}
so() { cat platform.json; jq -e "$1" platform.json >/dev/null; }

hosts_do rate h3 20mbit # 2.5 MB/s
check 'three hosts are measured' calibrate --hosts h1,h2,h3
check 'they are in the file, in their order' \
    so '[.hosts[].name] == ["h1", "h2", "h3"]'
# A link that is not among the exceptions is like the network.
# shellcheck disable=SC2016
link='def link($a; $b): [.links[] | select(.between == [$a, $b])]
    | first // null; . as $p | def of($a; $b): $p | link($a; $b) // .network;'
# Where other work takes the cores they are slower yet, and the file says so.
# shellcheck disable=SC2016
check 'the slow links are' \
    so "$link"'[of("h1"; "h3"), of("h2"; "h3")] | all(.bandwidth < 4e6
        and .bandwidth > (if $p.spread > 0.5 then 1e5 else 1e6 end))'
# shellcheck disable=SC2016
check 'and the other one is not' \
    so "$link"'([of("h1"; "h3"), of("h2"; "h3")] | map(.bandwidth) | max) as $slow
        | of("h1"; "h2").bandwidth > (if $p.spread > 0.5 then $slow else 8e6 end)'
check 'two ranks share what a slow one has' \
    so '.hosts[2].bandwidth | . > 1e6 and . < 4e6'
check 'which is told' grep -q '^h3: all its messages to other hosts share [1-3]\.[0-9]* MB/s$' out
# shellcheck disable=SC2016
check 'each host has its memory' so "$link"'def memory($a): $p | link($a; $a)
    // .memory; [memory("h1", "h2", "h3")] | all(.bandwidth > 1e6)'
check 'the slowest link is told' \
    grep -q '^Between hosts (h[12] and h3, the slowest): .* [0-3]\.[0-9]* MB/s' out

check 'a host that is not there fails' test "$(calibrate --hosts h1,h9 >told; echo $?)" -eq 1
check 'by its name' grep -q '^mitosis: no job starts on the host h9: ' told
check 'nothing is left on any host' until_true nothing_left
tap_done
