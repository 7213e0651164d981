#!/bin/sh
# t0224-hooks.t - functions of the program that are called before and after a
# change, in C and in Fortran
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
script="10 resize 3; 20 resize 1; 30 split 0; 40 migrate 1 $(uname -n); 50 merge 0 1"

# job_of NAME PROGRAM ARGUMENT...  - run it on two ranks under $script
job_of() {
    job=$1 program=$2; shift 2
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/$program" "$@"
}
# calls STEP...  - what is called at each, and the sum at the end
calls() {
    for step; do
        echo "step $step: before two"
        echo "step $step: before one"
        echo "step $step: after one"
        echo "step $step: after two"
    done
    echo 'sum 60000'
}
# outcomes OUTCOME...  - of the changes of $job, with - for one that is done
outcomes() {
    printf '%s\n' "$@" | sed 's/^-$/done/' >expected
    cat "$job.err"
    grep -qx 'exit status 0' "$job.status" && ask '.changes[].outcome' >came \
        && diff -u expected came
}
prints() { calls "$@" >expected && diff -u expected "$job.out"; }
silent() { ! grep . "$job.err"; }

job_of c hooks 60
check 'a program whose state is elsewhere is changed' \
    outcomes - - - - -
check 'functions are called in their order, once in each change' \
    prints 9 19 29 39 49
check 'nothing is said of it' silent
sound
job_of early hooks 60 early
check 'they may be given before MPI_Init()' outcomes - - - - -
check 'and are called all the same' prints 9 19 29 39 49
job_of sync hooks 60 sync
check 'mito_sync() in them does nothing' outcomes - - - - -
check 'and nothing is lost' prints 9 19 29 39 49

# A change that is given up once they were called.
script='10 resize 3; 20 resize 1; 40 split 0'
job_of pack hooks 60 pack
check 'a change is given up after mito_before()' outcomes \
    "rank 1: \"fails\": the program's 'pack' failed" - -
check 'the old ranks are told by mito_after(), and all is right' prints 9 19 39
script='10 resize 3'
job_of request hooks 60 request
check 'one that leaves a request has the change given up' outcomes \
    'rank 0: a function of mito_before() has begun MPI_Irecv and not completed it'
check 'and mito_after() can complete it' prints 9
job_of message hooks 60 message
check 'so does one that leaves a message' outcomes \
    '1 message from rank 0 to rank 1 was not received after the functions of mito_before()'
check 'and mito_after() can receive it' prints 9

# One that takes long is named, with where the others wait for it.
export MITOSIS_PATIENCE=20
job_of slow hooks 20 slow gate &
running=$!
late="hooks.c:$(line hooks.c 'mito_after(second_after'): a function of mito_after() has not returned for 2 s"
late_hooks() {
    cat slow.err
    grep -qx "mitosis: rank 0: $late" slow.err \
        && grep -qx "mitosis: rank [12]: $late, in MPI_Allreduce" slow.err
}
check 'the program tells where it is in mito_after(), and who waits' \
    until_true late_hooks
touch gate
wait "$running"
job=slow
check 'and the change is done although that takes long' outcomes -
check 'and told once' test "$(grep -c "$late" slow.err)" -eq 2
unset MITOSIS_PATIENCE

# What is wrong is told once.
script='10 resize 3'
told() { cat "$job.out" "$job.err" && sed 's,rank [0-9],rank R,; s,hooks.c:[0-9]*,hooks.c:LINE,' "$job.err" | grep -xF "$1"; }
job_of null hooks 20 null
check 'NULL is no function' told \
    'mitosis: rank R: hooks.c:LINE: mito_before() is given NULL for a function; the job cannot be changed'
job_of late hooks 20 late
check 'after the first mito_sync() it is too late' told \
    'mitosis: rank R: hooks.c:LINE: mito_after() is called too late, after the first mito_sync(); the job cannot be changed'
echo 'sum 20000' >expected
check 'and no function is called for a change that cannot be' \
    diff -u expected late.out
run_plain alone -n 2 "$programs/hooks" 60
check 'without a library nothing is called' test \
    "$(cat alone.plain.out)" = 'sum 60000'

if test -x "$programs/stages"; then
    script="10 resize 3; 20 resize 1; 30 split 0; 40 migrate 1 $(uname -n); 50 merge 0 1"
    job_of fortran stages
    check 'a program in Fortran whose state is elsewhere is changed' \
        outcomes - - - - -
    check 'with its arrays where they should be' prints 9 19 29 39 49
    check 'nothing is said of it' silent
    run_plain alone -n 2 "$programs/stages"
    check 'without a library nothing is called' test \
        "$(cat alone.plain.out)" = 'sum 60000'
fi
tap_done
