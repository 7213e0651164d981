#!/bin/sh
# t0209-heat.t - heat, in C and Fortran, goes through all kinds of changes
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
host=$(uname -n)

# heat PROGRAM SCRIPT CHANGE...
heat() {
    undisturbed 1 "$1" 40 31 12
    program=$1 name=$2 script=$3; shift 3
    changed "$name" "$script" 2 40 31 12
    verify "$name" "$@"
}

heat heat 'from the first sync to the last' '1 resize 1; 2 split 0 3;
    3 merge 0 2; 12 resize 3' 'resize 2 1' 'split 1 3' 'merge 3 2' 'resize 2 3'
heat heat 'one after another' "3 resize 5; 5 merge 1 2 3; 6 rebalance 1 4 2.5;
    8 split 2 2; 9 migrate 3 $host; 10 migrate 0 localhost" 'resize 2 5' \
    'merge 5 3' 'rebalance 3 3' 'split 3 4' 'migrate 4 4' 'migrate 4 4'
if test -x "$examples/heat_f"; then
    for program in heat_f heat_f08; do
        heat "$program" 'in Fortran' '2 resize 3; 4 rebalance 3 1 2;
            6 merge 0 1; 8 split 1' 'resize 2 3' 'rebalance 3 3' 'merge 3 2' \
            'split 2 3'
    done
fi

# 'mitosis run' waits for all, and prints the summary once.
program=heat job=run
MITOSIS_DEHPT=1 MITOSIS_OUTPUT=$scratch/run.json keep run timeout 120 "$top_builddir/mitosis" run \
    --summary on --script '2 resize 3; 5 resize 2' -n 2 "$examples/heat" \
    40 31 12 </dev/null
through "under 'mitosis run'" 'resize 2 3' 'resize 3 2'
check 'with the result of an undisturbed run' same_result
check 'what is wrong with settings is told once' \
    test "$(grep -c 'MITOSIS_DEHPT' run.err)" -eq 1
check 'there is one summary' test "$(grep -c 'whole report' run.err)" -eq 1
sound
gone
keep spaced timeout 120 "$top_builddir/mitosis" run --summary on \
    --output 'a run.json' -n 1 "$examples/heat" 10 10 5 </dev/null
check 'and how to see all can be typed as it is printed' \
    grep -qx "mitosis: the whole report: mitosis report 'a run.json'" spaced.err
tap_done
