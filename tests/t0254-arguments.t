#!/bin/sh
# t0254-arguments.t - arguments that go by the number of ranks, and the numbers
# that can be had
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2089,SC2090 # the quotes are for mitosis
. "$top_srcdir/tests/change.sh"
real=$programs/fickle

# Each process writes down what it was started with.
programs=$scratch/bin
mkdir bin
cat >bin/fickle <<END
#!/bin/sh
steps=\$1 way=\$2 gate=\$3
shift 3
echo "generation \${MITOSIS_GENERATION:-1}: \$*" >>"$scratch/words"
exec "$real" "\$steps" "\$way" "\$gate"
END
chmod +x bin/fickle
launcher="$top_builddir/mitosis run"

# started GENERATION RANKS WORDS  - so many processes had these
started() {
    cat words
    test "$(grep -cxF -e "generation $1: $3" words)" -eq "$2" \
        && test "$(grep -c "^generation $1:" words)" -eq "$2"
}

# refused PATTERN WORD...  - what ctl says to these words, in one line
refused() {
    pattern=$1; shift
    ctl "$@" >ctl.out 2>&1
    test $? -eq 1 && cat ctl.out && grep -qEx -e "$pattern" ctl.out \
        && test "$(wc -l <ctl.out)" -eq 1
}

# ---- changes ----

MITOSIS_ARGUMENTS='-x {nx} -y {ny} "-r={12/n} {n}"'
MITOSIS_SIZES=1-6
export MITOSIS_ARGUMENTS MITOSIS_SIZES
begin grid 2 - "$scratch/gate"
at_gate 2
check 'the first ranks get the arguments for their number' \
    started 1 2 '-x 2 -y 1 -r=6 2'
check 'a number for which there are none is refused' refused \
    '5 ranks do not go with --arguments: \{12/n\} does not come out even with 5 ranks: 4 or 6 would' \
    resize 5
check 'one that is not listed, too' \
    refused '7 ranks do not go with --sizes 1-6: 6 would' resize 7
check 'however it is asked for' refused \
    '8 ranks do not go with --sizes 1-6: 6 would' split 0 7
ask_for resize 4
phase 'agreeing'
touch gate gate.start
finish
through 'a change to one that can be had is made' 'resize 2 4'
check 'and new ranks get the arguments for theirs' \
    started 2 4 '-x 2 -y 2 -r=3 4'
gone

rm -f words
MITOSIS_SCRIPT='10 resize 3; 20 resize 1'
export MITOSIS_SCRIPT
begin script 2 - ''
finish
through 'a script makes changes, too' 'resize 2 3' 'resize 3 1'
check 'each time with the arguments for it' started 2 3 '-x 3 -y 1 -r=4 3'
check 'and for the next' started 3 1 '-x 1 -y 1 -r=12 1'
gone
unset MITOSIS_SCRIPT

# Shares are what the start-up makes them, whoever asks.
rm -f words
MITOSIS_SHARES=even
export MITOSIS_SHARES
begin shares 2 - "$scratch/gate"
at_gate 2
for change in 'split 0' 'resize 3 and rebalance 1 3 2'; do
    # shellcheck disable=SC2086 # several words
    check "$change: even shares alone are made" refused \
        'its shares would be uneven, which --shares even rules out: resize 3 would do' \
        $change
done
check 'by weights neither' refused \
    'its shares would be uneven, which --shares even rules out' rebalance 1 3
ask_for merge 0 1
phase 'agreeing'
touch gate
finish
through 'but one rank has all' 'merge 2 1'
gone
unset MITOSIS_SHARES

# Under plain mpiexec the words are the user's.
rm -f words
launcher=launch
begin plain 2 - "$scratch/gate" -x 2 -y 1 '-r=6 2'
at_gate 2
ask_for resize 3
phase 'agreeing'
touch gate gate.start
finish
through 'under plain mpiexec, too' 'resize 2 3'
check 'where the words are right' started 2 3 '-x 3 -y 1 -r=4 3'
gone
begin other 2 - "$scratch/gate" -x 9
at_gate 2
check 'where they are not, this is told' refused \
    "the program's last arguments are not those that MITOSIS_ARGUMENTS gives for 2 ranks: .*" \
    resize 3
finish
check 'and the program runs' grep -x 'exit status 0' other.status
gone

# ---- what is wrong is told before anything is started ----

unset MITOSIS_ARGUMENTS MITOSIS_SIZES
rm -f words
# wrong PATTERN WORD...  - so 'mitosis run' ends
wrong() {
    pattern=$1; shift
    "$top_builddir/mitosis" run "$@" bin/fickle 1 - '' >run.out 2>&1
    test $? -eq 2 && cat run.out && grep -qE -e "$pattern" run.out \
        && test "$(wc -l <run.out)" -eq 1 && ! test -e words
}
check 'a name that there is not' wrong '--arguments: \{q\} is not understood' \
    --arguments '{q}' -n 2
check 'a brace that is not closed' wrong '--arguments: there is no \} after' \
    --arguments '-x {n' -n 2
check 'a list that is none' wrong '--sizes: "many" is none of' \
    --sizes many -n 2
check 'a first number that is not in it' wrong \
    '2 ranks do not go with --sizes cubes: 1 or 8 would' --sizes cubes -n 2
check 'or that has no arguments' wrong \
    '2 ranks do not go with --arguments: \{9/n\} .*: 1 or 3 would' \
    --arguments '{9/n}' -n 2
check 'no number at all' wrong '--arguments needs the number of ranks, as -n N' \
    --arguments '{n}'
check 'several programs' wrong '--arguments: the job is not of one program' \
    --arguments '{n}' -n 1 bin/fickle : -n 1
tap_done
