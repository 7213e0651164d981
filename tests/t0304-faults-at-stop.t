#!/bin/sh
# t0304-faults-at-stop.t - another host hears late while the ranks agree on a
# sync to stop at
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=60

stands_still() { ctl status | grep 'rank 0: .*standing still'; }

# What is far hears so late that it is to promise that another rank, which
# stands where it promised itself, is waited for already.
rm -f gate gate.start
job=late_word
MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
    -genv LD_PRELOAD "$preload" -hosts h1,h2 -n 2 "$programs/fickle" \
    0 tardy gate &
running=$!
until_true is_on || check "$job starts" false
begin getting migrate 1 h3
until_true is_there h3 "^$programs/fickle"
outpost=$(agents h2 outpost)
kill -STOP "$outpost"
touch gate.start
until_true stands_still || check "$job: rank 0 stands" false
kill -CONT "$outpost"
wait "$asking"
check "$job: those that are ahead go on until all have promised" \
    was_said 'done at sync'
finish
tap_done
