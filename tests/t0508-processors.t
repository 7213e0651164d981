#!/bin/sh
# t0508-processors.t - processors come and go, and as many ranks follow them
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 3
hosts_share 80 h1 h2 h3
lists_hosts h1 h2 h3

shipped granularity pause=0
start granularity -hosts h1 -n 1 $(tempo 20000 divided)
everywhere() { lists 'h1: 1 rank, the agent' && lists 'h2: 1 rank' && lists 'h3: 1 rank'; }
check 'granularity: one rank becomes one for each' wait_until everywhere
load_comes h1
check 'a load takes a processor, and no rank is there any more' \
    wait_until lists 'h1: 0 ranks, the agent, on offer'
load_ends
check 'it ends, and one is there again' wait_until everywhere
finish
# Other work on this machine is a load, too, which a rank may make way for before
# or after.
fact 'by a change for each' \
    '[.changes[] | [.what, .to, .outcome] | select(.[0] != "migrate")][:2]' \
    '[["split",2,"done"],["split",3,"done"]]'

shipped gradual small=1,pause=0
start gradual -hosts h1 -n 1 $(tempo 20000 divided)
check 'gradual: many at once are followed at once' wait_until everywhere
finish
# What else runs on this machine may have it make room later.
fact 'in one change' '.changes[0] | [.what, .to, .outcome, .why]' \
    '["resize",3,"done","gradual.lua: processors: 3, ranks: 1"]'

# Without a batch system idle cores stand for idle nodes.
shipped throughput pause=0
export MITOSIS_LIMITS=1-3,2
start throughput -hosts h1 -n 1 $(tempo 20000 divided)
check 'throughput: it grows into what is idle' wait_until why ' 3 ranks, '
finish
fact 'as it has fewer ranks than it likes' \
    '.changes[0] | [.what, .to, .outcome, .why]' \
    '["resize",3,"done","throughput.lua: fewer ranks than preferred"]'
tap_done
