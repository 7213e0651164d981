#!/bin/sh
# t0258-chance.t - arrays drawn by chance go through changes drawn by chance
#
#     tests/t0258-chance.t [FIRST [COUNT]]
#
# Each draw registers up to eight arrays of any type, layout and memory, with
# messages under way or not, and goes through five changes.  COUNT draws from
# number FIRST on are tried, so that more of them can be than a check takes.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
first=${1-1} count=${2-8}

# through SEED  - all is right, and went through what was drawn
through() {
    job=chance-$1
    "$LUA" "$top_srcdir/tests/chance.lua" "$1" "$(uname -n)" >drawn
    { read -r ranks; read -r script; read -r sizes; } <drawn
    MITOSIS_SCRIPT=$script run_watched "$job" -n "$ranks" "$programs/chance" 30 "$1"
    echo "chance: ok, $sizes" >expected
    as_expected && return
    cat "$job.err"
    echo "draw $1, $ranks ranks, MITOSIS_SCRIPT='$script'"
    return 1
}
as_expected() {
    jq -r '.changes[] | select(.outcome != "done")' "$job.json"
    diff -u expected "$job.out"
}

for draw in $(seq "$first" $((first + count - 1))); do
    check "draw $draw: each cell is where it belongs" through "$draw"
done
check 'nothing is left' nothing_left
tap_done
