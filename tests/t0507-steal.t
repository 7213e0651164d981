#!/bin/sh
# t0507-steal.t - idle hosts steal ranks: at random, by who talks to whom, by
# who is near
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 3
hosts_share 80 h1 h2 h3

# Two ranks too many on h1, and a core to spare on h2 or h3
shipped steal-random
lists_hosts h3
start random -hosts h1:2,h2 -n 3 $(tempo 5000 even)
check 'steal-random: an idle host takes a rank' wait_until lists 'h3: 1 rank'
check 'and then none has one to spare' \
    wait_until why 'no host has an idle core'
finish
fact 'from the crowded one' '[.changes[] | [.what, .outcome, .why]]' \
    '[["migrate","done","steal-random.lua: h3 steals from h1"]]'

# Rank 2 talks to rank 3, which is on h2; there is room for two.
shipped steal-topology
lists_hosts h2:2
start topology -hosts h1:3,h2 -n 4 $(tempo 5000 chain)
check 'steal-topology: the host takes a rank' wait_until lists 'h2: 2 ranks'
finish
fact 'the one that talks with its own' '.changes[0] | [.what, .outcome, .why]' \
    '["migrate","done","steal-topology.lua: rank 2 fits best to h2"]'
fact 'and so it is there' '.ranks[2].host' h2

shipped steal-network farthest=900000
lists_hosts h3
start network -hosts h1:2,h2 -n 3 $(tempo 5000 even)
check 'steal-network: an idle host takes a rank' wait_until lists 'h3: 1 rank'
finish
fact 'from a crowded one that is near enough' \
    '.changes[0] | [.what, .outcome, .why]' \
    '["migrate","done","steal-network.lua: h1 is the nearest crowded host"]'
tap_done
