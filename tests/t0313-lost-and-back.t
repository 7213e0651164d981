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
cut=$(date +%s)
hosts_do cut h2
until_true said 'host h2, with 1 rank of the job, cannot be reached since'
# Signs of life come every three seconds, and none is on its way for long.
since_then() {
    since=$(sed -n 's/.* cannot be reached since \([0-9:]*\) .*/\1/p' "$job.err")
    late=$((($(date -d "$since" +%s) - cut + 86400) % 86400))
    echo "$since is $late s later"
    test "$late" -le 3 || test "$late" -ge $((86400 - 6))
}
check 'since when is the last sign of life' since_then
check 'that a link is cut is told' said 'after 60 s of that the job is ended'
hosts_do mend h2
check 'and that it was mended' until_true said \
    'host h2 is there again, after (2[3-9]|[3-9][0-9]) s'
goes_on
check 'and can be changed' ctl migrate 1 h3
finish

# The ranks do not need their outpost.
begin_job stopped --host-patience 3
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
rank=$(agents h2 fickle | tail -n 1)
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
