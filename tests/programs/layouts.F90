! layouts.F90 - registers one of each kind, with "use mpi_f08" and "use mpi"
!
! What it registers is said by the library that is preloaded; where arrays are
! after mito_sync() it says itself.
!
! SPDX-License-Identifier: BSD-3-Clause
program layouts
    use, intrinsic :: iso_fortran_env
    use mitosis
#ifdef F08
    use mpi_f08
#else
    use mpi
#endif
    implicit none

    integer, target :: step = 7, rows = 5, held = 4, lines = 3, own = 2
    real(real32), target :: table(3) = 1
    complex(real64), target :: phase = 1
    logical, target :: done = .false.
    real(real64), pointer :: cells(:, :), sheet(:, :), spare(:, :)
    real(real32), pointer :: columns(:, :)
    complex(real64), pointer :: waves(:, :, :)
    integer(int64), pointer :: starts(:)
    integer, pointer :: values(:)
    real(real64), target :: still(2, 4) = 3
    logical :: changed
    integer :: i, error

    call MPI_Init(error)
    allocate (cells(-1:4, 0:6), columns(2, 4), sheet(0:5, 0:4))
    allocate (waves(2, 3, 5), starts(4), values(6))
    cells = reshape([(real(i, real64), i=1, 42)], [6, 7])
    columns = 2
    sheet = 3
    waves = (1, 2)
    starts = [1_int64, 2_int64, 4_int64, 7_int64]
    values = [1, 2, 2, 3, 3, 3]

    call mito_register('step', step)
    call mito_register('table', table)
    call mito_register('phase', phase)
    call mito_register('done', done)
    call mito_register('cells', cells, rows, mito_layout(halo=1))
    call mito_register('columns', columns, held, &
                       mito_layout(spread=MITO_BLOCK_CYCLIC, block=2))
    call mito_register('sheet', sheet, lines, &
                       mito_layout(spread=MITO_GRID, halo=1, &
                                   shape=[4, 3], origin=[0, 0], &
                                   extent=[4, 3]))
    call mito_register('waves', waves, rows)
    call mito_register('starts', starts, lines, &
                       mito_layout(offsets=.true., constant=.true.))
    call mito_register('values', values, lines, &
                       mito_layout(spread=MITO_RAGGED, lengths='starts'))
    call mito_register_fixed('still', still, own, mito_layout(halo=1))

    spare => cells ! what a pointer points to may change between syncs
    nullify (cells)
    cells(-1:, 0:) => spare
    do i = 1, 3
        call mito_sync(changed)
    end do
    if (changed) print '(a, *(1x, i0))', 'cells', lbound(cells), &
        ubound(cells), nint(sum(cells)), rows
    if (changed) print '(a, *(1x, i0))', 'values', lbound(values), &
        ubound(values), sum(values), lines
    if (mito_resumed()) print *, 'resumed'
    call mito_request('resize 1')
    call MPI_Finalize(error)
end program
