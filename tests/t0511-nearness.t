#!/bin/sh
# t0511-nearness.t - protocols choose by who talks to whom and who is near
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/talk.sh"
hosts_up 4
hosts_share 60 h1 # where the job's own agent runs, too
hosts_share 40 h2 h3 h4

# Of the three on h1 only rank 2 talks to one on h2, where there is room for
# one more.  Then h1 has still one too many, and nobody room for it.
speaks steal-topology
lists_hosts h2:2
start topology -hosts h1:3,h2 -n 4 $(tempo 5000 chain)
check 'steal-topology: the idle host takes a rank' wait_until lists 'h2: 2 ranks'
check 'that which talks with its own' why 'h2 proposes migrate 2 h2: rank 2 fits best here'
check 'and has no core that is idle then' wait_until why '^  h2 no core is idle'
check 'the crowded host keeps the others' still
finish
moves 'that was all' 'migrate done steal-topology.lua, h2: rank 2 fits best here'
rm hostfile
unset MITOSIS_HOSTS_FILE

# h2 and h3 have a rank too many each, and h2 is farther than may be asked.  It
# would be the first by its name; and on a busy machine h3 may not be crowded yet
# when it is asked, so that the next one would be.
speaks steal-network farthest=2500
mkfifo far.in
hosts_do far h2 "$programs/far" 3 <>far.in &
far=$!
is_far() { hosts_do look switch ip link show up | grep -q h2-far; }
check 'h2 is farther' until_true is_far
start network -hosts h1,h2:2,h3:2 -n 5 $(tempo 5000 even)
check 'steal-network: its agents look' wait_until why '^  h3 no core is idle'
joins h4
check 'an idle host takes a rank' wait_until lists 'h4: 1 rank, joined'
check 'from the near one of two' why 'h3 proposes migrate [34] h4: h4 is near and idle'
check 'and has no core that is idle then' wait_until why '^  h4 no core is idle'
finish
kill "$far"
moves 'that was all' 'migrate done steal-network.lua, h3: h4 is near and idle'
tap_done
