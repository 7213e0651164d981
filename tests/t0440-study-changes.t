#!/bin/sh
# t0440-study-changes.t - the study of what changes cost and bring runs from its
# script, draws its pictures, and leaves nothing behind, also when it is
# interrupted; what it makes of the times of steps
#
# SPDX-License-Identifier: BSD-3-Clause
study=changes.sh
. "$top_srcdir/tests/study.sh"
with_the_library_alone
folder=${study%/*}

# ---- when steps were ----

# Steps of 0.1 s; asked for at 0.45 s, which slows one of them down by 0.2 s; no
# step for 0.5 s; the first new one takes 0.1 s longer.
cat >steps <<'END_STEPS'
0 2 0.00 0.10 first
1 2 0.10 0.20
2 2 0.20 0.30
3 2 0.30 0.40
4 2 0.40 0.70
5 2 0.70 0.80
6 3 1.30 1.50 first
7 3 1.50 1.60
8 3 1.60 1.70
9 3 1.70 1.80
whole
END_STEPS
steps() { "$LUA" "$folder/changes_steps.lua" "$@"; }
check 'no step is from the last of the old ranks to the first of the new' \
    test "$(steps steps)" = '2 3 0.500000'
check 'lost in all is what all steps from the request on took longer' \
    test "$(steps steps 0.45)" = '2 3 0.500000 0.800000'
check 'when it is not known what steps take otherwise, only the first' \
    test "$(steps steps 0.05)" = '2 3 0.500000'

# ---- the study ----

check 'an experiment that is not there is told' refused 1 \
    '^changes.sh: "large" is none of: bytes many gain restart' run large
needs_a_build

rows() { grep -c "^$1" to/figures.csv; }
mkdir to
printf '%s\n' experiment,kind,turn,what,at,value other,adapted,1,rate,1,2 \
    'bytes,2 to 2,1,still,3,1' >to/figures.csv
run >out
came=$?
cat out
check 'it runs' test "$came" -eq 0
check 'each change was timed, and so was each copy' \
    test "$(rows 'bytes,[23] to [123],1,still,[168]') $(rows bytes,copy)" = '12 6'
check 'what it has measured takes the place of the old' \
    test "$(rows bytes,.*,3,)" -eq 0
check 'what was measured of others is kept' test "$(rows other,)" -eq 1
check 'the job was looked at after each of many changes' \
    test "$(rows many,agent,1,rss,) $(rows many,rank,1,descriptors,)" = '24 24'
check 'and all of them were made' test "$(rows many,job,1,still,)" -eq 24
check 'changes that were asked for are told with what they were to bring' \
    grep -qE 'asked for: (resize [12] to bring -?[0-9]+ %, brought [^;]*(; |$)){5}' out
# Whether that is known, and is more than nothing, a busy machine decides.
gains_drawn() {
    test "$(rows 'gain,.*,predicted,[0-9]*,0')" -eq 0 || drawn gain
}
check 'and drawn' gains_drawn
check 'a restart file was beside each change' \
    test "$(rows 'restart,file .*,still,') $(rows 'restart,mitosis .*,still,')" = '4 4'
check 'and pictures are drawn of them' \
    drawn bytes many-memory many-open restart
nothing_runs() {
    nothing_left && ! grep -lsF "MITOSIS_OUTPUT=$scratch/left" /proc/[0-9]*/environ
}
check 'nothing else is left' until_true nothing_runs
can_be_ended 'bytes, turn 1' bytes
check 'nor a process' until_true nothing_runs
tap_done
