#!/bin/sh
# t0248-alike.t - arrays of one shape are described once, members of structs
# registered by one call, and go where they belong
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(uname -n)

# through NAME SIZES SCRIPT  - all is right, and went through SIZES
through() {
    job=$1
    MITOSIS_SCRIPT=$3 run_watched "$job" -n 2 "$programs/alike" 30
    printf '%s\n' "alike: ok, $2" >expected
    check "$1: each array is where it belongs" as_expected
}
through resized '1 3 2 4 1' \
    '5 resize 1; 10 resize 3; 15 resize 2; 20 resize 4; 25 resize 1'
through 'split and merged' '4 4 3 4 3' \
    "5 split 0 3; 10 migrate 1 $host; 15 merge 1 2; 20 split 1; 25 merge 0 3"
tap_done
