#!/bin/sh
# t0304-faults-at-stop.t - what goes wrong on other hosts while the ranks agree
# on a sync to stop at: the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=5
patience=300

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
tap_done
