#!/bin/sh
# t0253-prove.t - mitosis prove finds what a program forgot to register, and
# has nothing against those that forgot nothing
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
export MPIR_CVAR_NOLOCAL=1 # with which MPI_Init() does not spin
forgetful=$programs/forgetful
here=$(uname -n)

# prove NAME WORD...  - mitosis prove with these, its words in NAME.*
prove() {
    job=$1; shift
    keep "$job" timeout 300 "$top_builddir/mitosis" prove "$@"
}
show() { cat "$job.out" "$job.err"; }
ends() { show; grep -qx "exit status $1" "$job.status"; }
tells() { show; grep -qF -e "$1" "$job.out"; }
is_clean() { ! find "$MITOSIS_PAGES" "$TMPDIR" -mindepth 1 | grep .; }
mkdir folders
export TMPDIR="$scratch/folders"

# finds WAY TEXT REASON  - in the program that is wrong in that way
finds() {
    prove "$1" --script "7 migrate 0 $here" -n 3 "$forgetful" "$1"
    check "$1: it differs" ends 1
    check "$1: the first line says where" first_says "$2"
    check "$1: the next one why, perhaps" tells "$3"
}
first_says() { show; grep -m 1 -E '^("|the )' "$job.out" | grep -F -e "$1"; }
cells='"cells" (at forgetful.c:'
changed='differs from sync 8 on, first in rank 0; the change before it was at sync 7'
finds scalar "$changed" 'something that it is computed from is not registered'
check 'scalar: the array is named' first_says "$cells"
check 'scalar: it is told how to see that again' tells \
    "once more: mitosis prove --script \"7 migrate 0 $here\" -n 3 $forgetful scalar"
prove again --ignore 'a b' --every 7 --script "7 migrate 0 $here" -n 3 "$forgetful" scalar
check 'scalar: with what was not to be compared' tells \
    "once more: mitosis prove --script \"7 migrate 0 $here\" --every 7 --ignore 'a b' -n 3 $forgetful scalar"
finds array "$changed" 'something that it is computed from is not registered'
finds halo "$changed" 'or its halo is wrong'
finds wide "$changed" 'or a halo of fewer, than it has'
finds padded '"padded" (at forgetful.c:' 'or only what is between the members'
finds static "$changed" 'something that it is computed from is not registered'
finds filled '"calls" (at forgetful.c:' 'a function of mito_before() or mito_after()'
finds constant '"weights" (at forgetful.c:' "leave 'constant' out"
check 'constant: without any change' first_says 'changes at sync 2'
finds step "$changed" 'the program came to sync 18, not 12'
finds printed 'the line "forgetful: 12 steps, 12 moves" is not printed' \
    'nothing registered differs'
# Hydra does not always pass on what is said right before MPI_Abort().
finds crash 'the program ended with status 3, not 0' \
    'something that it needs to go on'

# What comes at random is found as well, and again.
random() {
    prove random --trials 1 --seed "$1" --sizes same -n 2 "$forgetful" scalar
}
random 5
cp random.out first.out
random 5
check 'the same seed is the same trial' diff first.out random.out
check 'which finds it' ends 1
random 6
differs() { ! cmp first.out random.out; }
check 'another one is another trial' differs

prove json --json --seed 5 --sizes same -n 2 "$forgetful" scalar
is_json() {
    show
    jq -e '.proved == false and .ranks == 2 and .syncs == 12
        and .registered == 5 and .seed == 5 and (.trials | length) == 1
        and .trials[0].done and (.trials[0].alike | not)
        and .findings[0].name == "cells" and .findings[0].rank == 0
        and .findings[0].sync > 2' "$job.out"
}
check 'other programs read it as JSON' is_json

# Each rank keeps its own as long as their number stays.
prove alike --trials 3 --seed 1 -n 2 "$forgetful" alike
check 'alike: what ranks have for themselves is found by another number of them' ends 1
check 'alike: and is the reason' grep -qE \
    '^  "first" \(at forgetful.c:[0-9]+\) is not the same in all ranks, as it is registered' alike.out

# Shares that the start-up does not give.
MITOSIS_PATIENCE=1 prove away --seed 1 -n 2 "$forgetful" away
check 'away: what was waited for in vain cannot be tried' ends 2
says_waited() { show; test "$(grep -c 'took longer than 1 s' "$job.out")" = 1; }
check 'away: which is waited for once' says_waited
prove uneven --seed 1 -n 2 "$forgetful" uneven
check 'uneven: the last trial finds it' tells ' rebalance 1 2; '
check 'uneven: it differs' ends 1
says_alike() { show; test "$(grep -c ': done, nothing differs$' "$job.out")" = "$1"; }
check 'uneven: and no other one' says_alike 4
check 'uneven: the reason is the shares' tells \
    'it passes with even shares, not with uneven ones: look at'
prove single --script '5 rebalance 1 3' -n 2 "$forgetful" uneven
check 'uneven: alone it may be something else' tells \
    'which a migrate in place of this change would tell'
prove even --seed 1 --shares even -n 2 "$forgetful" uneven
check 'a program that cannot do them is not tried with them' ends 0
check 'but with all others' tells 'nothing differs after 4 of 4 trials'
MITOSIS_SHARES=even prove shares --script '5 split 0' -n 2 "$forgetful" uneven
check 'nor can it be asked for' tells \
    'mitosis: split 0 at sync 5: its shares would be uneven, which --shares even rules out: resize 3 would do'
for way in right grid; do
    prove "$way" -n 2 \
        --script "3 migrate 0 $here and rebalance 1 3; 5 split 0; 7 resize 4; 9 merge 0 1" \
        "$forgetful" "$way"
    check "$way: a program that can do all of these is right" ends 0
done
prove rounded --script '5 rebalance 1 3' -n 2 "$examples/cg" 12 10
check 'sums that other shares add up otherwise are no finding' ends 0
check 'as told' tells '"energy" is not compared: an undisturbed run with 3 ranks differs in it'

# What is another one each time proves nothing.
prove chance --trials 1 --ignore 'at ' -n 2 "$forgetful" chance
check 'a number by chance is no finding' ends 0
check 'but told of' tells \
    'note: "noise" is not compared: two undisturbed runs differ in it'

# Of two times that are printed the second one is the same in the first two runs.
prove times --script "7 migrate 0 $here" -n 2 "$forgetful" times
check 'a time that is the same twice by chance is no finding' ends 0
check 'and neither of the two is compared' tells \
    '2 of 4 lines of output are compared: two undisturbed runs differ in it'

prove named --script "7 migrate 0 $here" --ignore cells --ignore checksum -n 2 \
    "$forgetful" scalar
check 'what is not to be looked at is left out' ends 0
check 'and the end says how much was looked at' tells \
    'nothing differs after 1 of 1 trials, of what was compared: 4 of 5 registered'
MITOSIS_POLICY=threshold MITOSIS_POLICY_OPTIONS=busy=0.4 \
    prove named --script "7 migrate 0 $here" -n 2 "$forgetful" right
check 'a policy of the user is not asked' ends 0

prove blank --script "7 migrate 0 $here" -n 2 "$forgetful" blank
check 'that new ranks print an empty line again is no finding' ends 0

prove header --script "7 migrate 0 $here" -n 2 "$forgetful" header
check 'lines that new ranks print again are a finding' ends 1
says_lines() { show; test "$(grep -cE '^    "(a header|of two lines)" 4 times, not 2$' header.out)" = 2; }
check 'that names each of them' says_lines

last_says() { show; tail -n 1 "$job.out" | grep -qF -e "$1"; }
# Changes that cannot be made leave a part of what was asked for untried.
prove tight --trials 2 --seed 1 --sizes 1 -n 2 "$forgetful" tight
check 'a trial whose change cannot be made proves less than was asked for' ends 2
check 'which the last line tells' last_says \
    'nothing differs after 1 of 2 trials; the changes of the others could not be made, so it is not proved'
check 'with why' last_says '"kept"'
check 'and what leaves them out' last_says '--sizes same leaves resizes out'
prove tight_same --trials 2 --seed 1 --sizes same -n 2 "$forgetful" tight
check 'and without them it is proved' ends 0
prove tight_json --json --trials 2 --seed 1 --sizes 1 -n 2 "$forgetful" tight
is_unproved() {
    show
    jq -e '.proved == false and .findings == []
        and ([.trials[] | .done] == [true, false])' "$job.out"
}
check 'other programs read that it is not' is_unproved

# It has 12 syncs.
prove kept --folder kept --every 5 --trials 2 -n 2 "$forgetful" right
check 'a program that is right is right' ends 0
check 'it is told which syncs are compared' tells \
    '2 ranks, compared at every 5 syncs up to sync 10, '
check 'whatever is looked at' tells 'nothing differs after 2 of 2 trials'
check 'what the runs wrote can be kept' test -s kept/sums-4/sums-2-1
prove kept_again --folder kept --trials 1 -n 2 "$forgetful" right
check 'but not where others are' grep -qE \
    "^mitosis: .*kept/sums-1 is there already, .*: name another folder" kept_again.err
rm -r kept
check 'an option that is misspelt is corrected, and nothing run' refused 2 \
    '^mitosis: --trails is no option of mitosis prove; did you mean --trials' \
    "$top_builddir/mitosis" prove --trails 3 -n 2 "$forgetful" right

# Of the numbers of ranks that can be had.
MITOSIS_SIZES=2,3,6 prove listed --trials 2 --seed 1 -n 3 "$forgetful" right
check 'numbers of ranks that cannot be had are left out' tells ' resize 6; '
check 'and nothing is found with others' ends 0
prove fitted --trials 2 --seed 1 --sizes 2-4 -n 2 --arguments '{12/n}' \
    "$forgetful" right 12
check 'those that go with the arguments as well' tells ' resize 3; '
prove said --trials 2 --sizes 4 --arguments '{9/n}' -n 3 "$forgetful" right
check 'one that is said and cannot be had' ends 2
check 'is told' grep -qF '4 ranks are to be tried, but 4 ranks do not go with --arguments: {9/n} does not' said.err

# cannot TEXT WORD...  - it cannot be tried, and says why
cannot() {
    text=$1; shift
    prove cannot "$@"
    check "$text: it cannot be tried" ends 2
    check "which is said" says_so
}
says_so() { show; grep -qF -e "$text" "$job.err" || grep -qF -e "$text" "$job.out"; }
cannot 'it registers nothing, or never calls mito_sync()' -n 1 "$examples/plain/heat"
printf '#!/bin/sh\necho "[WARNING] a leak" >&2\nexec "$@"\n' >noisy
chmod +x noisy
cannot 'it registers nothing, or never calls mito_sync()' -n 1 ./noisy \
    "$examples/plain/heat"
check 'what the program complains of is no reason' \
    sh -c '! grep "a leak" cannot.out cannot.err'
cannot 'the program ends with status' -n 1 "$forgetful-not"
cannot 'there is no second mito_sync()' -n 1 "$forgetful" right 1
cannot 'no change could be made' --script '5 resize 2' -n 2 "$forgetful" right
cannot '--trials: "x" is no whole number' --trials x "$forgetful"
check 'nothing is left' is_clean

# That a place is full is not the program's fault.
mkdir full
if mount -t tmpfs -o size=24k none full 2>/dev/null; then
    trap 'umount "$scratch/full"; remove_left; rm -rf "$scratch"' EXIT
    cannot "$scratch/full: No space left on device; what the runs write goes there" \
        --folder full -n 2 "$examples/heat" 200 10 100
    umount full
    trap 'remove_left; rm -rf "$scratch"' EXIT
    rm -rf "${MITOSIS_PAGES:?}"/* # kept, as the report could not be written
fi

# One that is ended while the program runs.
"$top_builddir/mitosis" prove -n 2 "$programs/fickle" 0 long never \
    >/dev/null 2>&1 &
proving=$!
is_running() { find folders -name 'sums-*' -type f | grep -q .; }
check 'it runs' until_true is_running
kill "$proving"
wait "$proving"
check 'one that is ended ends by that' test $? = 143
check 'and leaves nothing' until_true is_clean

# right NAME RANKS PROGRAM...  - nothing is found in it
right() {
    which=$1 ranks=$2; shift 2
    prove "right-$which" --trials 2 --seed 1 -n "$ranks" "$@"
    check "$which: nothing is found" ends 0
    check "$which: in two trials" tells 'nothing differs after 2 of 2 trials'
}
right heat 2 "$examples/heat" 20 10 12
right jacobi 2 "$examples/jacobi" 24 20 10
right nbody 2 "$examples/nbody" 30 8
right cg 2 "$examples/cg" 12 10
right lu 2 "$examples/lu" 120 10
right farm 3 "$examples/farm" 30 30
right wave 2 "$examples/wave" 20 10 12
right particles 2 "$programs/particles"
for twin in heat_f heat_f08; do
    test -x "$examples/$twin" && right "$twin" 2 "$examples/$twin" 20 10 12
done
check 'nothing is left of them' is_clean
tap_done
