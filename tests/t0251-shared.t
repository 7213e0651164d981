#!/bin/sh
# t0251-shared.t - halos that differ, fields on faces and nodes, and points that
# neighbours share
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(uname -n)

sizes='5 resize 1; 10 resize 3; 15 resize 2; 20 resize 4; 25 resize 1'
parts="5 split 0 3; 10 migrate 1 $host; 15 merge 1 2; 20 split 1; 25 merge 0 3"

# through NAME SIZES SCRIPT [different]  - all is right, and went through SIZES
through() {
    job=$1
    MITOSIS_SCRIPT=$3 run_watched "$job" -n 2 "$programs/staggered" 30 \
        ${4:+"$4"}
    printf '%s\n' "staggered: ok, $2" >expected
    check "$1: each point has its value, halos too" as_expected
}
through resized '1 3 2 4 1' "$sizes"
through 'split and merged' '4 4 3 4 3' "$parts"
through 'shared with others' '1 3 2 4 1' "$sizes" different
through 'shared, split and merged' '4 4 3 4 3' "$parts" different
MITOSIS_LIMITS=1-40 through many '40 2' '5 resize 40; 15 resize 2'
for way in shared tcp; do
    MITOSIS_COPY=$way through "by $way" '3 1' '5 resize 3; 15 resize 1'
done

# To see whether they have the same, before it is lost.
export MITOSIS_STRICT=on
through 'strict, and all the same' '1 3 2 4 1' "$sizes"
MITOSIS_SCRIPT='5 resize 3' run_watched strict -n 2 "$programs/staggered" 30 \
    different
is_refused() {
    cat strict.err strict.out
    test "$(cat strict.out)" = 'staggered: ok,' \
        && test "$(grep -c ^mitosis strict.err)" = 1 \
        && grep -q "^mitosis: resize 3 was given up: new rank [012]: $1" \
            strict.err
}
check 'strict, and not all the same: the change is given up, with the place' \
    is_refused '"[a-z]*" at staggered.c:[0-9]* has another value in rank 1 than in the rank that it shares \(cell [0-9]*, [0-9]*\|row [0-9]*\) with$'
check 'nothing is left' nothing_left
tap_done
