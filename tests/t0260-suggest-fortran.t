#!/bin/sh
# t0260-suggest-fortran.t - mitosis suggest sees what procedures of a module, and
# those within others, have at their loop
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/suggest.sh"
if ! test -x "$examples/plain/heat_f"; then
    echo '1..0 # SKIP there is no Fortran'
    exit 0
fi

compiled() {
    "${MPIFC:-mpifort.mpich}" -g -O0 -cpp -I"$top_builddir/include" -o "$@" \
        "$top_builddir/include/libmitosis_f.a"
}

# lines  - what may be taken as it is, which a program includes
lines() { sed -n 's/^    +   \(call mito_register.*\)/\1/p' "$job.out" >lines.inc; }

cat >state.f90 <<'PROGRAM'
module state
    implicit none
    real(8), allocatable :: cells(:)
    complex(8), pointer :: waves(:) => null()
    real(8) :: total = 0, least(3) = 0
    integer :: mine
    type list
        real(8), allocatable :: entries(:)
    end type
    type(list) :: lists(2)
end module
module aside
    implicit none
    integer :: bumps = 0
contains
    subroutine bump()
        bumps = bumps + 1
    end subroutine
end module
PROGRAM
cat >parts.f90 <<'PROGRAM'
module parts
    implicit none
    integer :: turns = 0, spins = 0, rolls = 0
contains
    subroutine turn()
        turns = turns + 1
        spins = spins + 2
        rolls = rolls + 3
    end subroutine
end module
module renamed
    implicit none
    integer :: sum = 0, ticks = 0
contains
    subroutine tick()
        sum = sum + 1
        ticks = ticks + 1
    end subroutine
end module
PROGRAM
cat >work.F90 <<'PROGRAM'
#include "state.f90"
module work
    use mpi
    use state
    use aside, only: bump
    use parts, only: turn, turns, rounds => spins
    use renamed, ticked => sum
#ifdef LINES
    use mitosis
#endif
    implicit none
contains
    subroutine solve(steps)
        integer, intent(in) :: steps
        real(8), allocatable :: rows(:, :)
        real(8) :: sum = 0, peak
#ifdef WITHIN
        allocate (rows(6, mine))
        rows = 1
        peak = 0
        call iterate()
        total = sum + peak
    contains
    subroutine iterate()
#endif
        integer :: k, i, ierr
        real(8) :: part, whole

        k = 0
        part = 0
        whole = 0
#ifdef LINES
#include "lines.inc"
#endif
        do while (k < steps)
#ifdef LINES
            call mito_sync()
#endif
            call bump()
            call turn()
            call tick()
            part = 0
            do i = 1, mine
                cells(i) = 0.5d0 * cells(i) + k
                waves(i) = waves(i) * (0d0, 1d0)
                part = part + cells(i)
#ifdef WITHIN
                rows(:, i) = rows(:, i) + i
#endif
            end do
            call MPI_Allreduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                               MPI_COMM_WORLD, ierr)
#ifdef WITHIN
            sum = sum + whole
            peak = peak + whole
#endif
            total = total + whole
            least(1 + mod(k, 3)) = whole
            k = k + 1
        end do
#ifdef WITHIN
    end subroutine
#endif
    end subroutine
end module
program main
    use work
    implicit none
    integer :: rank, size, ierr

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    mine = 120 / size
    allocate (cells(mine), waves(mine))
    cells = 1
    waves = (1d0, 0d0)
    call solve(24)
    if (rank == 0) print '(4es23.15)', total, least
    call MPI_Finalize(ierr)
end program
PROGRAM
check 'a program whose loop is in a module is compiled' \
    compiled work parts.f90 work.F90
suggest work -n 2 ./work
check 'the loop of a procedure of a module is found' tells \
    "in solve(), work.F90:$(grep -n 'do while' work.F90 | cut -d : -f 1)."
check 'its own variables are registered' tells \
    "    +   call mito_register('k', k)"
check 'those of the module, too' tells \
    "    +   call mito_register('total', total)"
check 'arrays with their rows' tells \
    "    +   call mito_register('cells', cells, mine)"
check 'a variable of a module that is used in part is a comment' tells \
    "    +   ! call mito_register('bumps', bumps)"
check 'unless it is named there' tells \
    "    +   call mito_register('turns', turns)"
check 'by the name that it has there' tells \
    "    +   call mito_register('rounds', rounds)"
check 'and what is not named is a comment' tells \
    "    +   ! call mito_register('rolls', rolls)"
check 'what is renamed of a module has that name' tells \
    "    +   call mito_register('ticked', ticked)"
check 'and the others of it have theirs' tells \
    "    +   call mito_register('ticks', ticks)"
check 'an array of what has its memory elsewhere is not told to be constant' \
    grep -q '^What could not be seen.* lists (list, which has pointers' "$job.out"
lines
check 'what it proposes compiles as it is' \
    compiled made -DLINES parts.f90 work.F90
check 'and mitosis prove has nothing against it' proved ./made

# An internal procedure uses the variables of the one that it is in.
check 'one with its loop in an internal procedure is compiled' \
    compiled within -DWITHIN parts.f90 work.F90
suggest within -n 2 ./within
check 'its loop is found' tells 'in iterate(), work.F90:'
check 'variables of the procedure around it are registered' tells \
    "    +   call mito_register('peak', peak)"
check 'saved ones, too' tells "    +   call mito_register('sum', sum)"
check 'and its arrays' tells "    +   call mito_register('rows', rows, mine)"
check 'and no number is told of that is not in a line' \
    sh -c '! grep "this run" within.out'
lines
check 'and all that compiles' \
    compiled made -DWITHIN -DLINES parts.f90 work.F90
check 'mitosis prove has nothing against it, either' proved ./made

# What a procedure is given has its bounds, and is its caller's.
cat >given.F90 <<'PROGRAM'
module all
    implicit none
    real(8), allocatable :: whole(:)
end module
module given
    use all
    use mpi
#ifdef LINES
    use mitosis
#endif
    implicit none
contains
    subroutine solve(cells, sheet, shaped, own, fixed, flat, n, m, k)
        integer :: n
        integer :: m, k
        real(8) :: cells(n), sheet(m, 0:n + 1), shaped(:, :), own(n), &
                   fixed(*), flat(n * m)
        real(8) :: part, sums, turn
        integer :: i, ierr

        sums = 0
        turn = 0
#ifdef LINES
#include "lines.inc"
#endif
        do while (k < 24)
#ifdef LINES
            call mito_sync()
#endif
            part = 0
            do i = 1, n
                cells(i) = 0.5d0 * cells(i) + fixed(1)
                sheet(:, i) = sheet(:, i) + cells(i)
                shaped(:, i) = shaped(:, i) + cells(i)
                own(i) = own(i) + cells(i)
                part = part + cells(i) + sum(sheet(:, i)) &
                       + sum(shaped(:, i)) + own(i)
#ifdef FLAT
                flat(m * i) = flat(m * i) + cells(i)
#endif
            end do
            call MPI_Allreduce(part, turn, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                               MPI_COMM_WORLD, ierr)
            sums = sums + turn
            k = k + 1
        end do
#ifdef FLAT
        sums = sums + flat(m)
#endif
        if (whole(1) > 0) whole(1) = sums
    end subroutine
end module
program main
    use given
    implicit none
    integer :: rank, size, ierr, mine, step
    real(8), allocatable :: cells(:), sheet(:, :), shaped(:, :), flat(:)
    real(8) :: one(3) = 1

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    mine = 120 / size
    allocate (cells(mine), sheet(7, 0:mine + 1), shaped(3, mine), &
              flat(7 * mine), whole(mine))
    cells = 1
    sheet = 2
    shaped = 3
    flat = 4
    whole = 5
    step = 0
    call solve(cells, sheet, shaped, whole, one, flat, mine, 7, step)
    if (rank == 0) print '(es23.15)', whole(1)
    call MPI_Finalize(ierr)
end program
PROGRAM
check 'a procedure that is given its arrays is compiled' compiled given given.F90
suggest given -n 2 ./given
check 'what it is given stays where it is' tells \
    "    +   call mito_register_fixed('cells', cells, n)"
check 'which is told' tells 'it stays where it is: a change by which a rank'
check 'with rows and halo by its bounds' tells \
    "    +   call mito_register_fixed('sheet', sheet, n, mito_layout(halo=1))"
check 'or the bounds that it comes with' tells \
    "    +   call mito_register_fixed('shaped', shaped, n)"
check 'and what a module has can be allocated' tells \
    "    +   call mito_register('whole', whole, n)"
check 'one that may be of any size is named' tells \
    'fixed (real(kind=8), an array whose bounds are not known here)'
lines
check 'that compiles as it is, too' compiled made -DLINES given.F90
check 'and mitosis prove has nothing against that' proved ./made

sed 's/^ *integer :: n$/INTEGER, INTENT( IN) :: N/' given.F90 >held.F90
check 'one that must not set the count is compiled' compiled held -DFLAT held.F90
suggest held -n 2 ./held
check 'a count that is intent(in) makes a comment of the line' tells \
    "    +   ! call mito_register_fixed('cells', cells, n)"
check 'and why' tells '; n is intent(in), and a change has to set it'
check 'of what a module has as well' tells \
    "    +   ! call mito_register('whole', whole, n)"
check 'rows that are none of the last dimension, too' tells \
    '; a row has 7 elements and is none of its last dimension: declare it as flat(7, ...)'

# What has parts: a count, and elements.
cat >parted.f90 <<'PROGRAM'
module parted
    use mpi
    implicit none
    type sizes
        integer :: n
    end type
    type point
        real(8) :: x, y
    end type
contains
    subroutine solve(cells, points, own, k)
        type(sizes), intent(in) :: own
        real(8) :: cells(own%n)
        type(point) :: points(own%n)
        integer :: k, i, ierr

        do while (k < 24)
            do i = 1, own%n
                cells(i) = 0.5d0 * cells(i) + k
                points(i)%x = points(i)%x + cells(i)
            end do
            call MPI_Barrier(MPI_COMM_WORLD, ierr)
            k = k + 1
        end do
    end subroutine
end module
program main
    use parted
    implicit none
    integer :: size, ierr, step
    type(sizes) :: own
    real(8), allocatable :: cells(:)
    type(point), allocatable :: points(:)

    call MPI_Init(ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
    own%n = 120 / size
    allocate (cells(own%n), points(own%n))
    cells = 1
    points = point(1, 2)
    step = 0
    call solve(cells, points, own, step)
    call MPI_Finalize(ierr)
end program
PROGRAM
check 'one with a count in a derived type is compiled' compiled parted parted.f90
suggest parted -n 2 ./parted
check 'a count in a type that is intent(in) makes a comment, too' tells \
    "    +   ! call mito_register_fixed('cells', cells, own%n)"
check 'an array of a derived type is named' tells \
    'points (point, an array whose elements are no numbers)'
tap_done
