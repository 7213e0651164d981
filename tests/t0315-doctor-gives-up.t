#!/bin/sh
# t0315-doctor-gives-up.t - 'mitosis doctor' ends a job that hangs on another
# host, and leaves nothing there
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
unset MITOSIS_YIELD MITOSIS_PROFILE MITOSIS_SUMMARY
export MITOSIS_PATIENCE=60 # of which a job has a twelfth to start
hosts_up 2

# Its ranks on h2 stop when they have a page there, all by themselves.
export STOPPED="$scratch/stopped"
export ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"
mkdir etc
cp -a /etc/. etc 2>/dev/null
cp "$hosts/hosts" etc/hosts
echo "$programs/stopped.so" >etc/ld.so.preload
hosts_do run h2 mount --bind "$scratch/etc" /etc

UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 timeout 120 \
    "$top_srcdir/tools/hosts" run "$hosts" h1 \
    "$top_builddir/mitosis" doctor --json --hosts h1,h2 \
    -launcher ssh -launcher-exec "$hosts/ssh" -iface eth0 \
    >found 2>err </dev/null
check 'the ranks of its job on another host are stopped' test -f stopped
check 'the job is given up' grep 'no job over them all' found

# What MPICH and UCX have there in MPI_Init() stays when a rank is killed in it,
# as it does without us.
check 'and nothing is left on any host' until_true nothing_left \
    ! -name 'mpich_shar_tmp*' ! -name 'ucx_shm_posix_*'
tap_done
