#!/bin/sh
# t0259-suggest-moving.t - mitosis suggest proposes nothing by an address that
# is another one in the next iteration, and no number of each rank's own as one
# that all share
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/suggest.sh"

# registers ARGUMENT  - whether a line that may be taken as it is has it
registers() { grep -F -e "$1" "$job.out" | grep -q '^    +   m'; }
leaves() { show; ! registers "$1"; }
compiled() {
    "${MPICC:-mpicc}" -g -O0 -I"$top_srcdir/include" -o "$1" "$1.c"
}

# Particles and rows that are allocated anew in each iteration.
cat >particles.c <<'PROGRAM'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef LINES
#include <mitosis.h>
#else
#define mito_sync()
#endif
struct particle {
    double x, v;
    long id, hits;
};
static struct particle *ps;
static int np;
static double low, high;
static int keep(struct particle *to, const struct particle *from, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (from[i].x >= low && from[i].x < high)
            to[kept++] = from[i];
    return kept;
}
int main(int argc, char *argv[])
{
    int rank, size, rows = 96, count = 400, few[2] = { 0, 0 }, step;
    double *cells, energy = 0;
    struct particle *all = calloc((size_t)count, sizeof(*all));

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    low = (double)rank / size;
    high = (double)(rank + 1) / size;
    for (int i = 0; i < count; i++)
        all[i] = (struct particle){ (i + 0.5) / count,
                                    (i * 37 % 101 - 50) * 1e-3, i, 0 };
    ps = malloc((size_t)count * sizeof(*ps));
    np = keep(ps, all, count);
    cells = calloc(rows /= size, sizeof(*cells));
#ifdef LINES
#include "lines"
#endif
    for (step = 0; step < 40; step++) {
        mito_sync();
        double *anew = malloc((size_t)rows * sizeof(*anew)), sum = 0;
        struct particle *here = malloc((size_t)count * sizeof(*ps));
        int bytes, *counts = calloc((size_t)size, sizeof(int)),
                   *from = calloc((size_t)size, sizeof(int));

        for (int i = 0; i < np; i++) {
            ps[i].x += ps[i].v;
            if (ps[i].x < 0 || ps[i].x >= 1) {
                ps[i].x -= ps[i].v;
                ps[i].v = -ps[i].v;
                ps[i].hits++;
            }
        }
        few[0] = few[1] + rank;
        few[1] = np;
        bytes = np * (int)sizeof(*ps);
        MPI_Allgather(&bytes, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
        for (int i = 1; i < size; i++)
            from[i] = from[i - 1] + counts[i - 1];
        MPI_Allgatherv(ps, bytes, MPI_BYTE, all, counts, from, MPI_BYTE,
                       MPI_COMM_WORLD);
        np = keep(here, all, count);
        free(ps);
        ps = malloc((size_t)np * sizeof(*ps) + 1);
        keep(ps, here, np);
        free(here);
        for (int i = 0; i < rows; i++)
            anew[i] = cells[i] + i;
        free(cells);
        cells = anew;
        for (int i = 0; i < np; i++)
            sum += ps[i].v * ps[i].v;
        MPI_Allreduce(&sum, &energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        free(counts);
        free(from);
    }
    if (rank == 0)
        printf("%.9g\n", energy);
    return MPI_Finalize();
}
PROGRAM
check 'a program with particles is compiled' compiled particles
suggest particles -n 2 ./particles
for member in x v id hits; do
    check "particles: $member of the first one is not registered" \
        leaves "\"$member\""
done
check 'nor is how many each rank has as a number that all share' leaves '&np,'
check 'it is proposed as the count, by the pointer, for the user to look at' \
    tells '+   // mito_register("ps", &ps, &np, MPI_BYTE, &(mito_layout){ .row = sizeof(*ps) });'
check 'which says what is not known' tells 'say by what one is some rank'
check 'rows that are allocated anew are registered by the pointer' registers \
    'mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'
check 'a few numbers of each rank'"'"'s own are not registered' leaves 'few'
check 'but named' tells 'few (int, of which each rank has its own)'

# With the bounds of each rank's part filled in, it is what the program needs.
built() {
    sed -n -e 's/^    +   \(mito_register.*\)/\1/p' -e 's/^    +   \/\/ \(.*"ps".*\) });/\1, .dimensions = 1, .low = \&low, .high = \&high });/p' \
        particles.out >lines
    "${MPICC:-mpicc}" -DLINES -g -O0 -I. -I"$top_srcdir/include" -o made \
        particles.c
}
check 'with the bounds of its part it compiles' built
check 'and mitosis prove has nothing against it' proved ./made

# What is divided is each rank's own, also where all of them have as much.
cat >divided.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
static int mine, steps;
int main(int argc, char *argv[])
{
    int size;
    long *items;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 240 / size;
    items = calloc((size_t)mine, sizeof(*items));
    for (steps = 0; steps < 40; steps++) {
        long sum = 0;

        mine += steps % 2 ? 24 / size : -24 / size;
        items = realloc(items, (size_t)mine * sizeof(*items));
        for (int i = 0; i < mine; i++)
            sum += items[i] = steps;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program is compiled that divides evenly' compiled divided
suggest divided -n 2 ./divided
check 'divided: what ranks have of it is not a number that all share' \
    leaves '&mine'
check 'but the count of what goes with it' tells \
    '+   // mito_register("items", &items, &mine, MPI_LONG, NULL);'
check 'divided: what all share is' registers '"steps", &steps, NULL, MPI_INT'

# Room for more is no count.
cat >room.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
struct box {
    double *at;
    int count, room;
};
static struct box box;
static void put(double x)
{
    if (box.count == box.room) {
        box.room = box.room ? 2 * box.room : 4;
        box.at = realloc(box.at, (size_t)box.room * sizeof(*box.at));
    }
    box.at[box.count++] = x;
}
int main(int argc, char *argv[])
{
    int rank, size;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < 400; i += size)
        put(i);
    for (int step = 0; step < 40; step++) {
        if (step % size == rank)
            put(step);
        for (int i = 0; i < box.count; i++)
            sum = box.at[i] += 1;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that keeps room for more is compiled' compiled room
suggest room -n 2 ./room
check 'room: how many there are is not a number that all share' \
    leaves '&box.count, NULL'
check 'nor is the room the count' leaves '&box.room'
check 'which is the number that is in use, as is said' tells \
    '+   // mito_register("at", &box.at, &box.count, MPI_DOUBLE, NULL);'
check 'with what else there is to do' tells 'set box.room to it after a change'

# Lists.
cat >list.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
struct atom {
    double x, v;
    struct atom *next;
};
struct link {
    struct link *next, *before;
};
struct item {
    double weight;
    struct link link;
};
static struct atom *first;
static struct item *heavy;
static int atoms;
int main(int argc, char *argv[])
{
    int rank, size;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < 40; i += size) {
        struct atom *a = calloc(1, sizeof(*a));

        a->next = first;
        first = a;
        atoms++;
    }
    heavy = calloc(1, sizeof(*heavy));
    heavy->link.next = heavy->link.before = &heavy->link;
    for (int step = 0; step < 40; step++) {
        for (struct atom *a = first; a; a = a->next)
            sum = a->x += 1;
        heavy->weight += sum;
        if (step % size == rank) {
            struct atom *a = calloc(1, sizeof(*a));

            a->next = first;
            first = a;
            atoms++;
        }
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program with lists is compiled' compiled list
suggest list -n 2 ./list
check 'list: the first of it are not registered' leaves '"x'
check 'nor what has a link in it' leaves '"weight'
check 'the list is named' tells 'first (atom, which points to others of its kind'
check 'and that with a link' tells 'heavy (item, which points to others'
check 'how long it is, is each rank'"'"'s own' tells \
    'atoms (int, of which each rank has its own'
check 'and no number that all share' leaves '&atoms'

# A struct in memory that is allocated anew; and of two blocks that are swapped
# neither is always the same one.
cat >swapped.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
struct state {
    double time;
};
int main(int argc, char *argv[])
{
    struct state *now = calloc(1, sizeof(*now));
    struct state *next = calloc(1, sizeof(*next));
    struct state *last = calloc(1, sizeof(*last));
    double *table = calloc(90, sizeof(*table));
    double *other = calloc(90, sizeof(*other));

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 40; step++) {
        struct state *was = now, *anew = malloc(sizeof(*anew));
        double sum = 1, *held = table;

        for (int i = 0; i < 90; i++)
            other[i] = table[i] + step;
        table = other;
        other = held;
        next->time = now->time + 1;
        now = next;
        next = was;
        anew->time = last->time + 1;
        free(last);
        last = anew;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that swaps is compiled' compiled swapped
suggest swapped -n 2 ./swapped
check 'swapped: a member is not registered by the address it has now' \
    leaves '->time'
check 'which is told of what points to it' tells \
    'now (what it points to is allocated anew or moves'
check 'and so it is of a struct that is allocated anew' tells \
    'last (what it points to is allocated anew or moves'
check 'nor is a table' leaves '"table"'
check 'which is told' tells 'the pointer leads elsewhere after an iteration'

# Containers of C++.
cat >vectors.cc <<'PROGRAM'
#include <list>
#include <mpi.h>
#include <vector>
static std::vector<long> ids;
static std::list<double> kept;
static std::vector<double> rows;
int main(int argc, char *argv[])
{
    int rank, size;
    double sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ids.resize(240 / size);
    rows.resize(96 / size);
    for (int step = 0; step < 40; step++) {
        std::vector<long> next(240 / size + (step % 2 ? 1 : -1)
                               * (rank % 2 ? 7 : -7), step);
        std::vector<double> anew(rows);

        ids.swap(next);
        anew[0] += 1;
        rows.swap(anew);
        kept.push_back(step);
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
cxx() {
    # shellcheck disable=SC2046 # words are wanted
    "${CXX:-g++}" -g -O0 -o vectors vectors.cc \
        $("${MPICC:-mpicc}" -show | cut -d ' ' -f 2-)
}
check 'C++: a program with containers is compiled' cxx
suggest vectors -n 2 ./vectors
check 'C++: a vector that is as long as before is registered' registers \
    'mito::add("rows", rows);'
check 'C++: one that is not is for the user to look at' tells \
    '+   // mito::add("ids", ids);'
check 'C++: the library'"'"'s own members are not registered' leaves '_M_'
check 'C++: what has them is named' tells \
    'kept (list, a container that is not looked at)'
tap_done
