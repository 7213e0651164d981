#!/bin/sh
# t0313-lost-and-back.t - a host that is away for a while does the job no harm
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/lost.sh"
hosts_up 3
goes_on() { check "$job: the job goes on" not is_over; }

# UCX asks whether the other end of an idle connection is there, and gives it up
# after a few seconds; that is not what is tried here.
export UCX_TCP_KEEPIDLE=inf
begin_job cut --host-patience 60
before=$(date +%s)
hosts_do cut h2
after=$(date +%s)
until_true said 'host h2, with 1 rank of the job, cannot be reached since'
# Signs of life come every three seconds or, where the processor is taken, later
# by less than what is a loss.
since_then() {
    since=$(sed -n 's/.* cannot be reached since \([0-9:]*\) .*/\1/p' "$job.err")
    late=$((($(date -d "$since" +%s) - before + 15 + 86400) % 86400))
    echo "$since is $((late - 15)) s after $before, it was cut by $after"
    test "$late" -le $((after - before + 15 + 3))
}
check 'since when is the last sign of life' since_then
check 'that a link is cut is told' said 'after 60 s of that the job is ended'
hosts_do mend h2
check 'and that it was mended' until_true said \
    'host h2 is there again, after (2[3-9]|[3-9][0-9]) s'
goes_on
check 'and can be changed' ctl migrate 1 h3
finish

# What MPI makes of it may be that all wait for ever, as for a rank that is
# stopped.
begin_job hangs --host-patience 60
hosts_do cut h2
until_true said 'host h2, with 1 rank of the job, cannot be reached since'
shows() { ctl status >now; cat now; grep -E "^waits: $1" now; }
check 'the status shows whom the job waits for' shows \
    'host h2, .* cannot be reached since [0-9:]* .*, rank 0 is in MPI_Allreduce'
rank=$(agents h2 "^$programs/fickle")
kill -STOP "$rank"
hosts_do mend h2
hangs='host h2, which could not be reached from [0-9:]* to [0-9:]*, is there again, but no rank .* for [0-9]* s, rank [0-9] is in MPI_Allreduce for [0-9]* s: MPI may'
check 'that a job hangs though the host is back is told' \
    until_true said "mitosis: $hangs"
check 'and shown' shows "$hangs"
kill -CONT "$rank"
check 'and that it gets on' until_true said 'the job gets on again$'
check 'which is no news any more' not shows .
finish

# The ranks do not need their outpost.
begin_job stopped --host-patience 9
outpost=$(agents h2 outpost)
kill -STOP "$outpost"
check 'that an outpost is stopped is told, and that the job is not' \
    until_true said 'host h2, .* cannot be reached since .*: the others get on$'
goes_on # which a job that stands would not, having waited longer than that
kill -CONT "$outpost"
check 'once it goes on it is there again' until_true is_reachable
finish

# One that is killed is started again, and who asks meanwhile waits for that.
# Nobody starts it again before the rank there goes on.
begin_job killed
rank=$(agents h2 "^$programs/fickle")
kill -STOP "$rank"
kill_all h2 outpost
until_true unreachable
ctl rebalance 1 1 2 >said 2>&1 &
asking=$!
until_true ctl status
kill -CONT "$rank"
wait "$asking"
check 'a change asked for when an outpost has died waits for another' \
    was_said 'done at sync'
finish
tap_done
