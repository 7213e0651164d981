! manual.F90 - the least that a block of Fortran of the manual needs around it
!
! Compiled with a block as block.inc; see manual.c.  IS_LOOP says that the block
! has all from its declarations to the end of the loop, each part in a file;
! HAS_at that it has the loop.
!
! SPDX-License-Identifier: BSD-3-Clause
program manual
    use, intrinsic :: iso_c_binding, only: c_int
    use, intrinsic :: iso_fortran_env, only: real64
    use mitosis
    use mpi
    implicit none

    integer, parameter :: steps = 30, all = 96, edge = 1000, variables = 2, &
                          stages = 3
    integer :: rank, ranks, i, wrong = 0, error
    integer, target :: height
    integer :: width = edge, left = 0, top
    integer, pointer :: starts(:)
    real(real64), pointer :: sheet(:, :), values(:)
    real(real64), allocatable :: nodes(:, :)
    real(real64) :: grid(0:9, 0:5, 0:all + 1, variables)
    integer :: below, ivar, stage, now
    integer, target :: layers, at = 0
    real(real64) :: one

    interface
        function usleep(us) result(answer) bind(C)
            import :: c_int
            integer(c_int), value :: us
            integer(c_int) :: answer
        end function
    end interface
#ifdef IS_LOOP
#include "declarations.inc"
#else
    integer, target :: step = 1, rows
    real(real64), pointer :: cells(:, :)
#endif

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    one = merge(0, 1, mito_resumed())
    rows = all / ranks
    top = edge * rank / ranks
    height = edge * (rank + 1) / ranks - top
    allocate (cells(4, 0:rows + 1), sheet(0:width + 1, 0:height + 1))
    allocate (starts(rows + 1), values(3 * rows))
    allocate (nodes(-1:width + 3, -1:height + 3))
    nodes = one
    below = all * rank / ranks
    layers = all * (rank + 1) / ranks - below
    grid = one
    cells = one
    sheet = one
    values = one
    starts = merge([(1, i = 0, rows)], [(1 + 3 * i, i = 0, rows)], &
                   mito_resumed())
#if defined(IS_LOOP) || defined(HAS_at)
#include "block.inc"
#else
    call mito_register('step', step)
#include "block.inc"
    do while (step <= steps)
        call mito_sync()
        call round_trip()
        step = step + 1
    end do
#endif
    if (rank == 0) print '(a, a, a, i0, a, a)', 'manual: ', &
        trim(merge('wrong', 'ok   ', wrong > 0)), ', ', ranks, ' ranks', &
        trim(merge(', carried on', '            ', mito_resumed()))
    call MPI_Finalize(error)
contains
    ! What a block has as "...".
    subroutine round_trip()
        if (mito_resumed() .and. step == 1) wrong = wrong + 1
#ifdef HAS_cells
        call expect(sum(cells(:, 1:rows)), 4.0_real64 * all)
#endif
#ifdef HAS_sheet
        call expect(sum(sheet(1:width, 1:height)), 1.0_real64 * edge * edge)
#endif
#ifdef HAS_nodes
        call expect(sum(nodes(1:width, 1:height)), 1.0_real64 * edge * edge)
#endif
#ifdef HAS_grid
        call expect(sum(grid(1:8, 1:4, 1:layers, :)), 32.0_real64 * all * &
                    variables)
#endif
#ifdef HAS_at
        if (now /= at) wrong = wrong + 1
#endif
#ifdef HAS_values
        if (starts(1) /= 1 .or. size(values) /= starts(rows + 1) - 1) &
            wrong = wrong + 1
        call expect(sum(values(1:starts(rows + 1) - 1)), 3.0_real64 * all)
#endif
        error = usleep(2000_c_int)
    end subroutine

    ! Whether what the ranks have adds up to that.
    subroutine expect(mine, of_all)
        real(real64), intent(in) :: mine, of_all
        real(real64) :: came

        call MPI_Allreduce(mine, came, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                           MPI_COMM_WORLD, error)
        if (abs(came - of_all) > 0) wrong = wrong + 1
    end subroutine
end program
