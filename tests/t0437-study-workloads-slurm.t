#!/bin/sh
# t0437-study-workloads-slurm.t - what the study of workloads on a real Slurm makes
# of Slurm's account; that jobs share one is tried by t0325
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
study=$(cd "$top_srcdir/studies" && pwd) || exit 1
mitosis=$(cd "$top_builddir" && pwd)/mitosis || exit 1
cd "$scratch" || exit 1

run() { "$LUA" "$study/workloads_slurm.lua" "$@"; }
fails() { ! run "$@" >out 2>err && cat err && test "$(wc -l <err)" -eq 1; }

# ---- jobs ----

run generate --quick >list
check 'ten jobs are drawn' test "$(wc -l <list)" -eq 10
check 'the same ones each time' eval 'run generate --quick | cmp list'
check 'one after the other' sort -nc list
check 'and forty of them' test "$(run generate | wc -l)" -eq 40
check 'how long a step takes falls with the nodes' \
    grep -q ' cg-[0-9]* 1 2 4 1=0.2667,2=0.1886,3=0.1540,4=0.1333 cg ' list

# ---- the account ----

# One waits for 10 s, the other becomes smaller, and has a node more for a while.
cat >account <<END
a 1 RESIZING 100 100 110 4
b 2 COMPLETED 100 110 120 2
mitosis-1-cg 3 CANCELLED 110 112 120 1
mitosis-1-cg 4 CANCELLED 110 - 115 0
a 1 COMPLETED 100 110 120 2
END
check 'what jobs waited and ran, and nodes were allocated' test "$(run tell 4 account)" = \
    '2 jobs in 20 s; each waited 5.0 s and ran 15.0 s; 110 % of the nodes'"' time was allocated"

# ---- the comparison ----

# all KIND SECONDS  - each job runs for so long, two at a time
all() {
    awk -v each="$2" '{ at = 1000 + int(($1 + 999) / 1000); slot = NR % 2
        if (free[slot] < at) free[slot] = at
        print $2, NR, "COMPLETED", at, free[slot], free[slot] + each, 4
        free[slot] += each }' list >"account.$1"
}
all rigid 9
all moldable 9
all malleable 6
all flexible 5
for kind in malleable flexible; do echo '[0.5,0.004]' >changes.$kind; done
mkdir to
compares() { run compare --quick 8 "$mitosis" . to >table; }
check 'all four are compared, and simulated' compares
check 'what launching took is what fixed jobs took longer' \
    grep -q '^launching takes 1.00 s; .* after 0.50 s, .* for 0.004 s' table
check 'the table has the paper beside it' \
    grep -qE '^\| malleable against fixed: completion.* \| 3.25 \| 1\.[0-9]* \| [0-9.]* \|$' table
rows() { awk -F, -v how="$1" '$1 == how && $3 >= 0 && $5 > 0' to/figures.csv | wc -l; }
check 'and the figures each of them' test "$(rows slurm) $(rows simulated)" = '4 4'
drawn() {
    for picture in speedup time allocation; do
        grep -q '</svg>' "to/$picture.svg" || return
        ! grep -E 'nan|inf' "to/$picture.svg" || return
    done
}
check 'which are drawn' drawn
sed -i 1d account.flexible
check 'a job that is not in the account is told' fails compare --quick 8 "$mitosis" . to
check 'with how many are' grep -q 'of 10 flexible jobs 9 are in' err
tap_done
