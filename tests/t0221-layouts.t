#!/bin/sh
# t0221-layouts.t - every cell of every layout gets where it belongs, through
# changes of all kinds
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(uname -n)

sizes='5 resize 3; 10 resize 1; 15 resize 4; 20 resize 2; 25 resize 5'
parts="5 split 0 3; 10 migrate 1 $host; 15 merge 1 2; 20 split 1; 25 merge 0 3"

# through PROGRAM KIND SIZES SCRIPT  - all is right, and went through SIZES
through() {
    job=$1-$2
    MITOSIS_SCRIPT=$4 run_watched "$job" -n 2 "$programs/$1" 30
    printf '%s\n' "$1: ok, $3" >expected
    check "$1, $2: each cell is where it belongs" as_expected
}

for program in rows boxes bags; do
    through "$program" resized '3 1 4 2 5' "$sizes"
done
for program in rows bags; do
    through "$program" 'split and merged' '4 4 3 4 3' "$parts"
done
through rows weighted '2 3' '10 rebalance 1 4; 20 resize 3'
through boxes moved '2 2' "10 migrate 1 $host; 20 migrate 0 $host"
through boxes weighted '3' '10 rebalance 1 4; 20 resize 3'
check 'boxes are not replaced for weights, which they do not go by' grep -qx \
    'mitosis: rebalance 1 4 at sync 10: nothing that is registered can have uneven shares, as blocks of rows and bags can' \
    boxes-weighted.err
through rows crowded '3' '10 resize 100000; 20 resize 3'
check 'a script cannot have far more ranks than cores either' grep -qE \
    '^mitosis: resize 100000 at sync 10: 100000 ranks are too many for .*--limits 1-100000$' \
    rows-crowded.err
through rows short '3' '10 resize 3; 500 resize 2; 600 resize 3'
unreached="the script's '500 resize 2' and 1 step after it were not reached: the program made 30 syncs"
check 'what the program does not get to is told as it ends' \
    grep -qx "mitosis: $unreached" rows-short.err
check 'once' sh -c "! grep 'given up' rows-short.err"
check 'and is in the report' \
    sh -c "jq -r '.incidents[]' rows-short.json | grep \"\$1\"" sh "$unreached"
check 'nothing is left' nothing_left
tap_done
