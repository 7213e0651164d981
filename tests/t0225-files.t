#!/bin/sh
# t0225-files.t - what of a program's files new ranks do not have: it is told
# once, by name, or no change is made
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
script='10 resize 3; 20 resize 1; 30 resize 2'
input=/dev/null
seq 0 59 | awk '{ printf "%7d\n", $1 }' >lines

# job_of NAME PROGRAM ARGUMENT...  - run it on two ranks under $script, with
# $input
job_of() {
    job=$1 program=$2; shift 2
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" fed -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/$program" "$@"
}
# Through a pipe: of a file it is known without asking how far it was read.
fed() {
    if test "$input" = /dev/null; then
        timeout 120 "$mpiexec" "$@" <"$input"
    else
        tee <"$input" | timeout 120 "$mpiexec" "$@"
    fi
}
all_done() {
    cat "$job.err" && grep -qx 'exit status 0' "$job.status" \
        && test "$(ask '[.changes[].outcome] | join(" ")')" = 'done done done'
}
# refused_for REASON  - all changes were, and the program ran on
refused_for() {
    cat "$job.err" && grep -qx 'exit status 0' "$job.status" \
        && ask '.changes[].outcome' | sed 's/^rank [0-9]: //' | sort -u >came \
        && echo "$1" | diff -u - came
}
# tells SENTENCE  - once, and nothing else
tells() {
    cat "$job.err" && test "$(wc -l <"$job.err")" -eq 1 \
        && grep -qx "mitosis: rank [0-9]: $1" "$job.err"
}
no_hidden() { ! find . -name '.*shfp*' | grep .; }
silent() { ! grep . "$job.err"; }
empty='what was read from stdin is not there for new ranks: theirs is empty'

for way in own shared; do
    moved="the position in \"out.$way\" is not carried over"
    moved="$moved: new ranks go on where they open it"
    job_of "$way" positions 60 "$way" "out.$way"
    check "a file that is written where it stands ($way): changes are made" \
        all_done
    check 'and it is told once, by name' tells "$moved"
    check 'nothing hidden is left beside it' no_hidden
    rm -f "out.$way"
    export MITOSIS_STRICT=on
    job_of "$way" positions 60 "$way" "out.$way"
    unset MITOSIS_STRICT
    check 'to be strict is to make no change' refused_for \
        "$moved, which --strict refuses"
    check 'all lines are in the file then' cmp lines "out.$way"
done
for way in at hooks; do
    export MITOSIS_STRICT=on
    job_of "$way" positions 60 "$way" "out.$way"
    unset MITOSIS_STRICT
    check "a file that loses nothing ($way): changes are made" all_done
    check 'nothing is said of it' silent
    check 'and all lines are in it' cmp lines "out.$way"
done

# Input.
echo '7 8 9' >numbers
input=numbers
job_of input positions 60 input out.input
check 'a program that reads from stdin is changed' all_done
check 'and what that means is told' tells "$empty"
check 'all lines are in its file' cmp lines out.input
export MITOSIS_STRICT=on
job_of strict positions 60 input out.strict
unset MITOSIS_STRICT
check 'to be strict is to make no change' refused_for \
    "$empty, which --strict refuses"
job_of c++ streams 60 apart input
check 'the same of std::cin with a buffer of its own' tells "$empty"
if test -x "$programs/units"; then
    job_of fortran units input
    check 'and of Fortran' tells "$empty"
fi
input=/dev/null
job_of none positions 60 input out.none
check 'an input that is not there is not missed' silent

# Start-up that empties what it writes.
seq 0 59 >all
job_of anew writes 60 anew
check 'a file that start-up empties: changes are made' all_done
check 'nothing is said of it' silent
check 'and all lines are in it' cmp all plain

# The variable that holds such a file is a new one in new ranks.
late="\"$scratch/late\" was opened after start-up, not to append: new ranks\
 that open it so write over what is in it"
job_of late writes 60 late
check 'a file that the loop opens once: changes are made' all_done
check 'and it is told once, by name' tells "$late"
export MITOSIS_STRICT=on
job_of late writes 60 late
unset MITOSIS_STRICT
check 'to be strict is to make no change' refused_for \
    "$late, which --strict refuses"
check 'all lines are in the file then' cmp all late

# As an option.
script='10 resize 3'
input=numbers
MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/option.json keep option \
    timeout 120 "$top_builddir/mitosis" run --strict -n 2 \
    "$programs/positions" 60 own out.option
job=option
check 'mitosis run --strict needs no value' refused_for \
    "the position in \"out.option\" is not carried over: new ranks go on where\
 they open it, which --strict refuses"
tap_done
