#!/bin/sh
# t0312-lost-host.t - a host that is lost: what the user is told, and how the
# job ends
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/lost.sh"
hosts_up 3

is_told() {
    check 'the user is told which host, since when, and what was waited for' \
        said "mitosis: host h2 could not be reached since [0-9:]{8} \(.*\) and no rank that can be reached has come to another mito_sync\(\) for [0-9]+ s, rank [0-9] is in MPI_[A-Za-z]+ for [0-9]+ s, so the job was ended"
    fact 'and the report has it' \
        '[.incidents[] | select(test("host h2 could not"))] | length' 1
    fact 'with the ranks of the hosts that are there' \
        '[.ranks[] | select(.host != "h2") | .host] | unique' '["h1","h3"]'
}

begin_job lost --host-patience 4
lose h2
over_and_clean h1 h3
is_told
mend h2

begin_job changed --host-patience 4
check 'a job is changed' ctl rebalance 1 2 1
lose h2
over_and_clean h1 h3
is_told
mend h2

# Its processes go on, and find out by themselves.
begin_job changing --host-patience 4
hosts_do cut h2
ctl resize 6 >said 2>&1
check 'a change is given up' says 'cannot be reached|has ended'
over_and_clean h1 h2 h3
is_told
mend h2

# Hydra would wait for the host that is lost.
begin_job killed
lose h2
until_true said 'host h2, with 1 rank of the job, cannot be reached since'
check 'that a host is lost is told before the job is ended, and until when' \
    said 'cannot be reached since .* rank [0-9] is in MPI_[A-Za-z]+ for [0-9]+ s; after 600 s of that the job is ended \(--host-patience\)'
agents h1 'mitosis run' | xargs kill -TERM
over_and_clean h1 h3
mend h2
tap_done
