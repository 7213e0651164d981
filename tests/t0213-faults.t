#!/bin/sh
# t0213-faults.t - whatever fails before the commit, the job goes on
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
fickle=$programs/fickle
program=fickle

# steps NUMBER  - how many the program makes
steps() {
    steps=$1
    keep fickle.first launch -n 2 "$fickle" "$steps"
}

# fails NAME CHANGE ENVIRONMENT...  - ask for a change at sync 7 that is to fail
fails() {
    job=$1 script="7 $2"; shift 2
    keep "$job" env MITOSIS_SCRIPT="$script" \
        MITOSIS_OUTPUT="$scratch/$job.json" "$@" timeout 120 "$mpiexec" \
        -genv LD_PRELOAD "$preload" -n 2 "$fickle" "$steps" "$job" </dev/null
}

# survives REASON  - the points about it
survives() {
    check "$job: the program goes on as if nothing had been" same_result
    check 'and says why, once' is_told "$1"
    check 'which is in the report too' is_noted
    gone
}
is_told() {
    cat "$job.err"
    sed -n "s/^mitosis: $change was given up: //p" "$job.err" >told
    test "$(wc -l <told)" -eq 1 && grep -Ex "$1" told
}
is_noted() { ask '.changes[].outcome' | diff -u told -; }

steps 40
change='resize 3'
fails exit "$change"
survives "$ranks_ended"
fails crash "$change"
survives "$ranks_ended"
check 'with some lines of what they said' grep -q 'it said: .*signal 11' crash.err
fails abort "$change"
survives "$ranks_ended"
fails mute "$change"
survives 'new rank [0-2] ended before its first mito_sync\(\)'
fails absent "$change"
survives 'new rank 2 ended before its first mito_sync\(\)'
fails absent "$change" FICKLE_RANK=0
survives 'new rank 0 ended before its first mito_sync\(\)'
fails receives "$change" FICKLE_RANK=0 MITOSIS_PATIENCE=8
survives 'getting the new ranks ready took longer than 8 s: new rank 0 \(in MPI_Recv\) did not come to mito_sync\(\)'
fails awaited "$change" FICKLE_RANK=0 MITOSIS_PATIENCE=8
survives 'getting the new ranks ready took longer than 8 s: new rank 0, new rank 1 \(in MPI_Barrier\), new rank 2 \(in MPI_Barrier\) did not come to mito_sync\(\)'
fails bare "$change"
survives 'new rank 2: it has registered nothing before its first mito_sync\(\)'
fails bare "$change" FICKLE_RANK=0
survives 'new rank 0: it has registered nothing before its first mito_sync\(\)'
fails refused "$change"
survives 'new rank 2: fickle.c:[0-9]+: the name of a registration is missing'
fails name "$change"
survives 'new rank [0-9]: the new rank [0-9] registered "lines" at fickle.c:[0-9]+, the old rank [0-9] did not'
fails type "$change"
survives 'new rank [0-9]: .* registered "rows" with elements of .*'
fails row "$change"
survives 'new rank [0-9]: .* registered "rows" with rows of 32 elements .*'
fails more "$change"
survives 'new rank [0-9]: .* registered "spare" .*did not'
fails first "$change"
survives 'new rank 0 has begun MPI_Irecv in receive_first \(fickle.c:[0-9]+\) and not completed it at its first mito_sync\(\), where the job has not'

# Of the old ranks one takes no part in changes, or calls no mito_sync(), which
# is told soon, however patient they are.
fails partial "$change; 8 resize 1" MITOSIS_PATIENCE=3000
check 'partial: a rank that registers nothing leaves the program as it is' same_result
tells_of() {
    cat "$job.err"
    test "$(grep -c "$1" "$job.err")" -eq "$2"
}
check 'and each change is refused for it' tells_of 'rank 1 takes no part in changes: it registered nothing' 2
gone
fails aside "$change; 8 resize 1" MITOSIS_PATIENCE=20
check 'aside: a rank that calls no mito_sync() leaves the program as it is' same_result
check 'and the user hears that it is waited for, once' \
    tells_of 'rank 1 (in MPI_[A-Za-z]*) has not come to its first mito_sync(): a change waits for it, for 2 s' 1
check 'and that both changes cannot be had' \
    tells_of 'rank 1 (in MPI_[A-Za-z]*) has not come to its first mito_sync()$' 2
gone

change='split 0'
fails poor "$change"
survives 'new rank 2: .*memory.*'
preload=$sanitizer$programs/flip.so:$library
fails flipped "$change"
survives 'the checksum of "rows" is not what it was before it was moved'
preload=$sanitizer$library

steps 200
fails always "$change"
survives 'rank 0 has begun MPI_Irecv in receive_late \(fickle.c:[0-9]+\) and not completed it at 100 syncs in a row'
tap_done
