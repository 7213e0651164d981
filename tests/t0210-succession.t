#!/bin/sh
# t0210-succession.t - the examples come to the result of an undisturbed run,
# whatever changes they go through
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
host=$(uname -n)

# What a program prints on one rank; cg adds up in an order that goes with
# the ranks, so the last digits of what it prints may differ.
result() { cat "$1.out"; }
same_result() {
    result "$job" >came && result "$program.first" >expected \
        && diff -u expected came
}

# verify WHAT CHANGE...  - the points about a run
verify() {
    what=$1; shift
    through "$program: $what" "$@"
    check 'with the result of an undisturbed run' same_result
    quietly
    sound
    gone
}

# changed NAME SCRIPT ARGUMENT...  - run $program with 2 ranks
changed() {
    script=$2
    job=$program-$1; shift 2
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n 2 "$examples/$program" "$@"
}

# example PROGRAM ARGUMENT...
example() {
    program=$1; shift
    keep "$program.first" launch -n 1 "$examples/$program" "$@"
    changed resize '2 resize 3; 4 resize 1; 6 resize 2' "$@"
    verify 'more and fewer ranks' 'resize 2 3' 'resize 3 1' 'resize 1 2'
    changed mixed "2 split 0; 3 merge 1 2; 5 rebalance 1 3; 6 migrate 1 $host" \
        "$@"
    verify 'split, merged, weighted, moved' 'split 2 3' 'merge 3 2' \
        'rebalance 2 2' 'migrate 2 2'
}

example heat 40 31 12
example jacobi 13 17 12
example cg 8 10
example nbody 60 9
example lu 70 8
if test -x "$examples/heat_f"; then
    example heat_f 40 31 12
    example heat_f08 40 31 12
fi

# Some more ways, with the one that is best known.
program=heat
changed first '1 resize 1; 2 split 0 3; 3 merge 0 2' 40 31 12
verify 'from the first sync on' 'resize 2 1' 'split 1 3' 'merge 3 2'
changed last '12 resize 1' 40 31 12
verify 'at the last sync' 'resize 2 1'

# 'mitosis run' waits for all, and prints the summary once.
job=run
MITOSIS_OUTPUT=$scratch/run.json keep run timeout 60 "$mitosis" run \
    --summary on --script '2 resize 3; 5 resize 2' -n 2 "$examples/heat" \
    40 31 12 </dev/null
through "under 'mitosis run'" 'resize 2 3' 'resize 3 2'
check 'with the result of an undisturbed run' same_result
check 'there is one summary' test "$(grep -c 'whole report' run.err)" -eq 1
sound
gone
tap_done
