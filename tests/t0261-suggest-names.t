#!/bin/sh
# t0261-suggest-names.t - mitosis suggest writes each variable by a name that
# its line knows, and names what has none
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/suggest.sh"

proposes() { show; grep -qxF -e "    +   $1" "$job.out"; }
names() { show; grep '^What could not be seen' "$job.out" | grep -qF -e "$1"; }

# compiled FILE WORD...  - in what language it may be
compiled() {
    file=$1; shift
    case $file in
    *.cc)
        # shellcheck disable=SC2046 # words are wanted
        "${CXX:-g++}" -g -O0 -I. -I"$top_srcdir/include" -o "${file%.*}" "$@" \
            "$file" $("${MPICC:-mpicc}" -show | cut -d ' ' -f 2-) ;;
    *)  "${MPICC:-mpicc}" -g -O0 -I. -I"$top_srcdir/include" \
            -o "${file%.*}" "$@" "$file" ;;
    esac
}

# lines  - what may be taken as it is, which a program includes
lines() {
    sed -n 's/^    +   \(mito.*;\)$/\1/p' "$job.out" | grep -v 'mito.*sync()' \
        >lines.inc
}

cat >known.h <<'PROGRAM'
#ifdef LINES
#ifdef __cplusplus
#include <mitosis.hpp>
#else
#include <mitosis.h>
#endif
#else
#define mito_sync()
#endif
PROGRAM

# References, namespaces, and what the C++ library has numbers in.
cat >named.cc <<'PROGRAM'
#include <array>
#include <complex>
#include <cstdio>
#include <mpi.h>
#include <random>
#include <vector>
#include "known.h"
namespace phys
{
double heat = 0;
static long calls = 0;
namespace detail
{
struct tally {
    static inline int all = 0;
    double last = 0;
    unsigned low : 3, high : 5;
};
} // namespace detail
} // namespace phys
struct model {
    std::complex<double> turn{ 1, 0 };
    std::array<double, 3> few{};
    std::array<double, 40> many{};
    std::mt19937 chance{ 7 };
    phys::detail::tally tally{};
};
static void go_on(std::vector<double> &cells, int &step, double (&sums)[4],
                  model &of)
{
    const auto &same = cells;
    auto &tally = of.tally;

#ifdef LINES
#include "lines.inc"
#endif
    while (step < 24) {
        mito_sync();
        double sum = 0;

        for (double &cell : cells)
            sum += cell = 0.5 * cell + step;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
        phys::heat += sum / same.size() * 0 + sum;
        phys::calls++;
        phys::detail::tally::all += 2;
        of.turn *= std::complex<double>(0, 1);
        of.few[step % 3] += sum;
        of.many[step % 40] = sum;
        of.chance();
        tally.last = sum;
        tally.high++;
        sums[step % 4] += sum;
        ++step;
    }
}
int main(int argc, char *argv[])
{
    int rank, size, step = 0;
    double sums[4] = {};
    model of;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    of.tally.low = static_cast<unsigned>(rank);
    std::vector<double> cells(static_cast<std::size_t>(96 / size), 1.0);
    go_on(cells, step, sums, of);
    if (rank == 0)
        std::printf("%.12g %ld %d %g %g %g %.12g %g %g\n", phys::heat,
                    phys::calls, phys::detail::tally::all, of.turn.real(),
                    of.turn.imag(), of.few[1], of.many[7], of.tally.last,
                    sums[2]);
    return MPI_Finalize();
}
PROGRAM
check 'C++: a program that has names for things is compiled' \
    compiled named.cc -std=c++17
suggest named -n 2 ./named
for line in '"step", step);' '"sums", sums);' '"cells", cells);' \
    '"heat", phys::heat);' '"calls", phys::calls);' \
    '"all", phys::detail::tally::all);' '"turn", of.turn);' \
    '"few", of.few);' '"many", of.many);' '"last", of.tally.last);'; do
    check "C++: $line" proposes "mito::add($line"
done
check 'C++: a bit-field is named' names \
    'of.tally.high (unsigned int, a bit-field, which has no address)'
check 'C++: what another type of the library holds is named' names \
    'of.chance (mt19937, a type of the C++ library'
check 'C++: and its members are not proposed' sh -c '! grep _M_ named.out'
lines
check 'C++: its lines compile as they are' compiled named.cc -std=c++17 -DLINES
check 'C++: and mitosis prove has nothing against them' proved ./named

# As other compilers tell where things are.
for how in "${CXX:-g++} -gdwarf-4" "clang++ -g"; do
    command -v "${how%% *}" >/dev/null || continue
    elsewhere() {
        # shellcheck disable=SC2086,SC2046 # words are wanted
        $how -O0 -std=c++17 -I. -o elsewhere named.cc \
            $("${MPICC:-mpicc}" -show | cut -d ' ' -f 2-)
    }
    check "$how: it is compiled" elsewhere
    suggest elsewhere -n 2 ./elsewhere
    check "$how: what is in a namespace is there" proposes \
        'mito::add("heat", phys::heat);'
    check "$how: a bit-field is" names 'of.tally.high (unsigned int, a bit-field'
    check "$how: and its own bits alone" \
        sh -c '! grep "tally.*each rank has its own" elsewhere.out'
done

# What only members may name, and what a lambda holds.
cat >kept.cc <<'PROGRAM'
#include <cstdio>
#include <mpi.h>
#include <vector>
#include "known.h"
class base
{
  protected:
    double time_ = 0;
};
class grid : public base
{
    int rows_;
    std::vector<double> cells_;
    static double all_;

  public:
    static long total;
    long steps = 0;
    explicit grid(int rows) : rows_(rows), cells_(rows + 2, 1.0)
    {
    }
    double relax()
    {
        double sum = 0;

        for (int i = 1; i <= rows_; i++)
            sum += cells_[i] += 1;
        time_ += 0.5;
        total++;
        steps++;
        all_ += 1;
        return sum;
    }
    void run()
    {
#if defined LINES && defined INSIDE
#include "lines.inc"
#endif
        while (steps < 24) { // inside
            mito_sync();
            double sum = relax();

            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                          MPI_COMM_WORLD);
        }
    }
};
long grid::total = 0;
double grid::all_ = 0;
int main(int argc, char *argv[])
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    grid g(96 / size);
    double last = 0;
    int kept = 0;
    auto body = [&last, &g, kept]() mutable {
        double sum = g.relax();

        kept++;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
        last = sum;
    };
#ifdef INSIDE
    g.run();
#endif
#if defined LINES && !defined INSIDE
#include "lines.inc"
#endif
    for (; g.steps < 24;) {
        mito_sync();
        body();
    }
    return MPI_Finalize();
}
PROGRAM
check 'C++: a program that keeps things to itself is compiled' compiled kept.cc
suggest kept -n 2 ./kept
check 'C++: what is protected in what a class inherits is a comment' proposes \
    '// mito::add("time", g.time_);'
check 'C++: which says why' tells 'g.time_ is protected: '
check 'C++: so is a private vector' proposes \
    '// mito::add("cells", g.cells_, mito::layout().halo(1));'
check 'C++: and a static member' proposes '// mito::add("all", grid::all_);'
check 'C++: a public one has the name of its class' proposes \
    'mito::add("total", grid::total);'
check 'C++: what a lambda changes of its own is named' names 'body (lambda, '
lines
check 'C++: the lines compile' compiled kept.cc -DLINES
check 'C++: with its loop in a member it is compiled' compiled kept.cc -DINSIDE
suggest inside -n 2 ./kept
for line in '"time", this->time_);' '"all", grid::all_);' \
    '"cells", this->cells_, mito::layout().halo(1));'; do
    check "C++: a member may: $line" proposes "mito::add($line"
done
lines
check 'C++: those lines compile, too' compiled kept.cc -DLINES -DINSIDE

# C.
cat >other.c <<'PROGRAM'
static int calls;
static double table[100];
int shared, used;
void other(void)
{
    table[++calls % 100] += 1;
    shared++;
    used++;
}
PROGRAM
cat >plain.c <<'PROGRAM'
#include <complex.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "known.h"
#define WIDE 24
union either {
    double real;
    long whole;
};
struct state {
    struct {
        double deep;
    };
    union either of;
    union {
        int number;
        float real;
    };
    unsigned low : 3, high : 7;
    double complex turn;
    long double precise;
};
void other(void);
extern int used;
static struct state state;
static double (*rows)[WIDE];
static void *raw;
static int mine;
static void count(void)
{
    static long calls;

    calls++;
    other();
}
static void solve(int *step, double *sums)
{
#ifdef LINES
#include "lines.inc"
#endif
    while (used < 24) {
        mito_sync();
        double sum = 0;

        for (int i = 1; i <= mine; i++)
            for (int k = 0; k < WIDE; k++)
                sum += rows[i][k] += i;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
        sums[*step % 4] += sum;
        ((char *)raw)[3]++;
        state.deep += sum;
        state.of.real += 1;
        state.real += 1;
        state.high++;
        state.turn += I;
        state.precise *= 2;
        ++*step;
        count();
    }
}
int main(int argc, char *argv[])
{
    double sums[4] = { 0 };
    int rank, size, step = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = 48 / size;
    rows = calloc((size_t)mine + 2, sizeof(*rows));
    raw = calloc(8, 1);
    state.precise = 1;
    state.turn = I;
    solve(&step, sums);
    if (rank == 0)
        printf("%g %g %g %Lg\n", state.deep, creal(state.turn),
               cimag(state.turn), state.precise);
    return MPI_Finalize();
}
PROGRAM
check 'C: a program is compiled' compiled plain.c other.c
suggest plain -n 2 ./plain
check 'C: a pointer to rows leads to their elements' proposes \
    'mito_register("rows", &rows, &mine, MPI_DOUBLE, &(mito_layout){ .row = 24, .halo = 1 });'
check 'C: a complex number of which the one half changes' proposes \
    'mito_register("turn", &state.turn, NULL, MPI_C_DOUBLE_COMPLEX, NULL);'
check 'C: a long double that is doubled' proposes \
    'mito_register("precise", &state.precise, NULL, MPI_LONG_DOUBLE, NULL);'
check 'C: a member of a struct without a name' proposes \
    'mito_register("deep", &state.deep, NULL, MPI_DOUBLE, NULL);'
check 'C: a number of another file that this one declares' proposes \
    'mito_register("used", &used, NULL, MPI_INT, NULL);'
check 'C: one that it does not is a comment' proposes \
    '// mito_register("shared", &shared, NULL, MPI_INT, NULL);'
for name in 'state.of (either, a union' 'state.union (union, a union' \
    'state.high (unsigned int, a bit-field' 'raw (void, a pointer' \
    '*step (int, a number' '*sums (double, a number' \
    'calls in count() (long int, static there)' \
    'calls in other.c (int, static there)' \
    'table in other.c (double, static there)'; do
    check "C: named is $name" names "$name"
done
lines
check 'C: its lines compile as they are' compiled plain.c -DLINES other.c
check 'C: and mitosis prove has nothing against them' proved ./plain
tap_done
