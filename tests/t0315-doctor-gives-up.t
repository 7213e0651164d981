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

# Ranks of the job that is watched have a page there, first of all.
# shellcheck disable=SC2016
check 'the ranks of its job on another host are stopped' \
    hosts_do run h2 timeout 60 sh -c '
        net=$(readlink /proc/self/ns/net)
        until set -- /dev/shm/mitosis-*/rank-*.page; test -e "$1"; do
            sleep 0.002
        done
        for at in $(grep -lsx mitosis-probe /proc/[0-9]*/comm); do
            pid=${at#/proc/} pid=${pid%/comm}
            test "$(readlink "/proc/$pid/ns/net")" != "$net" \
                || kill -STOP "$pid"
        done'
wait "$doctor"
check 'the job is given up' grep 'no job over them all' found

# What MPICH and UCX have there in MPI_Init() stays when a rank is killed in it,
# as it does without us.
check 'and nothing is left on any host' until_true nothing_left \
    ! -name 'mpich_shar_tmp*' ! -name 'ucx_shm_posix_*'
tap_done
