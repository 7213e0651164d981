#!/bin/sh
# t0244-memory.t - memory that may be freed is replaced, other memory is filled
# where it is or refused in one sentence, and no program dies of it
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
# That one frees what is of another's is a case here.
ASAN_OPTIONS=$ASAN_OPTIONS:alloc_dealloc_mismatch=0
export ASAN_OPTIONS
where='memories.cc:[0-9]*'

# run KIND CHANGE SAID  - a job of two ranks; with SAID its layout says that its
# memory is of malloc()
run() {
    job=$(printf %s "$*" | tr ' ' _)
    MITOSIS_SCRIPT="5 $2" run_watched "$job" -n 2 "$programs/memories" "$1" \
        20 ${3:+said}
}

# fine KIND CHANGE SAID RANKS  - it works, without a word
fine() {
    run "$1" "$2" "$3"
    ranks=$4
    check "$1, ${3:+said to be of malloc(), }$2: all rows come" went_well
}
went_well() {
    cat "$job.out" "$job.err"
    test "$(cat "$job.out")" = "memories: ok, $ranks ranks" \
        && ! grep '^mitosis' "$job.err"
}

# refused KIND CHANGE SAID PATTERN  - one line of ours, and an unchanged end
refused() {
    run "$1" "$2" "$3"
    pattern=$4
    check "$1, ${3:+said to be of malloc(), }$2: refused" told
}
told() {
    cat "$job.out" "$job.err"
    test "$(cat "$job.out")" = 'memories: ok, 2 ranks' \
        && test "$(grep -c '^mitosis' "$job.err")" = 1 \
        && grep -q -x "mitosis: $pattern" "$job.err"
}

# Where nothing is said of it, it is filled where it is.
for kind in vector void array cookie stack static middle map aligned malloc; do
    fine $kind 'resize 3' '' 3
done
stays="\"x\" at $where would need [0-9]* bytes, and its memory, which may be a std::vector's, has another size and stays: its layout does not say .memory (mitosis.hpp registers vectors themselves)"
for kind in vector void static malloc; do
    refused $kind 'split 1' '' "split 1 was given up: new rank [0-2]: $stays"
done

# With room to spare, and where it is said.
fine spacious 'resize 3' '' 3
fine spacious 'split 0 3' '' 4
fine malloc 'split 1' 1 3
fine aligned 'split 1' 1 3
fine array 'split 1' 1 3

# What cannot be freed is said before any change.
cannot="and cannot be freed: its layout needs .memory = MITO_FIXED; the job cannot be changed"
refused stack  'split 1' 1 "rank [01]: \"x\" at $where is on the stack, $cannot"
refused static 'split 1' 1 "rank [01]: \"x\" at $where is a static variable, $cannot"
for kind in middle map cookie; do
    refused $kind 'split 1' 1 "rank [01]: \"x\" at $where is not the start of what malloc() gave, $cannot"
done

# A container itself does not compile.
cat >container.cc <<'END'
#include <complex>
#include <mitosis.h>
#include <string>
#include <vector>
int main()
{
    std::complex<double> plain;
    int count = 0;
    (void)count;
    CONTAINER it;
    mito_register("plain", &plain, NULL, MPI_DOUBLE_COMPLEX, NULL);
    return mito_register("it", &it, COUNT, MPI_DOUBLE, NULL);
}
END
# compile TYPE COUNT
compile() {
    MPICH_CC=$compiler "$MPICC" -x c++ -std=c++11 -I"$top_srcdir/include" \
        -DCONTAINER="$1" -DCOUNT="$2" -c -o container.o container.cc \
        >said 2>&1
}
refuses() {
    ! compile "$1" "$2" && cat said \
        && grep -q 'a container such as std::vector cannot be registered' said \
        && grep -q 'mito::add() of mitosis.hpp' said
}
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    for container in std::vector'<double>' std::string; do
        check "$compiler: a $container does not compile" refuses "$container" \
            '&count'
        check 'nor without a count' refuses "$container" NULL
    done
    check 'what is one piece does' compile 'std::complex<double>' NULL
done

# Blocks at the end of a heap that grows while it is looked at.
for side in 100 200; do
    job=heat-$side
    MITOSIS_SCRIPT='50 resize 3' run_watched "$job" -n 1 \
        "$top_builddir/examples/heat" "$side" "$side" 200
    check "heat of $side rows: its memory is malloc()'s" test ! -s "$job.err"
    fact "heat of $side rows: it is changed" '.changes[0].outcome' 'done'
done
tap_done
