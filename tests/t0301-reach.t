#!/bin/sh
# t0301-reach.t - jobs that change over several hosts
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
examples=$top_builddir/examples
hosts_up 5

# changed NAME SCRIPT WORD...  - run a job with changes
changed() {
    name=$1 script=$2; shift 2
    MITOSIS_SCRIPT=$script run_watched "$name" "$@"
}
all_done() {
    jq -r '.changes[].outcome' "$1.json" | sort | uniq -c | tr -s ' ' >came
    echo " $2 done" | diff - came
}
all_there() {
    jq -c '.generations[] | [.generation, .ranks, .hosts]' "$example.json"
    test "$(jq '.generations | length' "$example.json")" -eq $(($1 + 1))
}
ranks_on() { jq -r '[.ranks[].host] | unique | join(" ")' "$1.json"; }

# Each example is moved, spread, split, merged and drawn together again.
# over NAME SCRIPT CHANGES WORD...  - one example, on one host and over several
over() {
    example=$1 script=$2 changes=$3; shift 3
    run_watched one -hosts h1 -n 3 "$examples/$example" "$@"
    changed "$example" "$script" -hosts h1,h2,h3 -n 3 \
        "$examples/$example" "$@"
    check "$example: the same result over hosts" cmp one.out "$example.out"
    check "$example: all changes are done" all_done "$example" "$changes"
    check "$example: all generations are reported on" all_there "$changes"
    check "$example: nothing is left on any host" until_true nothing_left
}

# Each is moved, spread, split, merged and drawn together again.
script='20 migrate 1 h4; 40 resize 4 --hosts h2,h4,h5; 60 split 3 3;
    70 merge 0 4; 80 resize 2 --hosts h1,h4'
MITOSIS_COMPRESS=3
export MITOSIS_COMPRESS
over heat "$script" 5 300 300 120
job=heat
fact 'what is packed travels as fewer bytes than the state has' \
    '.changes[0] | .wire_bytes > 0 and .wire_bytes < .bytes' true
unset MITOSIS_COMPRESS
over heat_f "$script" 5 300 300 120
over jacobi "$script" 5 300 300 120
over nbody "$script" 5 300 100
over cg '2 migrate 0 h5; 5 split 1; 8 resize 2 --hosts h3,h2' 3 20 10
over lu '10 migrate 2 h4; 20 resize 5 --hosts h5,h1; 40 merge 1 3' 3 600 8
over farm '3 migrate 2 h4; 6 split 1' 2 200 400
tap_done
