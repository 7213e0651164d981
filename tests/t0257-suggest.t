#!/bin/sh
# t0257-suggest.t - mitosis suggest proposes what the malleable examples
# register, from the plain ones
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/suggest.sh"
plain=$top_builddir/examples/plain

ends() { show; grep -qx "exit status $1" "$job.status"; }
is_clean() { ! find "$MITOSIS_PAGES" "$TMPDIR" -mindepth 1 | grep .; }
line_of() { grep -n -m 1 -F -e "$1" "$2" | cut -d : -f 1; }
compiled() { "${MPICC:-mpicc}" -g -O0 -o "$1" "$1.c"; }

suggest heat -n 2 "$plain/heat" 20 14 12
check 'heat: there is a proposal' ends 0
check 'which says that it is one' tells 'This is a proposal'
check 'the number of the step' tells \
    'mito_register("step", &step, NULL, MPI_INT, NULL);'
check 'the plate, with its rows and halo' tells \
    'mito_register("cells", &plate.cells, &plate.rows, MPI_DOUBLE, &(mito_layout){ .row = plate.columns + 2, .halo = 1 });'
check 'where it is allocated' tells 'plate.cells, allocated in allocate (heat.c:'
check 'the line of the loop' tells \
    "before the loop in line $(line_of 'for (step = 0; step' "$plain/heat.c"):"
check 'what is declared in the loop is none of it' sh -c '! grep change heat.out'
check 'the command to run next' tells "mitosis prove -n 2 $plain/heat 20 14 12"

# What it proposes for heat, put into it, makes it malleable.
built() {
    loop=$(line_of 'for (step = 0; step' "$plain/heat.c")
    include=$(line_of '#include <mpi.h>' "$plain/heat.c")
    sed -n 's/^    +   \(mito_register.*\)/\1/p' heat.out >lines
    { sed -n "1,${include}p" "$plain/heat.c"
      echo '#include <mitosis.h>'
      sed -n "$((include + 1)),$((loop - 1))p" "$plain/heat.c"
      cat lines
      sed -n "${loop}p" "$plain/heat.c"
      echo 'mito_sync();'
      sed -n "$((loop + 1)),\$p" "$plain/heat.c"; } >made.c
    "${MPICC:-mpicc}" -I"$top_srcdir/include" -o made made.c -lm
}
check 'its lines compile as they are' built
check 'and mitosis prove has nothing against them' proved ./made 20 10 12

suggest json --json -n 2 "$plain/nbody" 30 8
is_json() {
    show
    jq -e '.proposal and .ranks == 2 and .other_ranks == 4
        and (.loops | length) == 1 and .loops[0].function == "main"
        and ([.loops[0].register[] | select(.layout != "unknown") | .variable]
             | contains(["step", "block.stars", "block.pulls"]))' json.out
}
check 'nbody: other programs read it as JSON' is_json
check 'structs are registered by their bytes' tells \
    '&block.stars, &block.count, MPI_BYTE, &(mito_layout){ .row = sizeof(*block.stars) }'

suggest jacobi -n 2 "$plain/jacobi" 24 20 10
check 'jacobi: a box of a grid' tells \
    '.extent = { box.extent[0], box.extent[1] }, .halo = 1'
check 'what is not written is told' tells 'box.load (double)'

suggest wave --sizes 1 -n 2 "$plain/wave" 20 10 12
check 'wave: vectors, whose row and halo follow from their sizes' tells \
    'mito::add("now", m.now_, mito::layout().row(m.columns_ + 2).halo(1));'
# What C++ keeps its data in.
cat >members.cc <<'PROGRAM'
#include <cstdio>
#include <memory>
#include <mpi.h>
#include <vector>
struct particle {
    double x, v;
};
class app
{
  public:
    explicit app(int size)
        : particles_(1200 / size, particle{ 1, 0.5 }),
          table_(new double[64]()), lists_(8, std::vector<double>(10)),
          mine_(960 / size), cells_(new double[mine_ + 2]())
    {
    }
    void run(int steps)
    {
        int step = 0;

        while (step < steps) { // the main one
            double sum = 0;

            for (particle &p : particles_)
                sum += p.x += p.v;
            for (std::vector<double> &list : lists_)
                list[0] += step;
            for (int i = 1; i <= mine_; i++)
                cells_[i] += step;
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                          MPI_COMM_WORLD);
            table_[++step] += sum;
        }
    }
    double sum() const
    {
        double sum = 0;

        for (int i = 0; i < 64; i++)
            sum += table_[i];
        return sum;
    }

  private:
    std::vector<particle> particles_;
    std::unique_ptr<double[]> table_;
    std::vector<std::vector<double>> lists_;
    int mine_;
    double *cells_;
};
int main(int argc, char *argv[])
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    app a(size);
    a.run(30);
    if (rank == 0)
        std::printf("%.17g\n", a.sum());
    return MPI_Finalize();
}
PROGRAM
cxx() {
    # shellcheck disable=SC2046 # words are wanted
    "${CXX:-g++}" -g -O0 -I"$top_srcdir/include" -o "$1" "$1.cc" \
        $("${MPICC:-mpicc}" -show | cut -d ' ' -f 2-)
}
check 'C++: a program is compiled' cxx members
suggest members -n 2 ./members
check 'C++: a vector that is divided says itself how many rows it has' tells \
    '+   mito::add("particles", this->particles_);'
check 'C++: what a smart pointer leads to is registered by its own name' tells \
    'mito::add("table", mito::view(this->table_.get(), 1, 64), mito::layout().spread(MITO_REPLICATED));'
check 'C++: of memory that a pointer leads to the room is to be filled in' tells \
    'mito::add("cells", mito::view(this->cells_, CAPACITY), this->mine_, mito::layout().halo(1));'
check 'C++: which it says' tells 'fill in CAPACITY, for how many elements'
check 'C++: what vectors in a vector hold is not seen, which is told' tells \
    'this->lists_ (vector<double'
check 'C++: so it is not said not to be written' \
    sh -c '! grep "^Not written.*lists_" members.out'
# Nothing of what is printed comes from those cells.
changed() {
    loop=$(line_of 'the main one' members.cc)
    { echo '#include <mitosis.hpp>'
      sed -n "1,$((loop - 1))p" members.cc
      sed -n '/CAPACITY/d; s/^    +   \(mito::add.*\)/\1/p' members.out
      sed -n "${loop}p" members.cc
      echo 'mito::sync();'
      sed -n "$((loop + 1)),\$p" members.cc; } >made.cc
    cxx made
}
check 'C++: its other lines compile as they are' changed
proved_members() {
    "$top_builddir/mitosis" prove --trials 2 --seed 1 -n 2 ./made
}
check 'C++: and mitosis prove has nothing against them' proved_members

if test -x "$plain/heat_f"; then
    suggest heat_f --sizes 1 -n 2 "$plain/heat_f" 20 10 12
    check 'Fortran: an allocatable array' tells \
        "call mito_register('cells', cells, rows, mito_layout(halo=1))"
    check 'and the number of the step' tells \
        "call mito_register('step', step)"
fi

# With -O2 no variable of cg's main loop is kept where it is stopped.
cg() { "${MPICC:-mpicc}" -g -O0 -o cg0 "$plain/cg.c" -lm; }
check 'cg is compiled with all its variables' cg
suggest cg --sizes 1 -n 2 ./cg0 16 10
check 'cg: the loop around other loops is the main one' tells \
    "before the loop in line $(line_of 'for (iteration = 0' "$plain/cg.c"):"
check 'a vector' tells 'mito_register("x", &v.x, &a.rows, MPI_DOUBLE, NULL);'
check 'a number' tells 'mito_register("energy", &energy, NULL, MPI_DOUBLE'
check 'the matrix is not written' tells 'a.values (double)'

suggest farm --sizes same -n 3 "$plain/farm" 60 30
check 'farm: masters and workers have a loop each' tells 'in work(), farm.c'
check 'farm: both are told' tells 'in lead(), farm.c'
check 'farm: and that the ranks disagree' tells \
    'The ranks disagree: they have 2 main loops'
check 'without another number of ranks that is said' tells \
    'How sizes go with the number of ranks is not known'

suggest farm_json --json --sizes same -n 3 "$plain/farm" 60 30
disagree() {
    show
    jq -e '.loops_remark | startswith("The ranks disagree: they have 2 main loops")' \
        farm_json.out
}
check 'farm: that the ranks disagree is in JSON as well' disagree

# A rank of which nothing was seen, before two that have a loop each.
cat >team.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
static MPI_Comm team;
static void lead(double *table, int count)
{
    double all;
    for (int step = 0; step < 20; step++) {
        for (int i = 0; i < count; i++)
            table[i] += step;
        MPI_Allreduce(table, &all, 1, MPI_DOUBLE, MPI_SUM, team);
    }
}
static void work(double *cells, int rows)
{
    double all;
    for (int step = 0; step < 20; step++) {
        for (int i = 0; i < rows; i++)
            cells[i] = 0.5 * cells[i] + step;
        MPI_Allreduce(cells, &all, 1, MPI_DOUBLE, MPI_SUM, team);
    }
}
int main(int argc, char *argv[])
{
    int rank, size;
    double *numbers = calloc(240, sizeof(*numbers));
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &team);
    if (rank == 1)
        lead(numbers, 240);
    if (rank > 1)
        work(numbers, 240 / (size - 2));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
PROGRAM
check 'one with ranks of three kinds is compiled' \
    "${MPICC:-mpicc}" -g -O0 -o team team.c
suggest team --sizes 4 -n 3 ./team
check 'it is told which rank has no loop' tells \
    'note: rank 0 was not seen to come to a main loop often enough'
check 'with the other number of ranks, too, and that the others have theirs' \
    tells 'note: with 4 ranks, rank 0 was not seen to come to a main loop often enough'
check 'so that it is known how much they have of it' tells \
    '// 240; 240 elements, whatever the number of ranks'

# With two ranks a loop over the other ones goes round once, and calls in it
# come as often as those of the loop around it.
cat >others.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
static int rank, size;
int main(int argc, char *argv[])
{
    int rows = 120, direct = argc > 1;
    double *cells, sum = 0;
    MPI_Request request[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(rows /= size, sizeof(*cells));
    for (int step = 0; step < 30; step++) { /* the main one */
        int count = 0;

        for (int other = 0; other < size; other++)
            if (other != rank)
                MPI_Isend(&cells[0], 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD,
                          &request[count++]);
        for (int other = 0; other < size; other++)
            if (other != rank)
                MPI_Recv(&sum, 1, MPI_DOUBLE, other, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
        for (int i = 0; i < count; i++)
            MPI_Wait(&request[i], MPI_STATUS_IGNORE);
        if (direct)
            MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < rows; i++)
            cells[i] += sum + 1;
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program with loops over ranks is compiled' compiled others
main_loop="before the loop in line $(line_of 'the main one' others.c):"
suggest others_2 -n 2 ./others direct
check 'a loop over the other ranks is not the main one' tells "$main_loop"
check 'and rows are found' tells \
    'mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'
suggest others_3 --sizes same -n 3 ./others direct
check 'with three ranks it is the same one' tells "$main_loop"
suggest others_in -n 2 ./others
check 'and where all calls are in loops over ranks' tells "$main_loop"

# Nor is it where it has all calls: the loop around it goes through it once in
# each iteration, for all ranks or all others.
cat >rounds.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char *argv[])
{
    int rank, size, rows = 120, all = argc > 1;
    double *cells, time = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(rows /= size, sizeof(*cells));
    for (int step = 0; step < 30; step++) { /* the main one */
        double sum = 0;

        for (int i = 0; i < rows; i++)
            sum += cells[i] += time;
        for (int other = 0; other < size; other++) {
            double its = sum;

            if (all)
                MPI_Bcast(&its, 1, MPI_DOUBLE, other, MPI_COMM_WORLD);
            else if (other != rank)
                MPI_Sendrecv(&sum, 1, MPI_DOUBLE, other, 0, &its, 1,
                             MPI_DOUBLE, other, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
            time += its + 1;
        }
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that calls in a loop over ranks alone is compiled' compiled rounds
main_loop="before the loop in line $(line_of 'the main one' rounds.c):"
for ranks in 2 3; do
    suggest "all_$ranks" -n "$ranks" ./rounds all
    check "$ranks ranks: the loop around that over all is the main one" \
        tells "$main_loop"
    check "$ranks ranks: and its rows are registered" tells \
        '+   mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'
    check "$ranks ranks: but not what counts the ranks" \
        sh -c "! grep '\"other\"' all_$ranks.out"
    suggest "others_$ranks" -n "$ranks" ./rounds
    check "$ranks ranks: so is that around a loop over the others" \
        tells "$main_loop"
done

# Nor is one that goes round a few times, as its head says; and what is assigned
# in other iterations than those that are watched is named.
cat >short.c <<'PROGRAM'
#include <mpi.h>
int main(int argc, char *argv[])
{
    double sum = 0, its = 0, peak = 0, last = 0, half, limit = 9;
    int axes = 2, k;

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 40; step++) { /* the main one */
        half = limit / 2;
        for (int axis = 0; axis < axes; axis++)
            for (int side = -1; side <= 1; side += 2) {
                MPI_Sendrecv(&sum, 1, MPI_DOUBLE, 0, 1, &its, 1, MPI_DOUBLE, 0,
                             1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
                sum += its + 1;
            }
        for (k = 0; k < 3; k++)
            sum += half;
        if (step > limit * 3 && sum >= peak)
            peak = sum;
        if (step == 38) {
            last += sum;
        }
    }
    return MPI_Finalize() + (peak < last);
}
PROGRAM
check 'a program with loops over axes and sides is compiled' compiled short
suggest short -n 2 ./short
check 'the loop around loops of a few rounds is the main one' tells \
    "before the loop in line $(line_of 'the main one' short.c):"
check 'what two of them leave alone is named if the loop assigns it' tells \
    'register what one leaves for another: peak (double), last (double)'
suggest short_json --json --sizes same -n 1 ./short
is_listed() {
    show
    jq -e '.loops[0].seldom == ["peak (double)", "last (double)"]' short_json.out
}
check 'and is a list of its own in JSON' is_listed

# Ranks that call elsewhere in it share the loop, and where some are seen to go
# round one within it, it is that of all.
cat >shared.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
static void swap(double *sum)
{
    MPI_Sendrecv_replace(sum, 1, MPI_DOUBLE, 0, 1, 0, 1, MPI_COMM_SELF,
                         MPI_STATUS_IGNORE);
}
int main(int argc, char *argv[])
{
    int rank, size, inner = argc > 1, rows = 120;
    double *cells, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(rows /= size, sizeof(*cells));
    for (int step = 0; step < 40; step++) { /* the main one */
        int turns = 3;

        if (rank == 0)
            swap(&sum);
        else if (!inner)
            swap(&sum);
        while (rank > 0 && inner && turns-- > 0)
            swap(&sum);
        for (int i = 0; i < rows; i++)
            cells[i] += step;
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program whose ranks call in several lines is compiled' compiled shared
main_loop="before the loop in line $(line_of 'the main one' shared.c):"
is_one() { show; test "$(grep -c '^The main loop of rank' "$job.out")" = 1; }
for where in beside inner; do
    if test "$where" = inner; then
        suggest "shared_$where" -n 2 ./shared inner
    else
        suggest "shared_$where" -n 2 ./shared
    fi
    check "$where: one loop is told for all ranks" is_one
    check "$where: it is the main one" tells "$main_loop"
    check "$where: the number of the step is not each rank's own" tells \
        '+   mito_register("step", &step, NULL, MPI_INT, NULL);'
    check "$where: all ranks' sizes are known" tells \
        '+   mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'
done

# What the loop's head goes by is registered, whatever its value.
cat >counts.c <<'PROGRAM'
#include <mpi.h>
int main(int argc, char *argv[])
{
    int size, step, other;
    double sum = 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = size;
    for (step = -size; step < 30 && sum > 0; step++, other++) {
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_MAX,
                      MPI_COMM_WORLD);
        sum -= 0.1;
    }
    return MPI_Finalize() + (other < 0);
}
PROGRAM
check 'a program that counts from another number in each size is compiled' compiled counts
suggest counts -n 2 ./counts
has_no_word() { show; ! grep -B1 "\"$1\"" counts.out | grep '//'; }
check 'its counter is registered' tells '+   mito_register("step", &step'
check 'with no word of leaving it out' has_no_word step
check 'so is what its head tests' has_no_word sum

# A loop is told by calls, and some come in a few of its rounds only.
cat >seldom.c <<'PROGRAM'
#include <mpi.h>
int main(int argc, char *argv[])
{
    double sum = 0, all = 0;

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 40; step++) {
        MPI_Sendrecv_replace(&sum, 1, MPI_DOUBLE, 0, 1, 0, 1, MPI_COMM_SELF,
                             MPI_STATUS_IGNORE);
        sum += step;
        if (step % 10 == 9) {
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
            MPI_Bcast(&all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that adds up now and then is compiled' compiled seldom
suggest seldom --sizes same -n 2 ./seldom
check 'each round is one, not only those that add up' tells \
    'mito_register("sum", &sum, NULL, MPI_DOUBLE, NULL);'

# Of 2 x 1 blocks and 2 x 2 ones only a side has changed, which rows would do
# as well; and what is no side may have the value of one.
cat >sides.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
static int steps;
static int nx, ny;
int main(int argc, char *argv[])
{
    int dims[2] = { 0, 0 }, size;
    double *block, *edge, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    nx = 60 / dims[0];
    ny = 44 / dims[1];
    steps = atoi(argv[1]);
    block = calloc((nx + 2) * (ny + 2), sizeof(*block));
    edge = calloc(ny, sizeof(*edge));
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < ny; i++)
            edge[i] += step;
        for (int i = 0; i < (nx + 2) * (ny + 2); i++)
            block[i] += step;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program with blocks of two sides is compiled' compiled sides
suggest sides_4 -n 2 ./sides 30
check 'what looks like rows may be a box, which is said' tells \
    'only ny goes with these numbers of ranks, so it is taken for the slowest dimension, which is not known; if it is a box'
check 'so its line is a comment' tells '+   // mito_register("block", &block, &ny'
check 'and that of what goes with the same side' tells \
    '+   // mito_register("edge", &edge, &ny, MPI_DOUBLE, NULL);'
check 'which says why' tells 'by another array ny may be a side of a box'
check 'a side goes with the one declared beside it' tells \
    '&block, &ny, MPI_DOUBLE, &(mito_layout){ .row = nx + 2, .halo = 1 }'
suggest sides_8 -n 2 --sizes 8 ./sides 30
check 'with the number of ranks that it names it is a box' tells \
    '.extent = { nx, ny }, .halo = 1'
check 'whose order is not known, as is said' tells \
    'the order of its sides is a guess'
check 'nor is the number of ranks advised that was tried' \
    sh -c '! grep -e "--sizes" sides_8.out'
check 'of heat nothing of the kind is said' \
    sh -c '! grep "if it is a box" heat.out'
suggest heat_half --sizes 4 -n 2 "$plain/heat" 20 10 12
check 'where it is twice as long as wide, it is' tells 'if it is a box'
apart() {
    sed -i 's/^static int nx, ny;/static int nx;\nstatic int ny;/' sides.c
    compiled sides
}
check 'it is compiled with a declaration each' apart
suggest sides_apart -n 2 ./sides 30
check 'where two numbers may be meant that is said' tells 'has the value of'

# The side that other ranks beside it have other parts of is the faster one: the
# numbers of the whole grid tell, or how far it is from one row to the next.
whole() {
    sed -e 's/^static int steps;/static int steps, wide = 60, tall = 44;/' \
        -e 's/60 \/ dims/wide \/ dims/' -e 's/44 \/ dims/tall \/ dims/' \
        sides.c >whole.c
    sed 's/^static int steps;/static int steps, stride;/
        s/^    steps = /    stride = ny + 2;\n&/' sides.c >stride.c
    compiled whole
    compiled stride
}
check 'programs are compiled that say more' whole
order_is_known() { ! grep 'a guess' sides_stride.out; }
for says in whole stride; do
    suggest "sides_$says" -n 2 "./$says" 40
    check "$says: blocks of which one side has changed are a box" tells \
        '+   mito_register("block", &block, NULL, MPI_DOUBLE, &(mito_layout){ .spread = MITO_GRID,'
    check "$says: whose slowest side is the first" tells \
        '.extent = { nx, ny }, .halo = 1'
done
check 'where that follows from a number nothing else is said' order_is_known

# Of 2 x 2 blocks and 4 x 2 ones, too; and here all rows of four ranks are as
# many as the whole is long, as if it were divided into rows.
twice() {
    sed -i -e 's/^static int steps;/static int steps, wide = 60, tall = 120;/' \
        -e 's/60 \/ dims/wide \/ dims/' -e 's/44 \/ dims/tall \/ dims/' sides.c
    compiled sides
}
check 'one is compiled whose whole is twice as long as it is wide' twice
suggest sides_twice -n 4 ./sides 30
check 'with four ranks it is said as well that it may be a box' tells \
    'if it is a box, whose other sides change with other ones, it is registered as a grid: try --sizes 16'
suggest sides_json --json -n 4 ./sides 30
has_remark() {
    show
    jq -e 'any(.loops[0].register[]; .variable == "block"
        and (.remark | contains("if it is a box")))' sides_json.out
}
check 'and so it is in JSON' has_remark

# An element for each rank is no row: a change would write the number of ranks.
cat >gathered.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char *argv[])
{
    static double fixed[40];
    int rows = 120, rank, size;
    double *cells, *sums, *own = calloc(70, sizeof(*own)), sum = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(rows /= size, sizeof(*cells));
    sums = calloc(size, sizeof(*sums));
    for (int step = 0; step < 30; step++) {
        MPI_Allgather(&sum, 1, MPI_DOUBLE, sums, 1, MPI_DOUBLE,
                      MPI_COMM_WORLD);
        for (int i = 0; i < rows; i++)
            sum += cells[i] += sums[size - 1];
        for (int i = 0; i < 40; i++)
            own[i] = fixed[i] += rank + step;
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that gathers a number from each rank is compiled' compiled gathered
suggest gathered -n 2 ./gathered
check 'an array of the rows is registered' tells \
    '+   mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'
check 'one with an element for each rank is a comment' tells \
    '+   // mito_register("sums", &sums, &COUNT, MPI_DOUBLE, NULL);'
check 'which says why' tells \
    '2, 2; 4, 4, 4, 4 elements, 1 for each rank of the job: what each iteration'
check 'one that differs between ranks is not registered as what all share' tells \
    '+   // mito_register("own", &own, &COUNT, MPI_DOUBLE, NULL);'
check 'which says that it does' tells \
    '70, 70; 70, 70, 70, 70 elements, which are not the same in all ranks: what'
check 'and one that is declared with its size is named' tells \
    'fixed (double, of which each rank has its own)'

# What is declared in the loop is no count: it is not there before it.
cat >inner.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char *argv[])
{
    int size;
    double *cells, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(120 / size, sizeof(*cells));
    for (int step = 0; step < 30; step++) {
        int mine = 120 / size;

        for (int i = 0; i < mine; i++)
            cells[i] += step;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that counts its rows in the loop is compiled' compiled inner
suggest inner -n 2 ./inner
check 'no line has that count' sh -c '! grep mine inner.out'
check 'but one of which the count is to be filled in' tells '"cells", &cells, &COUNT'

# What it cannot propose it names.
cat >renew.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char *argv[])
{
    int count = 40 + argc;
    static double few[3];
    double sum = 0, drift[count], *fixed = calloc(70, sizeof(*fixed));
    double *last = calloc(count, sizeof(*last)), *log = NULL;

    MPI_Init(&argc, &argv);
    for (int step = 0; step < 12; step++) {
        double *next = malloc(count * sizeof(*next));

        for (int i = 0; i < count; i++)
            next[i] = drift[i] = last[i] + step;
        free(last);
        last = next;
        log = realloc(log, (step + 1) * 50 * sizeof(*log));
        log[step] = fixed[step] = few[step % 3] = step;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
check 'a program that allocates in its loop is compiled' compiled renew
suggest renew --json --sizes same -n 1 ./renew
names() {
    show
    jq -e --arg name "$1 (double, $2" '.not_looked_at
        and any(.loops[0].unseen[]; startswith($name))' renew.out
}
check 'memory that is allocated anew is named' names last 'whose memory'
check 'and such that is grown' names log 'whose memory'
check 'and an array of variable length' names drift 'an array of variable'
says_once() {
    show
    jq -e '.loops[0].register | [.[] | select(.variable == "few").code]
        == ["mito_register(\"few\", few, NULL, MPI_DOUBLE, &(mito_layout){ .row = 3 });"]
        and any(.[]; .variable == "fixed"
            and (.remark | contains("70 is this run") and (contains("whatever") | not)))
        ' renew.out
}
check "an array of a few is one line; a number of this run is told" says_once

# A loop in a line, and no include of a system's file.
cat >line.c <<'PROGRAM'
#include "mpi.h"
int main(int argc, char *argv[])
{
    double sum = 0;

    MPI_Init(&argc, &argv);
    for (int k = 0; k < 12; k++) { MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); sum += k; }
    return MPI_Finalize();
}
PROGRAM
check 'a program with its loop in one line is compiled' compiled line
suggest line -n 1 ./line
check 'why the loop is not found is told' tells \
    'line.c: its loop begins and ends in one line, in which'
check 'the sync goes into that line, not behind it' tells \
    'first in the body of the loop, in line 7:'
check 'an include without another one goes to the top' tells 'line.c, at the top:'
check 'one rank is one' tells 'were watched, with 1 rank and with 2.'
says_malleable() { grep 'the program calls mito_sync() already' "$1.out"; }
suggest malleable --sizes same -n 1 "$examples/heat" 20 10 12
check 'that a program is malleable already is told' says_malleable malleable
check 'so neither its include nor its sync is proposed' \
    sh -c '! grep -e "+   #include" -e "+   mito_sync" malleable.out'
check 'and of no other one' sh -c '! grep "mito_sync() already" line.out heat.out'

# Where it calls mito_sync() its loop is known, whatever its calls of MPI tell.
cat >synced.c <<'PROGRAM'
#include <mitosis.h>
#include <stdlib.h>
#include <unistd.h>
static int advance(int *step)
{
    mito_sync();
    return ++*step < 12;
}
int main(int argc, char *argv[])
{
    int rows = 120, size, step = -2;
    double *cells;
    MPI_Comm comm[30];

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    cells = calloc(rows /= size, sizeof(*cells));
    advance(&step);
    while (advance(&step)) /* the main one */
        for (int i = 0; i < rows; i++)
            cells[i] += step;
    for (int i = 0; i < 30; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    for (int i = 0; i < 30; i++, usleep(1000))
        MPI_Comm_free(&comm[i]);
    return MPI_Finalize();
}
PROGRAM
synced() {
    "${MPICC:-mpicc}" -g -O0 -I"$top_srcdir/include" -o synced synced.c
}
check 'a program whose calls of MPI are behind its loop is compiled' synced
suggest synced -n 2 ./synced
check 'the loop around mito_sync() is the main one' tells \
    "before the loop in line $(line_of 'the main one' synced.c):"
check 'and what it writes is registered' tells \
    'mito_register("cells", &cells, &rows, MPI_DOUBLE, NULL);'

# cannot TEXT WORD...  - there is no proposal, and one message says why
cannot() {
    text=$1; shift
    suggest cannot "$@"
    check "$text: there is no proposal" ends 1
    check 'which is said' says_so
}
says_so() {
    show
    grep -qF -e "$text" cannot.err && test "$(wc -l <cannot.err)" = 1
}
cp "$plain/heat" bare && strip -g bare
cannot 'compile it with -g' --sizes same -n 1 ./bare 20 10 12
cannot 'no iterations were found' -n 1 "$plain/heat" 20 10 3
cannot 'goes round 5 times by its MPI_Irecv, and watching two iterations takes' \
    -n 2 "$plain/heat" 20 10 5
cannot 'no iterations were found' -n 2 "$programs/noloop"
cannot 'with one rank there may be none in its loop: try more' -n 1 ./rounds
cannot 'it did not use MPI' -n 1 "$(command -v true)"
cannot 'the program ends with status 2: three numbers, each at least 1' \
    -n 2 "$plain/heat" bad

mkdir full
if mount -t tmpfs -o size=64k none full 2>/dev/null; then
    trap 'umount "$scratch/full"; remove_left; rm -rf "$scratch"' EXIT
    cannot 'nothing can be proposed: rank 0: ' --folder "$scratch/full/folder" \
        -n 1 "$plain/heat" 20 10 12
    umount full && mount -t tmpfs -o size=1m none full
    cannot 'nothing can be proposed without rank ' \
        --folder "$scratch/full/folder" -n 6 "$plain/heat" 20 10 12
    umount full
    trap 'remove_left; rm -rf "$scratch"' EXIT
fi

# ends how - a loop, and an end that is none of a program that is well
cat >ending.c <<'PROGRAM'
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char *argv[])
{
    const char *how = argv[argc - 1];
    double sum = 0;
    sigset_t trap;

    MPI_Init(&argc, &argv);
    sigemptyset(&trap);
    sigaddset(&trap, SIGTRAP);
    if (strcmp(how, "blocks") == 0)
        sigprocmask(SIG_BLOCK, &trap, NULL);
    for (int step = 0; step < 12; step++)
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    if (strcmp(how, "killed") == 0)
        raise(SIGKILL);
    MPI_Finalize();
    fprintf(stderr, "first words\nlast words\n");
    return strcmp(how, "status") == 0 ? 5 : 0;
}
PROGRAM
check 'a program that ends badly is compiled' compiled ending
cannot 'mitosis: the program ends with status 5: last words' -n 1 ./ending status
cannot 'mitosis: the program is ended by signal 9 (Killed)' -n 1 ./ending killed
cannot "'mitosis suggest' stops a program by SIGTRAP" -n 1 ./ending blocks
cat >launcher <<'END'
#!/bin/sh
echo '[proxy:0:0@here] create_process (launch.c:24): Too many open files' >&2
echo '[mpiexec@here] main (mpiexec.c:325): error waiting for completion' >&2
exit 255
END
chmod +x launcher
cannot 'mitosis: the program ends with status 255: [proxy:0:0@here] create' \
    --mpiexec ./launcher -n 1 ./ending status
check 'nothing is left' is_clean
tap_done
