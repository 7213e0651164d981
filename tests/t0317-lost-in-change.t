#!/bin/sh
# t0317-lost-in-change.t - a host that is lost in a change, or of a job that is
# then ended by the user
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/lost.sh"
hosts_up 3

# Its processes go on, and find out by themselves.
begin_job changing --host-patience 4
hosts_do cut h2
ctl resize 6 >said 2>&1
check 'a change is given up' says 'cannot be reached|has ended'
over_and_clean h1 h2 h3
is_told
hosts_do mend h2

# Hydra would wait for the host that is lost.
begin_job killed
lose h2
until_true said 'host h2, with 1 rank of the job, cannot be reached since'
check 'that a host is lost is told before the job is ended, and until when' \
    said 'cannot be reached since .* rank [0-9] is in MPI_[A-Za-z]+ for [0-9]+ s; after 600 s of that the job is ended \(--host-patience\)'
agents h1 'mitosis run' | xargs kill -TERM
over_and_clean h1 h3
tap_done
