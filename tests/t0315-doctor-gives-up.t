#!/bin/sh
# t0315-doctor-gives-up.t - 'mitosis doctor' ends a job that hangs on another
# host, and leaves nothing there
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
unset MITOSIS_YIELD MITOSIS_PROFILE MITOSIS_SUMMARY
export MITOSIS_PATIENCE=60 # of which a job has a twelfth to start
hosts_up 2

UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 timeout 120 \
    "$top_srcdir/tools/hosts" run "$hosts" h1 \
    "$top_builddir/mitosis" doctor --json --hosts h1,h2 \
    -launcher ssh -launcher-exec "$hosts/ssh" -iface eth0 \
    >found 2>err </dev/null &
doctor=$!

# A rank of the job that is watched has a page there.
stop_rank() {
    page=$(hosts_do run h2 find /dev/shm -name 'rank-*.page' | head -n 1)
    test -n "$page" || return
    for pid in $(hosts_do processes h2); do
        grep -qs "$page" "/proc/$pid/maps" && kill -STOP "$pid"
    done
}
tries=0
until stop_rank 2>/dev/null; do
    tries=$((tries + 1))
    test "$tries" -lt 3000 || break
    sleep 0.01
done
check 'a rank of its job on another host is stopped' test "$tries" -lt 3000
wait "$doctor"
check 'the job is given up' grep 'no job over them all' found
check 'and nothing is left on any host' until_true nothing_left
tap_done
