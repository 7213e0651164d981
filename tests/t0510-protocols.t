#!/bin/sh
# t0510-protocols.t - the shipped protocols move ranks of jobs that run
#
# A host is crowded, and one joins on which a core is idle.  Which rank goes
# where, and who has proposed it, shows what the protocol went by; before that
# host is there, and when it is full, nothing moves.
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/talk.sh"
hosts_up 4
hosts_share 80 h1 h2 h3 h4

# Nobody has a core to spare until h4 is there.
speaks steal-random
start random -hosts h1:2,h2,h3 -n 4 $(tempo 5000 even)
check 'steal-random: its agents look' wait_until why '^  h3 no core is idle'
check 'while no core is idle nothing is proposed' unmoved
joins h4
check 'a host joins, and gets a rank' wait_until lists 'h4: 1 rank, joined'
check 'and has no core that is idle then' wait_until why '^  h4 no core is idle'
check 'who is crowded proposed it' why 'h1 proposes migrate 0 h4: h4 has an idle core'
finish
moves 'and that was all' 'migrate done steal-random.lua, h1: h4 has an idle core'

# Something else keeps h2 busy, and its only rank leaves.
hosts_share 20 h2 # of which the load gets its part on a busy machine, too
speaks steal-random hops=0
start loaded -hosts h1,h2 -n 2 $(tempo 5000 even)
load_comes h2
joins h3
check 'it leaves a host that others keep busy' wait_until lists 'h3: 1 rank, joined'
load_ends
finish
hosts_share 80 h2
moves 'at once' 'migrate done steal-random.lua, h2: h3 has an idle core'

# In clusters of two h4 belongs to h3, and what is crowded to h1: so h4 tells
# h3, h3 the other heads, and h1, which knows of h2, moves a rank.
speaks hierarchical size=2
start hierarchical -hosts h1,h2:2,h3 -n 4 $(tempo 5000 even)
check 'hierarchical: a member tells its head' wait_until why '^  h2 tells h1'
check 'while no core is idle nothing is proposed' unmoved
joins h4
check 'a host joins another cluster, and gets a rank' wait_until lists 'h4: 1 rank, joined'
check 'as a head proposed' why 'h1 proposes migrate [12] h4: h2 is crowded'
check 'and tells its own' wait_until why '^  h4 tells h3'
check 'and nothing moves any more' wait_until why '^  h1 nothing to move'
finish
moves 'that was all' 'migrate done hierarchical.lua, h1: h2 is crowded'
tap_done
