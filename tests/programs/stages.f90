! stages.f90 - a malleable program that gets its state ready when there is a
! change, as hooks.c does
!
! 'rows' has the numbers from before a change until after it; 'work' has them
! else.  Before a change 'rows' even becomes other memory.
!
! SPDX-License-Identifier: BSD-3-Clause
module stage
    use, intrinsic :: iso_fortran_env, only: real64
    implicit none

    integer, target :: mine, step = 0
    integer :: rank, ranks
    real(real64), pointer, contiguous :: rows(:)
    real(real64), allocatable :: work(:)

contains

    subroutine bring_back()
        deallocate (rows)
        allocate (rows(mine))
        rows = work
        if (rank == 0) print '(a, i0, a)', 'step ', step, ': before one'
    end subroutine

    subroutine tell_before()
        if (rank == 0) print '(a, i0, a)', 'step ', step, ': before two'
    end subroutine

    subroutine take_up()
        work = rows
        rows = -1
        if (rank == 0) print '(a, i0, a)', 'step ', step, ': after one'
    end subroutine

    subroutine tell_after()
        if (rank == 0) print '(a, i0, a)', 'step ', step, ': after two'
    end subroutine

end module

program stages
    use mitosis
    use mpi
    use stage
    implicit none

    integer, parameter :: all_rows = 1000, steps = 60
    integer :: error
    real(real64) :: total

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    mine = all_rows / ranks
    if (rank < mod(all_rows, ranks)) mine = mine + 1
    allocate (rows(mine), work(mine))
    work = 0
    rows = 0
    call mito_register('step', step)
    call mito_register('rows', rows, mine)
    call mito_before(bring_back)
    call mito_before(tell_before)
    call mito_before(tell_before)
    call mito_after(take_up)
    call mito_after(tell_after)
    do while (step < steps)
        call mito_sync()
        work = work + 1
        step = step + 1
        call MPI_Barrier(MPI_COMM_WORLD, error)
    end do
    call MPI_Reduce(sum(work), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, &
                    MPI_COMM_WORLD, error)
    if (rank == 0) print '(a, i0)', 'sum ', nint(total)
    call MPI_Finalize(error)
end program
