#!/bin/sh
# t0432-study-workloads.t - the study of workloads runs from its script, draws
# its pictures, and what it finds has the order that it tells of
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
study=$(cd "$top_srcdir/studies" && pwd) || exit 1
mitosis=$(cd "$top_builddir" && pwd)/mitosis || exit 1
cd "$scratch" || exit 1

run() { "$LUA" "$study/workloads.lua" --mitosis "$mitosis" --to to "$@"; }

# fails TEXT WORD...  - it ends with that text, in one line
fails() {
    text=$1; shift
    ! run "$@" >out 2>err && cat err && test "$(wc -l <err)" -eq 1 \
        && grep -q -- "$text" err
}

# time_of MIX SUBMITTED KINDS  - of the workload of 250 jobs, in seconds
time_of() {
    awk -F, -v "wanted=$1,$2,\"$3\"" '$1 == "kinds" && $2 == 250 \
        && $3 "," $4 "," $5 == wanted { print int($6) }' to/figures.csv
}
less() { echo "$1 against $2"; test "$1" -lt "$2"; }
drawn() {
    for picture in speedup completion execution allocation energy evolution \
        mixes-equal mixes-long-nbody; do
        grep -q '</svg>' "to/$picture.svg" || return
        ! grep -E 'nan|inf' "to/$picture.svg" || return
    done
}
check 'the study runs' run --quick
check 'and draws its pictures' drawn
check 'nothing else is left' test "$(find to -type f | wc -l)" -eq 11
check 'malleable jobs are done before fixed ones' \
    less "$(time_of all '' malleable)" "$(time_of all '' rigid)"
check 'and sooner when several give together' \
    less "$(time_of all '' malleable)" "$(time_of alone '' malleable)"
check 'flexible ones before moldable ones' \
    less "$(time_of all '' flexible)" "$(time_of all '' moldable)"
check 'an option that is not there is told' fails '"--fast": there are --quick' --fast
check 'one without its value, too' fails '--to needs a value' --to
check 'and a simulator that is not there' fails './none: it does not run' --quick --mitosis ./none
tap_done
