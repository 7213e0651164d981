#!/bin/sh
# What watching is said to cost is what a program sees of it, whether it calls
# MPI all the time or seldom; and it is a share of processor time.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

rare=$programs/rare

# outside LIBRARY WORD...  - how many nanoseconds a call takes for the program
outside() {
    library=$1; shift
    LD_PRELOAD="$library" MITOSIS_OUTPUT="$scratch/$job.json" \
        timeout 120 "$rare" "$@" 2>>"$job.err"
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# measure WORD...  - with us and without in turn, and what the report says
measure() {
    for _ in 1 2 3 4 5; do
        outside '' "$@" >>"$job.plain"
        outside "$preload" "$@" >>"$job.watched"
        ask .cost.ns_per_call >>"$job.told"
    done
    plain=$(median <"$job.plain")
    watched=$(median <"$job.watched")
    told=$(median <"$job.told")
}

# Between a half and three halves of what the program sees.  Another try is
# for a machine that did something else meanwhile.
told_right() {
    for _ in 1 2 3 4 5; do
        rm -f "$job".*
        measure "$@"
        echo "$plain ns a call, watched $watched; told $told"
        awk -v added="$watched - $plain" -v a="$watched" -v b="$plain" \
            -v told="$told" 'BEGIN {
                exit !(told > (a - b) / 2 && told < (a - b) * 3 / 2) }' \
            && return
    done
    return 1
}

job=often
check 'the cost of calls that come all the time is told right' \
    told_right 1000000 0
job=seldom
check 'and of calls that come seldom, and find the caches cold' \
    told_right 20000 1024

fact 'the share is that of the processor time' '.cost.percent
    - 100 * .cost.seconds / ([.ranks[] | .user_seconds + .system_seconds] | add)
    | fabs < 1e-6' true
tap_done
