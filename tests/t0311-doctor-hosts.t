#!/bin/sh
# t0311-doctor-hosts.t - what 'mitosis doctor' finds about several hosts
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
unset MITOSIS_YIELD MITOSIS_PROFILE MITOSIS_SUMMARY
hosts_up 3
export MITOSIS_PATIENCE=600 # of which a job has a twelfth to start

# doctor WORD...  - on h1; its findings in the file found, its status in rc
doctor() {
    UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 timeout 200 \
        "$top_srcdir/tools/hosts" run "$hosts" h1 \
        "$top_builddir/mitosis" doctor --json \
        -launcher ssh -launcher-exec "$hosts/ssh" -iface eth0 "$@" \
        >found 2>err </dev/null
    rc=$?
}

# state NAME STATE [TEXT]  - what it found, and that it says so in that text
state() {
    jq -e --arg name "$1" --arg state "$2" --arg text "${3-}" '
        .checks | map(select(.name == $name))
        | length == 1 and .[0].state == $state
        and (.[0].text | contains($text))' found || { cat found err; false; }
}
status() { cat found err; test "$rc" -eq "$1"; }

hosts_do rate h2 50mbit # 6.25 MB/s
doctor --hosts h3,h1,h2
hosts_do rate h2 none
check 'three hosts are well' status 0
check 'their order is kept' state order ok '3 hosts'
check 'all reach all' state reach ok '6 connections'
slow_link() {
    jq -r '.checks[] | select(.name == "reach").text' found \
        | grep 'slowest link [0-6]\.[0-9] MB/s'
}
check 'the speed of the slowest link is told' slow_link
check 'their clocks are compared' state clocks ok 'round trip'
check 'the cure of MPI_Finalize() works' state faults ok
check 'nothing is left on any host' nothing_left

printf '%s\n' 'h2:4 # the first' h2 h3 >file
doctor -f file
check 'hosts with one key are well' state key ok '2 hosts have the same key'
check 'hosts in a file are taken, once each' state reach ok '2 connections'
check 'that this host is none of them is told' state library warning \
    'none of those'
check 'nothing is left on any host' nothing_left

# A host that shares no home folder.
head -c 32 /dev/urandom >another.key
chmod 600 another.key
hosts_do run h2 mount --bind "$scratch/another.key" "$MITOSIS_KEY"
doctor --hosts h1,h2
check 'another key is told, with both hosts and the file' state key missing \
    "h1 and h2 have different keys of the user's, in $MITOSIS_KEY"
chmod 644 another.key
doctor --hosts h1,h2
check 'so is one that others can read' state key missing \
    "on h2 $MITOSIS_KEY: it is not ours alone"
hosts_do run h2 umount "$MITOSIS_KEY"

# A firewall before h2 that lets MPI through, but not who seeks the agent.
hosts_do run h2 ip rule add ipproto 6 dport 20000-31999 unreachable
doctor --hosts h1,h2
hosts_do run h2 ip rule del ipproto 6 dport 20000-31999 unreachable
check 'a firewall between them is missing a way' state reach missing \
    'h2 cannot connect to h1: Network is unreachable; 1 of 2 fail'
check 'that counts' status 1

export MITOSIS_PATIENCE=240 # as it is waited for
doctor --hosts h1,h9
check 'a host that is not there is missing' state hosts missing 'none on h9'
check 'this one is looked at anyway' state start ok
check 'that counts, too' status 1
check 'nothing is left on any host' nothing_left
tap_done
