#!/bin/sh
# t0247-layouts-hosts.t - what goes by owners, and fields of one grid, over hosts
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
hosts_up 3

# over NAME SCRIPT WORD...  - run a job on h1 and h2 with changes
over() {
    job=$1; MITOSIS_SCRIPT=$2; shift 2
    export MITOSIS_SCRIPT
    run_watched "$job" -hosts h1,h2 -n 2 "$@"
}
all_done() {
    cat "$job.err" "$job.out"
    test "$(ask '[.changes[].outcome] | join(" ")')" = "$1"
}
said() { cat "$job.err"; diff -u expected "$job.out"; }

script='5 resize 1 --hosts h3; 12 resize 3 --hosts h1,h2,h3; 19 resize 2;
    26 resize 4 --hosts h2,h3; 33 resize 1 --hosts h1'
over owners "$script" "$programs/owners" 300 40
echo 'owners: ok, 1 3 2 4 1' >expected
check 'items with owners go over hosts' said
over parts '5 split 0; 12 migrate 1 h3; 19 merge 0 2' "$programs/owners" 300 30
echo 'owners: ok, 3 3 2' >expected
check 'whatever the change' said

over alike "$script" "$programs/alike" 40
echo 'alike: ok, 1 3 2 4 1' >expected
check 'so do arrays of one shape, and members of structs' said

over staggered "$script" "$programs/staggered" 40
echo 'staggered: ok, 1 3 2 4 1' >expected
check 'so do fields on faces and nodes' said
MITOSIS_STRICT=on over strict '5 resize 3 --hosts h3,h1,h2' \
    "$programs/staggered" 30 different
echo 'staggered: ok,' >expected
check 'what ranks of other hosts do not have alike is found' said

launch -hosts h1 -n 1 "$programs/particles" 2000 40 >expected
over particles "$script" "$programs/particles" 2000 40
check 'particles come to the same as undisturbed' said
check 'after five changes' all_done 'done done done done done'
check 'nothing is left on any host' until_true nothing_left
tap_done
