#!/bin/sh
# t0263-suggest-counts.t - of several numbers that divide an array's size mitosis
# suggest takes the one that the array's shape or other arrays speak for
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/suggest.sh"

proposes() { show; grep -qxF -e "    +   $1" "$job.out"; }

# Of 4800 elements 32 is a divisor, too.
cat >grid.c <<'PROGRAM'
#include <mpi.h>
#include <stdlib.h>
#ifdef COLUMNS
enum { nx = COLUMNS };
#else
static int nx = 80;
#endif
int main(int argc, char *argv[])
{
    int size, tiles, ny;
    double *u, sum = 0;
    char *mask;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    tiles = 64 / size;
    ny = 120 / size;
    u = calloc((size_t)(ny + 2 * HALO) * nx, sizeof(*u));
    mask = calloc((size_t)ny * nx, 1);
    for (int step = 0; step < 30; step++) {
        for (int i = 0; i < ny * nx; i++) {
            u[HALO * nx + i] += step;
            mask[i] = (char)(i + step);
        }
        sum = u[0] + tiles;
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
PROGRAM
grid() { "${MPICC:-mpicc}" -g -O0 -o "$1" "$2" ${3+"$3"} grid.c; }
check 'a grid whose rows are as long as a number says is compiled' \
    grid sided -DHALO=0
suggest sided -n 2 ./sided
for array in u 'mask'; do
    type=MPI_DOUBLE
    test $array = u || type=MPI_SIGNED_CHAR
    check "$array: its rows are what the program has a number for" proposes \
        "// mito_register(\"$array\", &$array, &ny, $type, &(mito_layout){ .row = nx });"
done
check 'one whose rows are so long by no number is compiled' \
    grid voted -DHALO=1 -DCOLUMNS=80
suggest voted -n 2 ./voted
check 'a number that goes with another array is preferred' proposes \
    'mito_register("mask", &mask, &ny, MPI_SIGNED_CHAR, &(mito_layout){ .row = 80 });'
check 'one where nothing tells two numbers apart is compiled' \
    grid unknown -DHALO=0 -DCOLUMNS=80
suggest unknown -n 2 ./unknown
check 'it is told that they are not' tells \
    'ny fits as well, with rows of 80 in place of 150: see which of them counts its rows, tiles or ny'
check 'and the line is a comment' proposes \
    '// mito_register("mask", &mask, &tiles, MPI_SIGNED_CHAR, &(mito_layout){ .row = 150 });'

if ! test -x "$examples/plain/heat_f"; then
    tap_done
    exit 0
fi

# Here 60 is a divisor of all sizes, and another number of the program's.
cat >shape.F90 <<'PROGRAM'
module fields
    implicit none
    type state
        real(8), allocatable :: e(:, :)
    end type
    real(8), allocatable :: rho(:, :), flux(:, :, :), flat(:), turned(:, :)
    real(8), pointer :: wave(:, :)
    type(state) :: s
end module
program shape
    use mpi
    use fields
#ifdef LINES
    use mitosis
#endif
    implicit none
    integer :: rank, size, ierr, step, n, ny, i
    real(8), allocatable :: own(:, :)

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    n = 120 / size
    ny = 48 / size
    allocate (rho(30, ny), flux(3, 10, ny), flat(30 * ny), wave(30, ny), &
              s%e(30, 0:ny + 1), turned(ny, 30), own(30, ny))
    rho = 1
    flux = 1
    flat = 1
    wave = 1
    s%e = 1
    turned = 1
    own = 1
    step = 0
#ifdef LINES
#include "lines.inc"
#endif
    do while (step < 30)
#ifdef LINES
        call mito_sync()
#endif
        do i = 1, ny
            rho(:, i) = rho(:, i) + step
            flux(:, :, i) = 0.5d0 * flux(:, :, i) + rho(1, i)
            wave(:, i) = wave(:, i) + flux(1, 1, i)
            s%e(:, i) = s%e(:, i) + wave(2, i)
            own(:, i) = own(:, i) + s%e(3, i)
#ifndef LINES
            turned(i, :) = turned(i, :) + step
#endif
        end do
#ifndef LINES
        flat = flat + step
#endif
        call MPI_Barrier(MPI_COMM_WORLD, ierr)
        step = step + 1
    end do
    if (rank == 0) print '(es23.15)', own(4, 1)
    call MPI_Finalize(ierr)
end program
PROGRAM
shape() {
    "${MPIFC:-mpifort.mpich}" -g -O0 -cpp -I"$top_builddir/include" -o "$@" \
        shape.F90 "$top_builddir/include/libmitosis_f.a"
}
check 'Fortran: arrays of several shapes are compiled' shape shape
suggest shape -n 2 ./shape
for array in rho flux wave own; do
    check "Fortran: $array is divided by its last dimension" proposes \
        "call mito_register('$array', $array, ny)"
done
check 'Fortran: an array in a derived type, too, with its halo' proposes \
    "call mito_register('e', s%e, ny, mito_layout(halo=1))"
check 'Fortran: what is the last dimension is known' \
    sh -c '! grep "taken for the slowest" shape.out | grep -v turned'
check 'Fortran: rows of no dimension are a comment' tells \
    'a row has 30 elements and is none of its last dimension: declare it as flat(30, ...)'
check 'Fortran: so is what is divided by its first dimension' tells \
    'ny does not count its last dimension, which is the one that is spread: have it last, or register turned as a grid (spread=MITO_GRID)'
lines() {
    sed -n 's/^    +   \(call mito_register.*\)/\1/p' shape.out >lines.inc
    test "$(grep -c . lines.inc)" = 6 && shape made -DLINES
}
check 'Fortran: the other lines compile as they are' lines
check 'Fortran: and mitosis prove has nothing against them' proved ./made

# Of a box of which one side changes with these numbers of ranks.
cat >blocks.F90 <<'PROGRAM'
program blocks
    use mpi
    implicit none
    integer :: size, ierr, step, nx, ny, nxall, nyall, px, py
    real(8), allocatable :: a(:, :), b(:, :)

    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    nxall = 60
    nyall = 96
    py = min(2, size)
    px = size / py
    nx = nxall / px
    ny = nyall / py
    allocate (a(nx, ny), b(0:nx + 1, 0:ny + 1))
    a = 1
    b = 1
    step = 0
    do while (step < 30)
        a = a + step
        b = b + a(1, 1)
        call MPI_Barrier(MPI_COMM_WORLD, ierr)
        step = step + 1
    end do
    call MPI_Finalize(ierr)
end program
PROGRAM
blocks() { "${MPIFC:-mpifort.mpich}" -g -O0 -o blocks blocks.F90; }
check 'Fortran: boxes are compiled' blocks
suggest blocks -n 2 ./blocks
check 'Fortran: of a box the sides are in the order of the dimensions' tells \
    "register('a', a, halo=0, layout=mito_layout(spread=MITO_GRID, shape=[SHAPE_1, SHAPE_0], origin=[ORIGIN_1, ORIGIN_0], extent=[nx, ny]))"
check 'Fortran: with a halo, too' tells \
    "register('b', b, halo=1, layout=mito_layout(spread=MITO_GRID, shape=[SHAPE_1, SHAPE_0], origin=[ORIGIN_1, ORIGIN_0], extent=[nx, ny]))"
tap_done
