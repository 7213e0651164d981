#!/bin/sh
# t0223-output.t - all that a program has written is there, however often its
# job changes: what is in a buffer when it does is written out
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
script='10 resize 3; 20 resize 1; 30 split 0; 40 resize 4; 50 merge 1 3'
seq 0 59 >expected
{ echo first; cat expected; } >expected_first
{ echo first; echo second; cat expected; } >expected_headed
{ echo first; echo 5; } >expected_early

# Rank 1 is not there after the second change until the third one.
{ seq 0 18; seq 29 59; } >rank1.expected

# numbered FILE  - its lines have one length
numbered() { tr -d ' ' <"$job/$1" | diff -u expected -; }
# through_changes JOB PROGRAM ARGUMENT...  - in a folder of its own
through_changes() {
    job=$1 program=$2; shift 2
    mkdir -p "$job" && cd "$job" || exit 1
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json \
        keep "../$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/$program" "$@"
    cd ..
}
is_done() {
    cat "$job.err" && grep -qx 'exit status 0' "$job.status" \
        && ask '[.changes[].outcome] | unique | "\(length) \(.[])"' >came \
        && test "$(ask '.changes | length')" -eq 5 \
        && echo '1 done' | diff -u - came
}
# each FILE...  - has all lines, in order, none twice
each() {
    for file; do
        case $file in
        swapped) all=expected_first ;;
        headed | added) all=expected_headed ;;
        early) all=expected_early ;;
        *) all=expected ;;
        esac
        check "$job: all lines are in the file '$file'" \
            diff -u "$all" "$job/$file"
    done
    check "$job: and on stdout" diff -u expected "$job.out"
    check "$job: nothing is said" test ! -s "$job.err"
}

through_changes c writes 60
check 'a program in C goes through five changes' is_done
each plain small large wide piped headed added early made flagged again last
through_changes c-anew writes 60 anew
check 'one whose start-up begins its files anew does' is_done
each plain small large wide piped headed added early made flagged again last
check 'what only start-up writes is written anew' grep -qx 3 c-anew/list

through_changes clears clears 60
check 'one whose start-up clears its files goes through five changes' is_done
each before removed unlinked renamed shortened cut both again at rank0
check "$job: all lines are in the file 'shared'" numbered shared
seq 45 59 >swept.expected
check "$job: what a child of the job removes is removed" \
    diff -u swept.expected clears/swept
check "$job: a rank that comes again goes on in its file" \
    diff -u rank1.expected "$job/rank1"

# A shell around the program opens its files: the last rank 0 has but its own.
# shellcheck disable=SC2016 # for that shell
mkdir wrapped && cd wrapped && MITOSIS_SCRIPT='10 resize 3; 20 resize 1' \
    keep ../wrapped launch -genv LD_PRELOAD "$preload" -n 2 \
    sh -c 'exec "$0" "$@" >"lines.$PMI_RANK"' "$programs/clears" 60
cd ..
seq 20 59 >wrapped.expected
check 'what a shell has opened for the last rank 0 has all its lines' \
    eval 'tail -n 40 wrapped/lines.0 | diff -u wrapped.expected -'

files='plain small large assigned swapped both wide wide_moved list0 list1
    list2 list3 list4 behind own number brief last'
through_changes c++ streams 60
check 'a program in C++ goes through five changes' is_done
# shellcheck disable=SC2086 # they are several
each $files
through_changes c++-anew streams 60 anew
check 'one whose start-up begins its files anew does' is_done
# shellcheck disable=SC2086
each $files
through_changes apart streams 60 apart
check 'one whose std::cout has a buffer of its own does' is_done
# shellcheck disable=SC2086
each $files

# What cannot be written is not left behind.
script='10 resize 3'
# given_up REASON  - for which the change was, and the program ran on
given_up() {
    cat "$job.err" && grep -qx 'exit status 0' "$job.status" \
        && ask '.changes[].outcome' | sed 's/^rank [0-9]: //' >came \
        && echo "$1" | diff -u - came && diff -u expected "$job.out"
}
through_changes c-full writes 60 full anew
check 'a full disk has the change given up, in C' given_up \
    "what a file's buffer holds could not be written: No space left on device"
for file in plain small large wide headed added made flagged again last; do
    all=expected
    case $file in headed | added) all=expected_headed ;; esac
    check "which the file '$file' does not notice" diff -u "$all" "c-full/$file"
done
stream='what a C++ stream holds could not be written to its file'
through_changes c++-full streams 60 full
check 'and in C++' given_up "$stream: No space left on device"
through_changes c++-odd streams 60 odd
check 'so has a stream that throws' given_up \
    "$stream: Invalid or incomplete multibyte or wide character"

script='10 resize 3; 20 resize 1; 30 split 0; 40 resize 4; 50 merge 1 3'
if test -x "$programs/units"; then
    through_changes fortran units
    check 'a program in Fortran goes through five changes' is_done
    each plain new bytes lines joined pieces high after last
    check "$job: all lines are in the file 'numbered'" numbered numbered
    through_changes fortran-anew units anew
    check 'one whose start-up begins its files anew does' is_done
    each plain new bytes lines joined pieces high after last
    check "$job: all lines are in the file 'numbered'" numbered numbered

    mkdir fortran-over && echo 7 >fortran-over/given && echo 8 >>fortran-over/given
    through_changes fortran-over units over
    check 'one whose start-up opens its files as they are does' is_done
    each plain new bytes lines joined pieces high after last headed stated
    check "$job: what it reads is as it was" \
        test "$(cat fortran-over/given)" = "$(printf '7\n8')"

    # New ranks open their files to append while the old ones write to them.
    script=
    through_changes beside units ask
    seq 0 $(($(wc -l <beside.out) - 1)) >expected
    one_done() { cat "$job.err"; test "$(ask '.changes[].outcome')" = 'done'; }
    check 'a change while new ranks and old ones have the files open' one_done
    each plain new bytes lines joined pieces high after last
    check "$job: all lines are in the file 'numbered'" numbered numbered
fi
tap_done
