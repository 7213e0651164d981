#!/bin/sh
# t0506-load.t - a load, or a slow host, and the policies that answer it
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 3
hosts_share 40 h1 h2 h3

# Ranks on h1 and h2; h3 is on offer.
shipped threshold
lists_hosts h1 h2 h3
start threshold -hosts h1,h2 -n 2 $(tempo 10000 busy)
check 'threshold: without a load nothing is done' \
    wait_until why "slowest rank's host has no other load"
hosts_share 20 h2 # of which the load gets its part on a busy machine, too
load_comes h2
check 'a load comes, and its rank moves' wait_until lists 'h3: 1 rank'
check 'what came of it is told' wait_until why 'done: iterations take'
load_ends
finish
fact 'once, for that reason' \
    '.changes[] | [.what, .outcome, (.why | sub("[0-9]+\\.[0-9]"; "N"))]' \
    '["migrate","done","threshold.lua: others want N cores of h2"]'
fact 'to where nobody was' '[.ranks[].host] | join(" ")' 'h1 h3'

# Work in proportion to what hosts can do: h2 has half of a share.
shipped rebalance-speed pause=1
start rebalance -hosts h1,h2 -n 2 $(tempo 10000 busy)
check 'rebalance-speed: a slow host gets less' \
    wait_until why 'done: iterations take'
finish
fact 'in one change' '.changes[0] | [.what, .outcome]' '["rebalance","done"]'
tap_done
