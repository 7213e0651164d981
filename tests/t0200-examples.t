#!/bin/sh
# The malleable examples print what the plain ones print: without a library,
# and with one that gives the ranks other rows while they run.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
examples=$top_builddir/examples
shuffle=$programs/shuffle.so

# right FILE  - it is the output of a program that found itself right
right() { test "$(cat "$1.status")" = 'exit status 0' && grep ': ok, ' "$1.out"; }

# said FILE  - the part of it that is the program's own
said() { sed "s/^$program: /heat: /" "$1.out"; }

# prints FILE  - it is right and prints what the plain one did on one rank
prints() {
    right "$1" && said "$1" >came && said "$program.first" >expected \
        && diff -u expected came
}

# shuffled FILE  - it was, at least twice
shuffled() { grep -E '^shuffle: ([2-9]|[0-9]{2,}) times$' "$1.err"; }

# example RANKS PROGRAM ARGUMENT...  - for each of these numbers of ranks
example() {
    counts=$1 program=$2; shift 2
    keep "$program.first" launch_plain -n "${counts%% *}" \
        "$examples/plain/$program" "$@"
    for n in $counts; do
        keep plain launch_plain -n "$n" "$examples/plain/$program" "$@"
        check "$program, plain, with $n ranks" prints plain
        keep malleable launch_plain -n "$n" "$examples/$program" "$@"
        check "and malleable, without a library" prints malleable
    done
}

# rows_change PROGRAM ARGUMENT...  - and where rows come and go
rows_change() {
    program=$1; shift
    for n in 1 2 5; do
        keep changed launch_plain -genv LD_PRELOAD "$preload_shuffle" -n "$n" \
            "$examples/$program" "$@"
        check "$program goes on with other rows, with $n ranks" \
            prints changed
        check 'which it had' shuffled changed
    done
}
preload_shuffle=$sanitizer$shuffle:$yield

# both PROGRAM ARGUMENT...
both() {
    example '1 2 3 4 5' "$@"
    rows_change "$@"
}

both heat 40 31 12
both jacobi 13 17 12
both cg 8 6
both nbody 60 7
both lu 50 8
example '2 3 4 5' farm 30 40
example '1 2 3 5' wave 40 31 50
if test -x "$examples/heat_f"; then
    both heat_f 40 31 12
    example '1 2 3 5' heat_f08 40 31 12
    check 'heat is the same in Fortran' \
        diff heat.first.out heat_f.first.out
fi

# Few rows, and ranks without any.
example '1 3 5' heat 5 3 4
example '1 5' lu 9 4
example '1 4' jacobi 2 2 3
example '1 5' nbody 5 4

added() { diff "$top_builddir/examples/plain/$1" "$top_srcdir/examples/$1"; }
few_lines() {
    added heat.c >difference
    ! grep '^<' difference && test "$(grep -c '^>' difference)" -le 5
}
check 'heat takes five lines at most to be malleable' few_lines
few_in_cxx() {
    added wave.cc >difference
    ! grep '^<' difference && test "$(grep -c '^>' difference)" -le 6
}
check 'and wave, in C++, six' few_in_cxx

knows_nothing() {
    test -s "$top_builddir/examples/plain/farm.c" \
        && ! grep -in 'mito' "$top_builddir"/examples/plain/*.[cf]*
}
check 'the plain versions know nothing of Mitosis' knows_nothing

undisturbed() {
    ! grep -n 'mito_resumed' "$top_srcdir"/examples/*.[cf]*
}
check 'no example has a branch for processes that carry on' undisturbed
tap_done
