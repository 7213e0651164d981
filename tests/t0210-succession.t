#!/bin/sh
# t0210-succession.t - the examples come to the result of an undisturbed run,
# whatever changes they go through
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
host=$(uname -n)

# example PROGRAM ARGUMENT...  - one through all kinds of changes; weights alone
# are nothing to grids and cyclic rows
example() {
    undisturbed 1 "$@"
    program=$1; shift
    changed all "2 resize 3; 3 split 0; 4 merge 0 2;
        5 rebalance 1 3 2 and migrate 0 $host; 6 migrate 1 $host; 7 resize 1" 2 "$@"
    verify 'all kinds of changes' 'resize 2 3' 'split 3 4' 'merge 4 3' \
        'migrate and rebalance 3 3' 'migrate 3 3' 'resize 3 1'
}

example jacobi 13 17 12
example cg 8 10
example nbody 60 9
example lu 70 8

# The master of a farm hands out work at its own pace.
undisturbed 2 farm 30 40
changed all "3 resize 4; 8 split 1; 12 merge 2 4; 15 migrate 0 $host;
    18 rebalance 1 2 1 1; 25 resize 2" 3 30 40
verify 'at their own pace' 'resize 3 4' 'split 4 5' 'merge 5 4' 'migrate 4 4' \
    'rebalance 4 4' 'resize 4 2'
tap_done
