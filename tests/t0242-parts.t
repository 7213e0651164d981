#!/bin/sh
# t0242-parts.t - what a program packs is complete after each change, and each
# part of a rank knows which one it is; names are taken once
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(uname -n)

# all_there NAME ATOMS SIZES SCRIPT  - all atoms are there, through these SIZES
all_there() {
    job=$1
    MITOSIS_SCRIPT=$4 run_watched "$job" -n 2 "$programs/atoms" "$2" 35
    printf 'atoms: ok, %s\n' "$3" >expected
    check "$1: each of $2 atoms is there once" as_expected
}
all_there up       1000 '3 7'       '5 resize 3; 15 resize 7'
all_there down     1000 '5 2 1'     '5 resize 5; 15 resize 2; 25 resize 1'
all_there split    1000 '4 5'       '5 split 0 3; 15 split 2'
all_there merged   1000 '4 3 2'     '5 resize 4; 15 merge 1 2; 25 merge 0 2'
all_there moved    1000 '2 2'       "5 migrate 1 $host; 15 migrate 0 $host"
all_there few         3 '5 2 6'     '5 resize 5; 15 resize 2; 25 split 0 5'
all_there weighted 1000 '2 3' "5 migrate 0 $host and rebalance 1 4; 15 resize 3"
tap_done
