#!/bin/sh
# t0304-faults-at-stop.t - what goes wrong on other hosts while the ranks agree
# on a sync to stop at: the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=60
patience=300

stands_still() { ctl status | grep 'rank 0: .*standing still'; }

stand cut_agree '' -hosts h1,h2 -n 2
begin agreeing migrate 1 h3
hosts_do cut h3
given_up 'host h3 cannot be reached|new rank'
hosts_do mend h3
open_gate
finish

stand killed_agree '' -hosts h1,h2 -n 2
begin agreeing migrate 1 h3
kill_all h3 "^$programs/fickle"
given_up 'new rank|the new ranks ended'
open_gate
finish

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
