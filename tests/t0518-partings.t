#!/bin/sh
# t0518-partings.t - agents leave and die under a protocol, and others go on
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/talk.sh"
hosts_up 4
hosts_share 80 h1 h2 h3 h4 # starting processes is a load, too

# agent_of HOST WORDS  - the process of ours there that has them
agent_of() {
    for pid in $(hosts_do processes "$1"); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$2" && echo "$pid"
    done 2>/dev/null
}
asks() { wait_until why "^  h[1-4] $1"; }

speaks steal-random
start partings -hosts h1:2,h2 -n 3 $(tempo 5000 even)
check 'agents look' wait_until why '^  h2 no core is idle'
joins h3
check 'one joins, and gets a rank' wait_until lists 'h3: 1 rank, joined'
joins h4
check 'another one finds nothing' wait_until why '^  h4 asks h[123] for work for h4'
check 'as nobody has too many' still

kill -INT "$(agent_of h3 'agent --join')"
check 'one leaves with notice' wait_until grep -q 'h3 has left' h3.said
check 'its rank goes to the one that is idle' wait_until lists 'h4: 1 rank, joined'
check 'and nobody speaks of it any more' lists_not '^h3'
forgotten() { ctl why >whys && ! grep '^  h3' whys; }
check 'nor knows it' forgotten

joins h3
check 'it joins again, and looks for work' wait_until why '^  h3 asks h[124] for work'
kill -9 "$(agent_of h3 'agent --join')"
hosts_do run h3 find /dev/shm -mindepth 1 -delete # nobody else is there
check 'one that dies is forgotten' wait_until lists_not '^h3'
check 'by all' wait_until forgotten

# The ranks there start another one.
died=$(agent_of h4 'agent --join')
kill -9 "$died"
is_back() { test -n "$(agent_of h4 outpost)"; }
check 'where a rank is another one takes its place' wait_until is_back
load_comes h4
joins h3
check 'and what it proposes is done' wait_until lists 'h3: 1 rank, joined'
load_ends
check 'which was its own rank' why 'h4 proposes migrate . h3: h3 has an idle core'
finish
tap_done
