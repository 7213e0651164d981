#!/bin/sh
# t0212-carried-on.t - a later generation finds what the first one found, and
# the job that they are together looks like one
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
program=fickle
cp "$programs/fickle" ./

# both NAME WORD...  - run fickle undisturbed, and through two changes
both() {
    job=$1; shift
    keep first launch "$@"
    MITOSIS_SCRIPT='3 resize 3; 6 resize 2' \
        MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" "$@"
}
same_as_first() {
    ask '.changes[].outcome' | uniq -c | grep -x ' *2 done' || return
    for part in status out err; do
        diff -u "first.$part" "$job.$part" || return
    done
}
carried() { check "$1" same_as_first; gone; }

# ---- what it finds ----

# shellcheck disable=SC2016,SC1003
both words -n 2 ./fickle 20 tell '' 'a b' "it's \"quoted\"" '$HOME `x` \' '*' \
    "two
lines" ';' '-n' '3'
carried 'words with odd letters'
both environment -genv FICKLE_WORD 'of all' -n 2 ./fickle 20 tell
carried 'what is given by -genv'
both option -n 2 -env FICKLE_WORD 'of one' ./fickle 20 tell
carried 'what is given by -env'
both binding -bind-to core:1 -n 2 ./fickle 20 tell
carried 'binding to cores'
mkdir 'a folder'
both folder -wdir "$scratch/a folder" -n 2 "$scratch/fickle" 20 tell
carried 'the folder'
odd() { (
    umask 027
    # shellcheck disable=SC3045
    ulimit -n 200 -s 4096
    trap '' HUP
    FICKLE_WORD=exported
    export FICKLE_WORD
    timeout 120 taskset 1 "$mpiexec" "$@" </dev/null
) }
both_odd() {
    keep first odd "$@"
    MITOSIS_SCRIPT='3 resize 3; 6 resize 2' \
        MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" odd -genv LD_PRELOAD "$preload" "$@"
}
job=inherited
both_odd -n 2 ./fickle 20 tell
carried 'umask, limits, processors, ignored signals, environment'
fact 'one of its cores is all that it is told to have' '.hosts[].cores' 1

# ---- what others see of it ----

both talk -n 2 ./fickle 30 talk
carried 'what it prints comes in order, on stdout and on stderr'
both status -n 2 ./fickle 20 status
carried 'its exit status is that of the program'
both killed -n 2 ./fickle 20 killed
dies() {
    diff -u first.status "$job.status" && grep 'Killed (signal 9)' "$job.out"
}
check 'a program that dies of a signal is said to' dies
check 'and nothing but its pages is left' until_true none "$job"
rm -rf "${MITOSIS_PAGES:?}"/*

# ---- what cannot be changed ----

# refused WHY COMMAND...  - the job runs, and says why it cannot be changed
refused() {
    why=$1; shift
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" "$@"
    check "$job: is refused" grep -E "^mitosis: .*$why" "$job.err"
    check 'once' test "$(grep -c '^mitosis:' "$job.err")" -eq 1
    check 'and runs as it would' same_sum
    gone
}
same_sum() { grep -x "$(tail -n 1 sum.out)" "$job.out"; }
keep sum launch -n 2 ./fickle 20
job='several programs'
refused 'several programs' launch -genv LD_PRELOAD "$preload" \
    -n 1 ./fickle 20 : -n 1 ./fickle 20
job='a file of programs'
echo '-n 2 ./fickle 20' >programs
refused '-configfile' launch -genv LD_PRELOAD "$preload" -configfile programs
job='a file to read'
seq 1000 >numbers
with_input() { timeout 120 "$mpiexec" "$@" <numbers; }
refused 'standard input' with_input -genv LD_PRELOAD "$preload" -n 2 ./fickle 20
job='no launcher'
keep sum ./fickle 20
refused "neither by Hydra's mpiexec nor by srun" env LD_PRELOAD="$preload" \
    ./fickle 20

# An MPI program that a rank starts is none of the job's ranks.
for at in 3 12; do
    job=child-$at
    MITOSIS_SCRIPT='7 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        FICKLE_CHILD="$at $mpiexec -n 4 $programs/fickle 3 >$job.inner" \
        keep "$job" timeout 120 "$top_builddir/mitosis" run -n 2 "$programs/fickle" 20
    check "$job: a program that a rank starts runs" \
        grep -q '^fickle: 3 steps' "$job.inner"
    check "$job: as if we were not there" is_quiet
    through "$job: and the job goes on" 'resize 2 3'
done
tap_done
