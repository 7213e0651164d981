#!/bin/sh
# t0246-owners.t - items of bags are with their owners after each change
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(uname -n)

sizes='5 resize 1; 10 resize 3; 15 resize 2; 20 resize 4; 25 resize 1'
parts="5 split 0 3; 10 migrate 1 $host; 15 merge 1 2; 20 split 1; 25 merge 0 3"

# through NAME ITEMS SIZES SCRIPT  - all is right, and went through SIZES
through() {
    job=$1
    MITOSIS_SCRIPT=$4 run_watched "$job" -n 2 "$programs/owners" "$2" 30
    printf '%s\n' "owners: ok, $3" >expected
    check "$1: each item is with its owner, in order" as_expected
}
through resized 500 '1 3 2 4 1' "$sizes"
through 'split and merged' 500 '4 4 3 4 3' "$parts"
through few 3 '1 3 2 4 1' "$sizes"
through none 0 '3' '5 resize 3'
through weighted 100 '2 3' '10 rebalance 1 4; 20 resize 3'

# Particles in cells, which have gaps between them.
cells() {
    job=cells-$1
    MITOSIS_SCRIPT=$4 run_watched "$job" -n 2 "$programs/cells" "$2" 30
    printf '%s\n' "cells: ok, $3" >expected
    check "in cells, $1: each is there once, where it belongs" as_expected
}
cells resized 500 '1 3 2 4 1' "$sizes"
cells 'split and merged' 500 '4 4 3 4 3' "$parts"
cells few 3 '1 3 2 4 1' "$sizes"
MITOSIS_COPY=tcp cells tcp 500 '3 1' '5 resize 3; 15 resize 1'
job=full
MITOSIS_SCRIPT='5 resize 1; 10 resize 3' run_watched full -n 2 "$programs/cells" 500 30 large
echo 'cells: ok, 3' >expected
check 'where one rank has too few places there is no change, and all go on' \
    as_expected
check 'which is told' grep -q \
    '^mitosis: resize 1 was given up: new rank 0: "[a-z]*" at [a-z.]*:[0-9]* has room for [0-9]* items and would need [0-9]*$' full.err
proves() {
    timeout 300 "$top_builddir/mitosis" prove -n 2 --trials 2 --ignore sizes \
        --ignore changes --ignore 'cells: ok' "$programs/cells" 60 20 \
        >prove.out 2>&1
    came=$?
    cat prove.out
    test "$came" -eq 0 \
        && grep -q '^nothing differs after 2 of 2 .* 5 of 7 registered' prove.out
}
check 'mitosis prove sees items, and no gaps' proves
for way in shared tcp; do
    MITOSIS_COPY=$way through "$way" 500 '3 1' '5 resize 3; 15 resize 1'
done

# An example: fewer than 20 lines more than the program had.
source=$top_srcdir/tests/programs/particles.c
awk -f "$top_srcdir/tools/plain.awk" "$source" >plain.c
added() { diff plain.c "$source" | grep '^>' | tee /dev/stderr | wc -l; }
check 'a particle code is malleable in fewer than 20 lines' test "$(added)" -lt 20
check 'which is a program without them' "$MPICC" -o plain plain.c -lm
run_plain particles -n 3 ./plain 2000 60
script="7 resize 1; 14 resize 3; 21 resize 2; 28 resize 4; 35 resize 1;
    42 split 0 3; 46 migrate 2 $host; 50 merge 0 1"
MITOSIS_SCRIPT=$script run_watched particles -n 2 "$programs/particles" 2000 60
check 'particles go where their slabs are, each with the bits it had' \
    diff -u particles.plain.out particles.out
fact 'through all these changes' '[.changes[].outcome] | join(" ")' \
    'done done done done done done done done'

# A vector has no count, and as many items as go to its rank.
cat >vector.cc <<'END'
#include <cstddef>
#include <cstdio>
#include <mitosis.hpp>
#include <stdexcept>
static int rank, size, step;
struct pair { long number; double half; };
static int owner(const void *item, void *)
{
    return static_cast<int>(*static_cast<const long *>(item) * 7 % size);
}
int main(int argc, char **argv)
{
    std::vector<long> items, others, threes;
    std::vector<pair> pairs, points;
    mito_layout bag = {};
    long sum[5] = { 0, 0, 0, 0, 0 }, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (long i = rank; i < 100; i += size) {
        items.push_back(i);
        others.push_back(i);
        pairs.push_back({ i, i / 2.0 });
        points.push_back({ i, i / 2.0 });
        threes.insert(threes.end(), { i, i, i });
    }
    bag.owner = owner;
    mito::add("step", step);
    mito::add("items", items, bag);
    mito::add("others", others);
    mito::add("pairs", pairs, mito::layout().owner([&](const pair &p) {
        if (argc > 1 && argv[1][0] == 't')
            throw std::runtime_error("whose is this?");
        return static_cast<int>(p.number % size);
    }));
    mito::add("threes", threes, mito::layout().row(3).owner([](const long *t) {
        return static_cast<int>(t[2] % size);
    }));
    /* With an argument the last part ends before the last point. */
    const double width = (argc > 1 && argv[1][0] == 's' ? 49.0 : 49.5) / size;
    mito::add("points", points,
              mito::layout().within({ width * rank }, { width * (rank + 1) },
                                    offsetof(pair, half)));
    for (; step < 20; step++)
        if (mito_sync() == MITO_CHANGED) {
            for (long i : items)
                wrong += owner(&i, nullptr) != rank;
            for (const pair &p : pairs)
                wrong += p.number % size != rank || p.half * 2 != p.number;
            for (long i : threes)
                wrong += i % size != rank;
            for (const pair &p : points)
                wrong += p.half < width * rank || p.half > width * (rank + 1)
                         || p.half * 2 != p.number;
        }
    for (long i : items)
        sum[0] += i;
    for (long i : others)
        sum[1] += i;
    for (const pair &p : pairs)
        sum[2] += p.number;
    for (long i : threes)
        sum[3] += i;
    for (const pair &p : points)
        sum[4] += p.number;
    MPI_Allreduce(MPI_IN_PLACE, sum, 5, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%d ranks, sums %ld %ld %ld %ld %ld, wrong %ld\n",
                    size, sum[0], sum[1], sum[2], sum[3], sum[4], wrong);
    MPI_Finalize();
}
END
if command -v g++ >/dev/null; then
    check 'in C++ too' env MPICH_CC=g++ "$MPICC" -x c++ -std=c++11 \
        -I"$top_srcdir/include" -o vector vector.cc -lstdc++
    MITOSIS_SCRIPT='5 resize 3; 10 resize 1; 15 split 0' \
        run_watched vector -n 2 ./vector
    echo '2 ranks, sums 4950 4950 4950 14850 4950, wrong 0' >expected
    check 'items of a vector have owners, by lambdas and by bounds as well' \
        as_expected
    MITOSIS_SCRIPT='5 resize 3' run_watched vector -n 2 ./vector short
    check 'one that is within no bounds has the change given up' as_expected
    check 'and is told, with where it is' grep -q '"points" at vector.cc:[0-9]* has an item at 49.5, which is within no rank.s bounds$' vector.err
    MITOSIS_SCRIPT='5 resize 3' run_watched vector -n 2 ./vector throws
    check 'what such a lambda throws has the change given up' as_expected
    check 'and is told' grep -q '"pairs" at vector.cc:[0-9]* has an item whose owner' vector.err
fi

# What an owner should not be.
cat >wrong.c <<'END'
#include <mitosis.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int rank, size, count = 3, step;
static int *items;
static char mistake;
static int owner(const void *item, void *arg)
{
    (void)arg;
    if (mistake == 'k' && rank == 1)
        raise(SIGKILL);
    while (mistake == 'h' && rank == 1)
        pause();
    return mistake == 'n' ? -1 : rank == 1 && *(const int *)item ? size : rank;
}
int main(int argc, char **argv)
{
    mito_layout bag = { .owner = owner };
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mistake = *argv[1];
    items = malloc(10 * sizeof(int));
    for (int i = 0; i < 10; i++)
        items[i] = 1;
    if (mistake == 'f') {
        bag.memory = MITO_FIXED;
        bag.capacity = 4;
    }
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("items", &items, &count, MPI_INT, &bag);
    for (; step < 20; step++)
        mito_sync(), MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return 0;
}
END
"$MPICC" -I"$top_srcdir/include" -o wrong wrong.c || exit

# refused MISTAKE SCRIPT PATTERN  - that change is given up, and why
refused() {
    job=wrong-$1
    MITOSIS_SCRIPT=$2 run_watched "$job" -n 2 ./wrong "$1"
    pattern=$3
    check "it is told: $3" is_told
}
is_told() {
    cat "$job.err" "$job.out"
    test "$(cat "$job.out")" = '2 ranks' \
        && test "$(grep -c ^mitosis "$job.err")" = 1 && grep -q "$pattern" "$job.err"
}
refused negative '5 resize 3' \
    '"items" at wrong.c:[0-9]* has an item whose owner is said to be rank -1: there are ranks 0 to 2$'
refused beyond '5 resize 3' \
    '"items" at wrong.c:[0-9]* has an item whose owner is said to be rank 3: there are ranks 0 to 2$'
refused fixed '5 merge 0 1' \
    '"items" at wrong.c:[0-9]* has room for 4 items and would need 6$'
# One that does not come back, while the others wait for it in MPI.
refused killed '5 resize 3' '^mitosis: resize 3 was given up: '
export MITOSIS_PATIENCE=3
refused hanging '5 resize 3' '^mitosis: resize 3 was given up: '
check 'nothing is left' nothing_left
tap_done
