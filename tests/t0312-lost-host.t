#!/bin/sh
# t0312-lost-host.t - a host that is lost: what the user is told, and how the
# job ends
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/lost.sh"
hosts_up 3

# It has come to a few syncs, and stands at the next one.  What is said then is
# read by a launcher's proxy that is slow.
way=short
begin_job lost --host-patience 4
until_true stands
proxy=$(agents h1 '^[^ ]*hydra_pmi_proxy')
kill -STOP "$proxy"
lose h2
touch gate
way=long

is_noted() { hosts_do run h1 grep -rq 'could not be reached' /dev/shm; }
until_true is_noted || check 'it is noted why' false
kill -CONT "$proxy"
check 'the user is told' until_true said 'cannot be reached'
over_and_clean h1 h3
is_told
hosts_do mend h2

# Ranks that have left wait in MPI_Finalize() for the one of the host that is
# lost.
way=lingers
begin_job changed --host-patience 4
check 'a job is changed' ctl rebalance 1 2 1
way=long
lose h2
over_and_clean h1 h3
is_told
tap_done
